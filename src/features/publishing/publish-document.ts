import { randomUUIDv7 } from 'node:crypto'
import type { Documents } from '#features/ai-content/service.ts'
import { toManuscript } from '#features/cms/document-manuscript.ts'
import { toSlug } from '#features/cms/rules/slug.ts'
import { requireApproval } from '#features/review/require-approval.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { ActingMember, StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { PublishInput } from './contract.ts'
import { dueJob } from './jobs.ts'
import { getHost, type OpenDestination } from './open-destination.ts'
import { presentPublication } from './present-publication.ts'
import type { PublishOnBlog } from './publish-on-blog.ts'
import { draftsOnly, inProgress, refuseMissingDestination, remoteChanged } from './publishing-errors.ts'
import { describeChange, hashPost } from './remote-post.ts'
import type { Attempt, Outgoing, PostFields, ScheduledPost } from './rules/publication-records.ts'
import { createTextSaving } from './save-merged-text.ts'
import { leaseSeconds, type Sender } from './send-attempt.ts'
import { type DestinationRow, ensureBlog, findDestination } from './store/destination-store.ts'
import {
  findPublication,
  leaseUntil,
  lockOrCreatePublication,
  type PublicationRow,
  updatePublication,
} from './store/publication-store.ts'

const publishRate = { max: 300, windowSeconds: 3600 }

type Dependencies = {
  db: Database
  queue: Queue
  rates: RateLimiter
  documents: Documents
  sender: Sender
  openDestination: OpenDestination
  publishOnBlog: PublishOnBlog
}

type Publishing = {
  by: ActingMember
  document: ResourceRef
  input: PublishInput
  storeResponse: StoreResponse
}

/** Publishes documents. What is to be sent is stored before it's sent. */
export function createPublish(dependencies: Dependencies) {
  const { db, queue, rates, documents, sender, openDestination, publishOnBlog } = dependencies
  const saveText = createTextSaving(documents)

  return async function publish({ by, document, input, storeResponse }: Publishing) {
    const { workspaceId } = document
    await limit(workspaceId)
    await ensureBlog(db, workspaceId)
    const destination =
      (await findDestination(db, { workspaceId, id: input.destination_id })) ??
      refuseMissingDestination('destination_id')
    const publishAt = getPublishTime(input)
    if (input.status !== 'draft' && destination.can?.publish === false) throw draftsOnly(getHost(destination))
    if (input.resolution === 'merged') await saveText(by, document, input.content_md)
    const found = await documents.single(document)
    if (input.status !== 'draft') await requireApproval(db, document, found.version)
    const manuscript = toManuscript(found, { isDraft: input.status === 'draft' })
    if (destination.kind === 'blog')
      return publishOnBlog({
        by,
        document,
        destination,
        manuscript,
        version: found.version,
        input,
        publishAt,
        storeResponse,
      })

    const row = await settleEarlier(by.userId, destination, document, manuscript.title)
    const post = getOutgoing({ input, row, destination, manuscript, version: found.version })
    if (input.resolution === 'theirs') await takeTheirs({ by, document, destination, row, post, input })
    const sending = input.resolution === 'theirs' ? await readAgain(document, post, input) : post
    // A published post keeps its version until the scheduled one replaces it.
    const waits = input.status === 'schedule' && row.state === 'published'
    const id = randomUUIDv7()
    const answer = await db.transaction().execute(async (tx) => {
      const locked = await lockRow(tx, by.userId, destination, document, post.text.title)
      if (locked.attempt) throw inProgress()
      const ref = { workspaceId, id: locked.id }
      const scheduledId = randomUUIDv7()
      await updatePublication(tx, ref, {
        ...(waits
          ? {}
          : { attempt: JSON.stringify(toAttempt(id, sending, by, input)), lease_until: leaseUntil(leaseSeconds) }),
        scheduled: publishAt ? toScheduled(scheduledId, sending, by) : null,
        publish_at: publishAt,
      })
      if (publishAt)
        await queue.send(
          tx,
          dueJob,
          { workspace_id: workspaceId, publication_id: locked.id, scheduled_id: scheduledId },
          { startAfter: publishAt },
        )
      if (!waits) return null
      const saved = { publication: presentPublication((await findPublication(tx, ref))!) }
      await storeResponse(tx, saved)
      return saved
    })
    if (answer) return answer
    const publication = await sender.send({ workspaceId, id: row.id }, id, {
      onRecorded: (tx, publication) => storeResponse(tx, { publication }),
    })
    return { publication }
  }

  function lockRow(tx: Tx, userId: string, destination: DestinationRow, document: ResourceRef, title: string) {
    return lockOrCreatePublication(tx, {
      workspace_id: document.workspaceId,
      id: randomUUIDv7(),
      destination_id: destination.id,
      document_id: document.id,
      state: 'draft',
      title,
      slug: '',
      created_by: userId,
    })
  }

  /** The publication, with any earlier attempt cleared up. */
  async function settleEarlier(userId: string, destination: DestinationRow, document: ResourceRef, title: string) {
    const lock = () => db.transaction().execute((tx) => lockRow(tx, userId, destination, document, title))
    const row = await lock()
    if (!row.attempt) return row
    await sender.settle({ workspaceId: document.workspaceId, id: row.id })
    return lock()
  }

  /** Brings the destination's text into the document. Nothing is overwritten there. @throws AppError conflict remote_changed */
  async function takeTheirs({
    by,
    document,
    destination,
    row,
    post,
    input,
  }: {
    by: ActingMember
    document: ResourceRef
    destination: DestinationRow
    row: PublicationRow
    post: Outgoing
    input: PublishInput
  }) {
    const adapter = openDestination(destination)
    const remote = row.remote_id ? await adapter.get(row.remote_id) : null
    if (!remote) return
    const change = await describeChange(sender.texts, {
      ...{ destination, format: adapter.format, post: remote, row, ours: post.text },
    })
    if (input.remote_hash !== hashPost(remote)) throw remoteChanged(getHost(destination), change)
    await saveText(by, document, change.theirs, change.titles.theirs)
  }

  async function readAgain(document: ResourceRef, post: Outgoing, input: PublishInput): Promise<Outgoing> {
    const found = await documents.single(document)
    const manuscript = toManuscript(found, { isDraft: input.status === 'draft' })
    const text = {
      ...post.text,
      title: manuscript.title,
      content_md: manuscript.contentMd,
      sources: manuscript.sources,
    }
    return { ...post, text, version: found.version }
  }

  async function limit(workspaceId: string) {
    const { count, resets_at } = await rates.count(`publish:${workspaceId}`, publishRate.windowSeconds)
    if (count > publishRate.max)
      throw new AppError('rate_limited', `This workspace published ${publishRate.max} times in the last hour.`, {
        reason: 'too_many_publications',
        params: { max: publishRate.max },
        retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
      })
  }
}

