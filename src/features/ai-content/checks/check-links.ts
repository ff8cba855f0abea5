import PQueue from 'p-queue'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { OutboundError, type OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { LinkState } from '../contract.ts'
import { missing } from '../get-document.ts'
import { citationsIn } from '../rules/generation/citations/citation-marks.ts'
import { getWebLinks } from '../rules/publish-checks.ts'
import { findDocument } from '../store/store.ts'

export type LinkChecks = ReturnType<typeof createLinkChecks>

const maxLinks = 40
const concurrency = 6
const timeoutMs = 6000
/** Servers that refuse HEAD get a GET whose body isn't read. */
const headRefused = new Set([400, 403, 405, 406, 501])
const notFound = new Set([404, 410])

/** Opens the links of documents, to find those that lead nowhere. */
export function createLinkChecks({ db, fetch }: { db: Db; fetch: OutboundFetch }) {
  /** Never throws. `broken` only if the server says that nothing is there, or there's no such server. */
  async function check(url: string, signal: AbortSignal): Promise<LinkState> {
    try {
      const status = await getStatus(url, signal)
      if (notFound.has(status)) return { url, state: 'broken', note: `The server answers ${status}: not found.` }
      if (status < 400) return { url, state: 'ok', note: 'The page answers.' }
      return { url, state: 'unknown', note: `The server answers ${status} to programs. Open it yourself.` }
    } catch (error) {
      if (error instanceof OutboundError && error.reason === 'host_not_found')
        return { url, state: 'broken', note: 'There’s no such site.' }
      return { url, state: 'unknown', note: 'The site couldn’t be reached from here.' }
    }
  }

  async function getStatus(url: string, signal: AbortSignal): Promise<number> {
    const head = await fetch(url, { method: 'HEAD', signal, timeoutMs, maxBytes: 100_000 })
    if (!headRefused.has(head.status)) return head.status
    const page = await fetch(url, { signal, timeoutMs, maxBytes: 5_000_000 })
    await page.body?.cancel()
    return page.status
  }

  return {
    /**
     * Each web address of the text and its citations once, at most 40, each opened once.
     * @throws AppError not_found
     */
    async links(ref: ResourceRef): Promise<{ items: LinkState[]; unchecked: number }> {
      const row = (await findDocument(db, ref)) ?? missing()
      const cited = citationsIn(row.content_md, row.citations).map(({ url }) => url)
      const urls = [...new Set([...getWebLinks(row.content_md), ...cited])]
      const stop = AbortSignal.timeout(timeoutMs * 3)
      const queue = new PQueue({ concurrency })
      const items = await queue.addAll(urls.slice(0, maxLinks).map((url) => () => check(url, stop)))
      // Without a network no host is found, which says nothing about the links.
      if (items.length > 1 && items.every(({ note }) => note === 'There’s no such site.'))
        throw new AppError('unavailable', 'No site could be reached, so the links weren’t checked.', {
          reason: 'links_unreachable',
        })
      return { items, unchecked: Math.max(0, urls.length - maxLinks) }
    },
  }
}
