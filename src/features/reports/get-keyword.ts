import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { KeywordDetails } from './contract.ts'
import { getHead } from './get-report.ts'
import type { ReadReport } from './report-reader.ts'
import { getSourceRanks } from './rules/keywords/source-rank.ts'
import { getMeasuredAt } from './rules/measured-at.ts'
import { lockReportStatus, setRowsHidden } from './store/hidden-row-store.ts'
import { findChildren, findKeyword, findKeywordSerps, findPageFacts } from './store/keyword-store.ts'
import { findBody } from './store/store.ts'
import { findCluster } from './store/topic-store.ts'

const maxChildren = 100
const maxResults = 10

const running = new Set(['queued', 'running', 'partial'])

export function createKeywordDetails({ db, read }: { db: Database; read: ReadReport }) {
  return {
    /** One keyword with everything the report knows about it. @throws AppError not_found */
    async keyword(ref: ResourceRef, rowId: string): Promise<KeywordDetails> {
      const [head, found] = await Promise.all([
        getHead(db, ref),
        read(ref, (from) => findWithContext(from, ref, rowId)),
      ])
      if (!found)
        throw new AppError('not_found', 'This keyword isn’t in the report.', {
          field: 'row_id',
          reason: 'keyword_missing',
        })
      const { row, hidden, sightings, difficultyProvider, cpcProvider } = found.keyword
      const { serps, topic, parent, children, body, pages } = found
      const getDate = (provider: string | null) => getMeasuredAt(provider, row, head.finished_at)
      const isEstimate = difficultyProvider === null && body?.overview?.difficulty?.value === row.difficulty
      return {
        row,
        hidden,
        measured: {
          volume: row.volume && { provider: row.volume.provider, at: row.volume.as_of, estimate: false },
          difficulty:
            row.difficulty === null
              ? null
              : {
                  provider: difficultyProvider,
                  at: isEstimate ? head.finished_at : getDate(difficultyProvider),
                  estimate: isEstimate,
                },
          cpc:
            row.cpc === null && row.competition === null
              ? null
              : { provider: cpcProvider, at: getDate(cpcProvider), estimate: false },
          performance: row.performance && {
            provider: row.performance.provider,
            at: row.performance.as_of,
            estimate: false,
          },
        },
        sources: getSourceRanks(row.sources, sightings),
        serps: serps.map(({ source, fetchedAt, urls, features }) => ({
          source,
          fetched_at: fetchedAt,
          features,
          results: urls.slice(0, maxResults).map((url, at) => ({
            rank: at + 1,
            url,
            domain: getDomain(url),
            title: pages.get(url)?.title || null,
            words: pages.get(url)?.words ?? null,
          })),
        })),
        topic: topic ?? null,
        parent: parent?.row ?? null,
        children: children.rows,
        children_total: children.total,
      }
    },

    /**
     * Hides rows of a finished report, or shows them again.
     * @throws AppError not_found; conflict while the report runs
     */
    async hideRows(ref: ResourceRef, rowIds: readonly string[], hidden: boolean): Promise<{ changed: number }> {
      return db.transaction().execute(async (tx) => {
        const status = await lockReportStatus(tx, ref)
        if (status !== undefined && running.has(status))
          throw new AppError('conflict', 'This report is still running.', { reason: 'still_running' })
        return { changed: await setRowsHidden(tx, ref, rowIds, hidden) }
      })
    },
  }
}

/** A keyword and what the report has about it. Null when it isn't in the report. */
async function findWithContext(db: Database, ref: ResourceRef, rowId: string) {
  const keyword = await findKeyword(db, ref, rowId)
  if (!keyword) return null
  const { row } = keyword
  const [serps, topic, parent, children, body] = await Promise.all([
    findKeywordSerps(db, ref, row.text),
    row.cluster_id ? findCluster(db, ref, row.cluster_id) : null,
    row.parent_id ? findKeyword(db, ref, row.parent_id) : null,
    findChildren(db, ref, rowId, maxChildren),
    row.type === 'seed' ? findBody(db, ref.workspaceId, ref.id) : null,
  ])
  const urls = serps.flatMap(({ urls }) => urls.slice(0, maxResults))
  return { keyword, serps, topic, parent, children, body, pages: await findPageFacts(db, ref, urls) }
}

function getDomain(url: string) {
  try {
    return new URL(url).hostname.replace(/^www\./, '')
  } catch {
    return url
  }
}
