import type { Documents } from '#features/ai-content/service.ts'
import { toPageError } from '#features/reports/pages/page-fetch.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { readBytes } from '#platform/outbound/outbound-fetch.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { PoliteFetch } from '../crawl/polite-fetch.ts'
import { findRefreshNotes, type RefreshNotes, toInstructions } from '../rules/decay/refresh-notes.ts'
import { type DecayRow, findDecayRow, setDecayState } from '../store/decay-store.ts'
import { findPublishedDocument, findSisterPages } from '../store/refresh-store.ts'
import type { RefreshPage, RefreshTask } from './refresh-page-thread.ts'

type Dependencies = {
  db: Database
  documents: Documents
  fetch: PoliteFetch
  threads: Threads
  now?: () => Date
}

export type RefreshDraft = { draft_id: string; notes: RefreshNotes }

const timeoutMs = 20_000
const maxBytes = 5_000_000
const maxKeywords = 20

/**
 * Makes the draft that refreshes a page: the document that it was published from, or its present text. A page has one draft: asked again,
 * the answer is the same. @throws AppError
 */
export function createRefreshDrafts({ db, documents, fetch, threads, now = () => new Date() }: Dependencies) {
  return async function createRefreshDraft(userId: string, ref: ResourceRef): Promise<RefreshDraft> {
    const decay = await findDecayRow(db, ref)
    if (!decay) throw new AppError('not_found', 'This workspace has no such decay.', { reason: 'decay_missing' })
    if (decay.state === 'resolved') throw new AppError('conflict', 'This page is back.', { reason: 'decay_resolved' })
    const { workspaceId } = ref
    const site = { workspaceId, id: decay.site_id }
    const existing = decay.draft_id ?? (await findPublishedDocument(db, workspaceId, decay.page))
    if (existing) {
      const { content_md } = await documents.single({ workspaceId, id: existing })
      const notes = await getNotes(site, decay, content_md)
      await setDecayState(db, ref, { state: 'refreshing', draftId: existing })
      return { draft_id: existing, notes }
    }
    const page = storable(await readPage(decay.page, decay.site_id))
    const notes = await getNotes(site, decay, page.markdown)
    const { item } = await documents.create(
      userId,
      {
        ...{ workspace_id: workspaceId, template: 'blog_post', title: page.title },
        keywords: decay.queries.map(({ query }) => query.slice(0, 200)).slice(0, maxKeywords),
        ...(page.language && /^[a-z]{2}\b/i.test(page.language)
          ? { language: page.language.slice(0, 2).toLowerCase() }
          : {}),
        instructions: toInstructions(notes),
        links: notes.links.map(({ url, title }) => ({ url, title })),
      },
      async () => {},
    )
    const document = { workspaceId, id: item._id }
    await documents.update(userId, document, { version: item.version, content_md: page.markdown })
    await setDecayState(db, ref, { state: 'refreshing', draftId: item._id })
    return { draft_id: item._id, notes }
  }

  async function getNotes(site: ResourceRef, { page, queries }: DecayRow, markdown: string) {
    return findRefreshNotes(markdown, {
      queries: queries.map(({ query }) => query),
      sisters: await findSisterPages(db, site),
      year: now().getFullYear(),
      url: page,
    })
  }

  async function readPage(url: string, turn: string): Promise<RefreshPage> {
    const response = await fetch(url, {
      ...{ timeoutMs, maxBytes },
      headers: { accept: 'text/html,application/xhtml+xml' },
    }).catch((error) => {
      throw toPageError(error, { timeoutMs, maxBytes })
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw unreadable(response.status)
    }
    const task: RefreshTask = {
      bytes: await readBytes(response, maxBytes),
      contentType: response.headers.get('content-type'),
      url,
    }
    const page = await threads.run<RefreshPage>(new URL('./refresh-page-thread.ts', import.meta.url), task, {
      ...{ pool: 'pages', turn, transfer: [task.bytes.buffer as ArrayBuffer] },
      tooMuch: () => new AppError('too_large', 'The page is too complex to process.', { reason: 'page_too_complex' }),
    })
    if (page.markdown.trim() === '') throw unreadable(response.status)
    return page
  }
}

const unreadable = (status: number) =>
  new AppError('upstream_failed', `The page couldn’t be read (status ${status}).`, {
    reason: 'page_unreadable',
    params: { status },
  })
