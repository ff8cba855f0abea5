import { Copy } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { boxedSrcset } from '#features/images/image-url.ts'
import { isPictureAddress } from '#kit/url-checks.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { DateTime } from '#web/date-time.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { languageName, languages } from '#web/locales.ts'
import { canEdit, useSignedIn } from '#web/use-signed-in.ts'
import { fromLocalField, toLocalField, tomorrowMorning } from './datetime-field.ts'
import { cmsErrorTexts } from './error-texts.ts'
import { PostStatusBadge } from './post-status.tsx'
import { SearchResult } from './search-result.tsx'
import type { PostForm } from './use-post-form.ts'

const ImagePicker = lazy(() =>
  import('#features/images/web/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)

/** Fields of a post that show their own error here. */
export const sidebarFields = [
  'slug',
  'excerpt',
  'tags',
  'cover',
  'lang',
  'publish_at',
  'seo.title',
  'seo.description',
  'seo.canonical',
]

export type PostSidebarProps = { form: PostForm; publicUrl: string; onVersions: () => void }

/** Publishing, URL, excerpt, tags, cover, language and SEO fields of a post. */
export function PostSidebar({ form, publicUrl, onVersions }: PostSidebarProps) {
  const { fields, set, post, error } = form
  const getError = (field: string) => getFieldError(error, field, cmsErrorTexts)
  const isListed = languages.some(({ value }) => value === fields.lang)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <PublishingPanel form={form} onVersions={onVersions} />
      <Field
        label="URL"
        error={getError('slug')}
        hint={<span className="[overflow-wrap:anywhere]">{`${publicUrl}/blog/${fields.slug || '…'}`}</span>}
      >
        <Input value={fields.slug} maxLength={120} onChange={(event) => set({ slug: event.target.value })} />
      </Field>
      <Field label="Excerpt" error={getError('excerpt')} hint="Shown below the title, in lists and in the feed.">
        <Textarea
          rows={3}
          grow
          maxLength={1000}
          value={fields.excerpt}
          onChange={(event) => set({ excerpt: event.target.value })}
        />
      </Field>
      <Field label="Tags" error={getError('tags')} hint="Separate tags with commas.">
        <Input value={fields.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      <Cover cover={fields.cover} error={getError('cover')} onChange={(cover) => set({ cover })} />
      <Field label="Language" error={getError('lang')}>
        <Select
          value={fields.lang}
          onChange={(event) => set({ lang: event.target.value })}
          options={isListed ? languages : [{ value: fields.lang, label: languageName(fields.lang) }, ...languages]}
        />
      </Field>
      <section aria-label="Search engines" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-4">
        <h2 className="subheading">Search result preview</h2>
        <SearchResult
          url={fields.canonical || `${publicUrl}/blog/${fields.slug}`}
          title={fields.seoTitle || fields.title}
          description={fields.seoDescription || fields.excerpt}
          noindex={fields.noindex}
        />
        <Disclosure summary="Custom title and description" open={error?.field?.startsWith('seo.') || undefined}>
          <div className="grid gap-4 pt-3">
            <Field
              label="Title"
              error={getError('seo.title')}
              hint={`${fields.seoTitle.length} of about 60 characters`}
            >
              <Input
                value={fields.seoTitle}
                maxLength={300}
                placeholder={fields.title}
                onChange={(event) => set({ seoTitle: event.target.value })}
              />
            </Field>
            <Field
              label="Description"
              error={getError('seo.description')}
              hint={`${fields.seoDescription.length} of about 160 characters`}
            >
              <Textarea
                rows={3}
                grow
                maxLength={1000}
                value={fields.seoDescription}
                placeholder={fields.excerpt}
                onChange={(event) => set({ seoDescription: event.target.value })}
              />
            </Field>
            <Field
              label="Canonical URL"
              error={getError('seo.canonical')}
              hint="The original’s URL, if this post is a copy."
            >
              <Input
                value={fields.canonical}
                inputMode="url"
                placeholder="https://"
                onChange={(event) => set({ canonical: event.target.value })}
              />
            </Field>
          </div>
        </Disclosure>
        <Checkbox checked={fields.noindex} onChange={(event) => set({ noindex: event.target.checked })}>
          Hide from search engines (noindex)
        </Checkbox>
      </section>
      {post && (
        <p className="border-line border-t pt-4 text-ink-3 text-xs">
          Version {post.version}, saved <DateTime at={post.updated_at} brief />
        </p>
      )}
    </div>
  )
}

type CoverProps = { cover: string; error?: string; onChange: (cover: string) => void }

/** Cover image, from the workspace's library or by URL. */
function Cover({ cover, error, onChange }: CoverProps) {
  const { workspace } = useSignedIn()
  const [picking, setPicking] = useState(false)
  return (
    <div className="grid gap-2">
      {isPictureAddress(cover) && (
        <img
          src={cover}
          srcSet={boxedSrcset(cover)}
          sizes="300px"
          alt=""
          className="aspect-[40/21] w-full rounded-m bg-well object-cover"
        />
      )}
      <Field label="Cover" error={error} hint="An image from the library or a URL. Best size: 1200 × 630.">
        <Input
          value={cover}
          inputMode="url"
          placeholder="https://"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        {canEdit(workspace) && (
          <Button size="s" onClick={() => setPicking(true)}>
            Choose image
          </Button>
        )}
        {cover && (
          <Button size="s" variant="quiet" onClick={() => onChange('')}>
            Remove cover
          </Button>
        )}
      </div>
      {picking && (
        <Suspense>
          <ImagePicker
            title="Choose a cover image"
            workspaceId={workspace._id}
            onPick={({ src }) => {
              onChange(src)
              setPicking(false)
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Status with save, publish, schedule and unpublish buttons. */
function PublishingPanel({ form, onVersions }: { form: PostForm; onVersions: () => void }) {
  const { fields, set, post, dirty, busy, save, error } = form
  const [hydrated, setHydrated] = useState(false)
  // The server doesn't know the browser's time zone, so the field is filled after hydration.
  useEffect(() => setHydrated(true), [])
  const [scheduling, setScheduling] = useState(post?.status === 'scheduled')
  const status = post?.status ?? 'draft'
  const saveAndNotify = async (sentence: string, change: Parameters<typeof save>[0] = {}) => {
    if (await save(change)) notify.done(sentence)
  }
  return (
    <section aria-label="Publishing" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <PostStatusBadge status={status} />
        <span className="text-ink-2 text-xs" role="status">
          {dirty ? 'Not saved yet' : post ? 'Saved' : ''}
        </span>
      </div>
      {scheduling && status !== 'published' && (
        <Field
          label="Scheduled for"
          error={getFieldError(error, 'publish_at', cmsErrorTexts)}
          hint="In your browser’s time zone."
        >
          <Input
            type="datetime-local"
            value={hydrated ? toLocalField(fields.publish_at) : ''}
            onChange={(event) => set({ publish_at: fromLocalField(event.target.value) })}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {status === 'published' ? (
          <Button variant="solid" busy={busy} onClick={() => void saveAndNotify('Post updated')}>
            Update post
          </Button>
        ) : scheduling ? (
          <Button variant="solid" busy={busy} onClick={() => void saveAndNotify('Scheduled', { status: 'scheduled' })}>
            Schedule
          </Button>
        ) : (
          <Button variant="solid" busy={busy} onClick={() => void saveAndNotify('Published', { status: 'published' })}>
            Publish
          </Button>
        )}
        {status !== 'published' && (
          <Button busy={busy} onClick={() => void saveAndNotify('Draft saved', { status: 'draft' })}>
            {status === 'scheduled' ? 'Change to draft' : 'Save draft'}
          </Button>
        )}
        {status === 'published' && (
          <Button
            busy={busy}
            onClick={() => void saveAndNotify('Unpublished. The post is a draft again.', { status: 'draft' })}
          >
            Unpublish
          </Button>
        )}
        {status !== 'published' && (
          <Button
            variant="quiet"
            onClick={() => {
              if (!scheduling && !fields.publish_at) set({ publish_at: tomorrowMorning() })
              setScheduling(!scheduling)
            }}
          >
            {scheduling ? 'Publish now instead' : 'Schedule for later'}
          </Button>
        )}
      </div>
      {post && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-s">
          {status === 'published' && (
            <a href={post.url} className="link py-0.5">
              View post
            </a>
          )}
          <a href={post.preview_url} target="_blank" rel="noopener" className="link py-0.5">
            Preview
          </a>
          <button
            type="button"
            className="link inline-flex items-center gap-1 py-0.5"
            onClick={() => void copyLink(post.preview_url)}
          >
            <Copy size={12} aria-hidden /> Copy preview link
          </button>
          <button type="button" className="link py-0.5" onClick={onVersions}>
            Versions
          </button>
        </div>
      )}
    </section>
  )
}

async function copyLink(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    notify.done('Copied. Anyone with the link can read the post for 14 days.')
  } catch {
    notify.failed('Your browser blocked copying. Open the preview and copy its URL.')
  }
}
