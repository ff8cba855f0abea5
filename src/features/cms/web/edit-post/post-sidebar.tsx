import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { getFieldProps } from '#web/calls/use-contract-form.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { languageName, languages } from '#web/components/locales.ts'
import { cmsContract } from '../../contract.ts'
import { fromLocalField, toLocalField, tomorrowMorning } from '../datetime-field.ts'
import { AuthorFields } from '../details/author-fields.tsx'
import { CoverField } from '../details/cover-field.tsx'
import { detailFields } from '../details/post-details.ts'
import { cmsErrorTexts } from '../error-texts.ts'
import { PostStatusBadge } from '../post-status.tsx'
import { SearchResult } from './search-result.tsx'
import type { PostForm } from './use-post-form.ts'

/** Fields of a post that show their own error here. */
export const sidebarFields = [
  'slug',
  'excerpt',
  'tags',
  ...detailFields,
  'lang',
  'publish_at',
  'seo.title',
  'seo.description',
  'seo.canonical',
] as const

export type PostSidebarProps = { form: PostForm; publicUrl: string; onVersions: () => void }

/** Publishing, URL, excerpt, tags, cover, language and SEO fields of a post. */
export function PostSidebar({ form, publicUrl, onVersions }: PostSidebarProps) {
  const { fields, set, post, error } = form
  const field = (name: (typeof sidebarFields)[number]) => ({
    control: getFieldProps(cmsContract.add, name).control,
    error: getFieldError(error, name, cmsErrorTexts),
  })
  const isListed = languages.some(({ value }) => value === fields.lang)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
      <PublishingPanel form={form} onVersions={onVersions} />
      <Field
        label="URL"
        {...field('slug')}
        hint={<span className="[overflow-wrap:anywhere]">{`${publicUrl}/blog/${fields.slug || '…'}`}</span>}
      >
        <Input value={fields.slug} onChange={(event) => set({ slug: event.target.value })} />
      </Field>
      <Field label="Excerpt" {...field('excerpt')} hint="Shown below the title, in lists and in the feed.">
        <Textarea rows={3} grow value={fields.excerpt} onChange={(event) => set({ excerpt: event.target.value })} />
      </Field>
      <Field label="Tags" {...field('tags')} hint="Separate tags with commas.">
        <Input value={fields.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
      <CoverField details={fields} cover={field('cover')} coverAlt={field('cover_alt')} onChange={set} />
      <AuthorFields details={fields} name={field('author.name')} bio={field('author.bio')} onChange={set} />
      <Field label="Language" {...field('lang')}>
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
            <Field label="Title" {...field('seo.title')} hint={`${fields.seoTitle.length} of about 60 characters`}>
              <Input
                value={fields.seoTitle}
                placeholder={fields.title}
                onChange={(event) => set({ seoTitle: event.target.value })}
              />
            </Field>
            <Field
              label="Description"
              {...field('seo.description')}
              hint={`${fields.seoDescription.length} of about 160 characters`}
            >
              <Textarea
                rows={3}
                grow
                value={fields.seoDescription}
                placeholder={fields.excerpt}
                onChange={(event) => set({ seoDescription: event.target.value })}
              />
            </Field>
            <Field label="Canonical URL" {...field('seo.canonical')} hint="The original’s URL, if this post is a copy.">
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