/** @throws AppError invalid_input */
function getPublishTime({ status, publish_at }: PublishInput): Date | null {
  if (status !== 'schedule') return null
  if (!publish_at)
    throw new AppError('invalid_input', 'publish_at is missing.', { field: 'publish_at', reason: 'missing' })
  const at = new Date(publish_at)
  if (at.getTime() <= Date.now())
    throw new AppError('invalid_input', 'publish_at is in the past.', { field: 'publish_at', reason: 'in_the_past' })
  return at
}

const toAttempt = (
  id: string,
  post: Outgoing,
  by: ActingMember,
  { status, remote_hash, resolution }: PublishInput,
): Attempt => ({
  id,
  status: status === 'publish' ? 'publish' : 'draft',
  post,
  expected_hash: resolution ? (remote_hash ?? null) : null,
  phase: 'working',
  started_at: new Date().toISOString(),
  by: by.userId,
  key_name: by.keyName,
})

const toScheduled = (id: string, post: Outgoing, { userId, keyName }: ActingMember): string =>
  JSON.stringify({ id, post, by: userId, key_name: keyName } satisfies ScheduledPost)

function getOutgoing({
  input,
  row,
  destination,
  manuscript,
  version,
}: {
  input: PublishInput
  row: PublicationRow
  destination: DestinationRow
  manuscript: ReturnType<typeof toManuscript>
  version: number
}): Outgoing {
  const { title = manuscript.title } = input
  const { defaults } = destination
  const before: PostFields = {
    tags: defaults.tags,
    categories: defaults.categories,
    author: defaults.author,
    ...row.fields,
  }
  const { excerpt, tags, categories, author, meta_title, meta_description, canonical, cover_id } = input
  const given = { excerpt, tags, categories, author, meta_title, meta_description, canonical, cover_id }
  const fields = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  return {
    text: { title, content_md: manuscript.contentMd, sources: manuscript.sources, language: manuscript.lang },
    slug: input.slug ?? (row.slug || toSlug(title) || 'post'),
    fields,
    version,
  }
}
