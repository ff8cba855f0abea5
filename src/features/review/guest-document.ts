import { LRUCache } from 'lru-cache'
import { citationsIn } from '#features/ai-content/rules/generation/citations/citation-marks.ts'
import type { Documents } from '#features/ai-content/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { GuestDocument } from './contract.ts'
import type { GuestText, GuestTexts } from './guest-html-thread.ts'

export type ReadGuestDocument = ReturnType<typeof createGuestDocuments>

/** With the text as passages are looked up in it. */
type ReadDocument = GuestDocument & { comparable: string }

const maxCachedBytes = 8_000_000

const tooComplex = () =>
  new AppError('too_large', 'The document is too complex to show. Simplify its tables and lists.', {
    reason: 'guest_text_too_complex',
  })

/** What guests see of a document: its text and sources, nothing about who wrote it, from what or at what cost. */
export function createGuestDocuments({ documents, threads }: { documents: Documents; threads: Threads }) {
  const cache = new LRUCache<string, GuestTexts>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ html, comparable }) => Math.max(1, (html.length + comparable.length) * 2),
  })
  const thread = new URL('./guest-html-thread.ts', import.meta.url)

  /** @throws AppError not_found */
  return async (ref: ResourceRef): Promise<ReadDocument> => {
    const item = await documents.single(ref)
    const sources = citationsIn(item.content_md, item.citations).map(({ n, url, title }) => ({ n, url, title }))
    const key = `${item._id} ${item.version}`
    let texts = cache.get(key)
    if (texts === undefined) {
      const text: GuestText = {
        markdown: item.content_md,
        sources: sources.map(({ n }) => n),
        language: item.language,
      }
      texts = await threads.run<GuestTexts>(thread, text, { pool: 'texts', turn: ref.workspaceId, tooMuch: tooComplex })
      cache.set(key, texts)
    }
    const { title, language, words, version, updated_at } = item
    return { title, language, ...texts, words, version, updated_at, sources }
  }
}
