import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { toSlug } from '#features/cms/rules/slug.ts'
import { fromLocalField, getTags, toLocalField, tomorrowMorning } from '#features/cms/web/datetime-field.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError, toErrorBody } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import {
  type Destination,
  type Publication,
  type PublishStatus,
  publishingContract,
  type RemoteChange,
} from '../../contract.ts'
import { publishingErrorTexts } from '../error-texts.ts'
import { getHost, isWebUrl, stateLabels } from '../kind-labels.ts'
import { CoverChoice } from './cover-choice.tsx'
import { getTimeZone } from './describe-post.ts'

export type SitePost = Parameters<typeof api<typeof publishingContract.publish>>[1]

export type PublishOnSiteProps = {
  id: string
  title: string
  destination: Destination
  publication: Publication | null
  onBefore: () => Promise<boolean>
  onPublished: (publication: Publication) => void
  onRemoteChanged: (change: RemoteChange, post: SitePost) => void
}

const fields = [
  'slug',
  'excerpt',
  'tags',
  'categories',
  'meta_title',
  'meta_description',
  'publish_at',
  'status',
] as const

/** Publishes a document on another site, or updates its post there. */
export function PublishOnSite(props: PublishOnSiteProps) {
  const { id, title, destination, publication, onBefore, onPublished, onRemoteChanged } = props
  const { defaults, can } = destination
  const isLive = publication?.state === 'published'
  const [status, setStatus] = useState<PublishStatus>(
    publication?.publish_at
      ? 'schedule'
      : can?.publish === false || (!publication && defaults.status === 'draft')
        ? 'draft'
        : 'publish',
  )
  const [at, setAt] = useState(publication?.publish_at ?? tomorrowMorning())
  const [slug, setSlug] = useState(publication?.slug || toSlug(title))
  const [excerpt, setExcerpt] = useState(publication?.excerpt ?? '')
  const [metaTitle, setMetaTitle] = useState(publication?.meta_title ?? '')
  const [metaDescription, setMetaDescription] = useState(publication?.meta_description ?? '')
  const [tags, setTags] = useState((publication?.tags ?? defaults.tags ?? []).join(', '))
  const [categories, setCategories] = useState((publication?.categories ?? defaults.categories ?? []).join(', '))
  const [coverId, setCoverId] = useState(publication?.cover_id ?? null)
  const host = getHost(destination)
  const getInput = () => ({
    document_id: id,
    destination_id: destination._id,
    status,
    ...(status === 'schedule' && at ? { publish_at: at } : {}),
    ...(slug.trim() ? { slug: slug.trim() } : {}),
    excerpt,
    meta_title: metaTitle,
    meta_description: metaDescription,
    tags: getTags(tags),
    categories: getTags(categories),
    cover_id: coverId,
  })
  const { form, field, busy, callError } = useContractForm({
    endpoint: publishingContract.publish,
    fields,
    texts: publishingErrorTexts,
    getInput,
    send: async (input) => {
      if (!(await onBefore()))
        throw new AppError('unavailable', 'The editor has changes that aren’t saved.', { reason: 'unsaved_changes' })
      try {
        const { publication: next } = await api(publishingContract.publish, input, { idempotencyKey: randomKey() })
        notify.done(
          { draft: 'Draft saved', publish: isLive ? 'Post updated' : 'Published', schedule: 'Scheduled' }[status],
        )
        onPublished(next)
      } catch (error) {
        const { reason, details } = toErrorBody(error)
        if (reason !== 'remote_changed') throw error
        onRemoteChanged(details as RemoteChange, input)
      }
      return null
    },
  })
  return (
    <form {...form} className="grid gap-4">
      {publication && <PostState publication={publication} host={host} onChanged={onPublished} />}
      <div className="grid justify-items-start gap-1.5">
        <span className="font-[550] text-s">When</span>
        <Segmented<PublishStatus>
          label="When"
          value={status}
          onChange={setStatus}
          options={[
            { value: 'draft', label: 'Draft' },
            ...(can?.publish === false
              ? []
              : [
                  { value: 'publish' as const, label: isLive ? 'Update now' : 'Publish now' },
                  { value: 'schedule' as const, label: 'Schedule' },
                ]),
          ]}
        />
        {can?.publish === false && (
          <p className="text-ink-2 text-xs">Your credentials can save drafts on {host}, but not publish.</p>
        )}
        {isLive && status === 'draft' && (
          <p className="text-ink-2 text-xs">The post becomes a draft again: readers no longer see it.</p>
        )}
      </div>
      {status === 'schedule' && (
        <Field
          label="Date and time"
          {...field('publish_at')}
          required={undefined}
          hint={`${getTimeZone()}.${isLive ? ' The live post stays as it is until then.' : ''}`}
        >
          <Input
            type="datetime-local"
            value={toLocalField(at)}
            onChange={(event) => setAt(fromLocalField(event.target.value) ?? '')}
          />
        </Field>
      )}
      <Field label="Slug" {...field('slug')} required={undefined} hint={<SlugHint host={host} slug={slug} />}>
        <Input value={slug} onChange={(event) => setSlug(event.target.value)} />
      </Field>
      <Field
        label="Meta title"
        {...field('meta_title')}
        hint={`${metaTitle.length} of about 60 characters. Leave empty to use the title.`}
      >
        <Input value={metaTitle} onChange={(event) => setMetaTitle(event.target.value)} />
      </Field>
      <Field
        label="Meta description"
        {...field('meta_description')}
        hint={`${metaDescription.length} of about 155 characters.`}
      >
        <Textarea rows={2} grow value={metaDescription} onChange={(event) => setMetaDescription(event.target.value)} />
      </Field>
      <Field label="Excerpt" {...field('excerpt')} hint="Where your site shows summaries.">
        <Textarea rows={2} grow value={excerpt} onChange={(event) => setExcerpt(event.target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Categories" {...field('categories')} hint="Separate categories with commas.">
          <Input value={categories} onChange={(event) => setCategories(event.target.value)} />
        </Field>
        <Field label="Tags" {...field('tags')} hint="Separate tags with commas.">
          <Input value={tags} onChange={(event) => setTags(event.target.value)} />
        </Field>
      </div>
      <CoverChoice coverId={coverId} onChange={setCoverId} />
      <CallError {...callError} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <p className="min-w-48 flex-1 text-ink-2 text-xs">
          Sends title, text, meta, tags, images, and sources. Never the brief or the score.
        </p>
        <Button type="submit" variant="solid" busy={busy}>
          {{ draft: 'Save draft', publish: isLive ? 'Update post' : 'Publish post', schedule: 'Schedule post' }[status]}
        </Button>
      </div>
    </form>
  )
}

const SlugHint = ({ host, slug }: { host: string; slug: string }) => (
  <span className="[overflow-wrap:anywhere]">
    Last part of the address on {host}: <span className="font-[550] text-ink-2">{slug || '…'}</span>
  </span>
)

type PostStateProps = { publication: Publication; host: string; onChanged: (publication: Publication) => void }

/** What is on the site now, and what can be done with it. */
function PostState({ publication, host, onChanged }: PostStateProps) {
  const [asking, setAsking] = useState(false)
  const { _id, state, url, remote_changed, error, failure, remote_id } = publication
  const stored = getStoredError({ error, failure })
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3" role="status">
        <span>
          {stateLabels[state]} on {host}
          {remote_changed && ', edited there since'}
        </span>
        {isWebUrl(url) && (
          <a href={url} target="_blank" rel="noopener noreferrer" className="link inline-flex items-center gap-1">
            {state === 'published' ? 'View post' : 'Open draft'} <ExternalLink size={12} aria-hidden />
          </a>
        )}
        {remote_id && (state === 'published' || state === 'scheduled') && (
          <button type="button" className="link" onClick={() => setAsking(true)}>
            Unpublish
          </button>
        )}
      </p>
      {stored && <ErrorNote>{getErrorText(stored, publishingErrorTexts)}</ErrorNote>}
      {asking && (
        <ConfirmDialog
          title="Unpublish this post?"
          description={`Readers no longer see it on ${host}. Its text stays there as a draft, and nothing scheduled is published.`}
          action="Unpublish post"
          texts={publishingErrorTexts}
          onConfirm={async () => onChanged((await api(publishingContract.unpublish, { _id })).publication)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
