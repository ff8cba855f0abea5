import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { SectionName } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Requester } from '#platform/http/context.ts'
import { notFound } from '#platform/http/errors.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { DataFeed, FeedKind, feedFiles } from './contract.ts'
import type { FeedSources } from './feed-sources.ts'
import type { FeedTokens } from './feed-tokens.ts'
import {
  countFeeds,
  deleteFeed,
  findFeedByToken,
  findFeeds,
  insertFeed,
  type ListedFeed,
  locateFeed,
  touchFeed,
} from './store/store.ts'

type Dependencies = { db: Database; audit: Audit; rates: RateLimiter; tokens: FeedTokens; sources: FeedSources }

export type DataFeeds = ReturnType<typeof createDataFeeds>

/** Feeds of a workspace. Each is an address that somebody has to look after. */
const maxFeeds = 100
const readsPerHour = 120

/** Tables of a workspace at secret addresses, for spreadsheets and dashboards. */
export function createDataFeeds({ db, audit, rates, tokens, sources }: Dependencies) {
  return {
    locate: (workspaceIds: string[], id: string) => locateFeed(db, workspaceIds, id),

    /** The feed of one table; the same one when asked again. @throws AppError not_found: the source; limit_insufficient */
    async add(
      requester: Requester,
      workspaceId: string,
      { kind, source_id, section }: { kind: FeedKind; source_id: string; section?: SectionName | undefined },
    ) {
      if (section !== undefined && kind !== 'report')
        throw new AppError('invalid_input', 'section is for reports.', { field: 'section', reason: 'not_a_report' })
      const of = { kind, source_id, section: section === 'keywords' ? '' : (section ?? '') }
      const title = await sources[kind].getTitle({ workspaceId, id: source_id })
      return db.transaction().execute(async (tx) => {
        const total = await countFeeds(tx, workspaceId)
        const [existing] = await findFeeds(tx, workspaceId, of)
        if (existing) return { feed: present(existing) }
        if (total >= maxFeeds)
          throw new AppError('conflict', `A workspace can have up to ${maxFeeds} data feeds. Revoke one first.`, {
            reason: 'too_many_feeds',
            params: { max: maxFeeds },
          })
        const { userId } = requester.actor
        await insertFeed(tx, {
          id: randomUUIDv7(),
          workspace_id: workspaceId,
          ...of,
          title,
          created_by: userId,
          last_read_at: null,
        })
        await audit.recordCall(tx, requester, 'feed.added', title, { workspace_id: workspaceId, kind, source_id })
        return { feed: present((await findFeeds(tx, workspaceId, of))[0]!) }
      })
    },

    async list(workspaceId: string) {
      const items = (await findFeeds(db, workspaceId)).map(present)
      return { items, total: items.length }
    },

    /** @throws AppError not_found */
    async remove(requester: Requester, ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const removed = await deleteFeed(tx, ref)
        if (!removed) throw notFound('data feed')
        const { kind, source_id, title } = removed
        await audit.recordCall(tx, requester, 'feed.removed', title, { workspace_id: ref.workspaceId, kind, source_id })
      })
    },

    /** The table, for anyone who knows its address. @throws AppError not_found; rate_limited */
    async read(token: string, file: (typeof feedFiles)[number]): Promise<Response> {
      const id = tokens.getId(token)
      const feed = id ? await findFeedByToken(db, id) : undefined
      if (!feed) throw missing()
      const { count, resets_at } = await rates.count(`data-feed:${feed.id}`, 3600)
      if (count > readsPerHour) throw tooMany(resets_at)
      const { workspace_id: workspaceId, kind, source_id, section } = feed
      const format = file === 'data.csv' ? 'csv' : 'json'
      const answer = await sources[kind].getFile(
        { workspaceId, id: source_id },
        format,
        section === '' ? null : (section as SectionName),
      )
      await touchFeed(db, { workspaceId, id: feed.id })
      return new Response(answer.body, {
        headers: {
          'Content-Type': answer.headers.get('content-type')!,
          'Cache-Control': 'private, no-store',
          'X-Robots-Tag': 'noindex',
          'Referrer-Policy': 'no-referrer',
        },
      })
    },
  }

  function present(row: ListedFeed): DataFeed {
    return {
      _id: row.id,
      workspace_id: row.workspace_id,
      kind: row.kind,
      source_id: row.source_id,
      section: row.section === '' ? null : (row.section as SectionName),
      title: row.title,
      csv_url: tokens.getUrl(row.id, 'data.csv'),
      json_url: tokens.getUrl(row.id, 'data.json'),
      made_by: row.made_by,
      last_read_at: row.last_read_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
  }
}

const missing = () =>
  new AppError('not_found', 'This feed was revoked, or the address is incomplete.', { reason: 'feed_missing' })

function tooMany(until: Date) {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  return new AppError('rate_limited', `This feed can be read ${readsPerHour} times an hour. Read it less often.`, {
    reason: 'feed_read_too_often',
    params: { max: readsPerHour },
    retryAfterSeconds: seconds,
  })
}
