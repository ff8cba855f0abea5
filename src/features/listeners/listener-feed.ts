import type { ChangedKeyword, RunDetails } from '#features/notifications/rules/run-changes.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Research } from '#features/research/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { ListenerTokens } from './listener-tokens.ts'
import { toRef, toRunDetails } from './present-listener.ts'
import { getChanges } from './rules/replay-history.ts'
import { findHistory } from './store/item-store.ts'
import { findRun, findRunRefs, findRunsWithChanges } from './store/run-store.ts'
import { findListener, findListenerByFeed } from './store/store.ts'

type Dependencies = {
  db: Database
  tokens: ListenerTokens
  publicUrl: string
  getKnownVolumes: Research['getKnownVolumes']
}

const maxFeedRuns = 30

/** What runs found, for feeds, emails and webhooks. */
export function createListenerFeed({ db, tokens, publicUrl, getKnownVolumes }: Dependencies) {
  return {
    /** Returns the changes of runs, for emails and webhooks. Skips deleted runs. */
    async getRunDetails(runIds: string[]): Promise<RunDetails[]> {
      const found = runIds.length > 0 ? await findRunRefs(db, runIds) : []
      const news = await Promise.all(
        found.map(async ({ workspace_id: workspaceId, listener_id: id, id: runId }) => {
          const ref = { workspaceId, id }
          const [row, run] = await Promise.all([findListener(db, ref), findRun(db, ref, runId)])
          if (!row || !run) return null
          const details = toRunDetails(row, run, getChanges(await findHistory(db, ref), run.no), tokens.openSecret(row))
          return addVolumes(details)
        }),
      )
      return news.filter((one) => one !== null)
    },

    /** Returns a feed by its token: the listener and its latest runs with changes. @throws AppError not_found */
    async feed(token: string) {
      const key = tokens.getFeedKey(token)
      const row = key ? await findListenerByFeed(db, key) : undefined
      if (!row)
        throw new AppError('not_found', 'Feed not found. It was turned off or replaced, or the URL is incomplete.', {
          reason: 'feed_missing',
        })
      return {
        keyword: row.keyword,
        listenerId: row.id,
        feedUrl: tokens.getFeedUrl(row),
        pageUrl: `${publicUrl}/app/listeners/${row.id}`,
        /** Input of the ETag: changes when the content does. */
        version: `${row.last_run_id ?? ''}:${row.include}:${row.exclude}:${row.new_count}:${row.counted_runs}`,
        load: async () => {
          const [runs, history] = await Promise.all([
            findRunsWithChanges(db, toRef(row), maxFeedRuns),
            findHistory(db, toRef(row)),
          ])
          const byRun = Map.groupBy(getChanges(history), ({ run_no }) => run_no)
          return runs.map((run) => toRunDetails(row, run, byRun.get(run.no) ?? [], tokens.openSecret(row)))
        },
      }
    },
  }

  async function addVolumes(details: RunDetails): Promise<RunDetails> {
    const { workspaceId, country, language, added, removed } = details
    const texts = [...added, ...removed].map(({ text }) => text)
    if (texts.length === 0) return details
    const known = await getKnownVolumes(workspaceId, { country, language }, texts)
    const withVolume = (item: ChangedKeyword) => ({ ...item, ...known.get(keywordKeyIn(item.text, language)) })
    return { ...details, added: added.map(withVolume), removed: removed.map(withVolume) }
  }
}
