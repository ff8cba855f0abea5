import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Research } from '#features/research/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Item, ItemNumbers } from './contract.ts'
import type { ListenerTokens } from './listener-tokens.ts'
import { refuseMissingListener, refuseMissingRun } from './missing-listener.ts'
import { getLatest, presentItem, presentListener, presentRun, toRef } from './present-listener.ts'
import { createPhraseType } from './rules/phrase-type.ts'
import type { ItemState } from './rules/replay-history.ts'
import { findChanges, findItems } from './store/item-store.ts'
import { findRun, findRuns, type RunRow } from './store/run-store.ts'
import { findListener, type ListenerRow } from './store/store.ts'

type Dependencies = { db: Database; tokens: ListenerTokens; getKnownVolumes: Research['getKnownVolumes'] }

/** A listener with its runs and keywords: now, or as they were after one of its runs. */
export function createListenerReading({ db, tokens, getKnownVolumes }: Dependencies) {
  return {
    /** @throws AppError not_found, also for a run deleted by retention */
    async single(ref: ResourceRef, runId: string | undefined, view: { secret: boolean }) {
      const row = (await findListener(db, ref)) ?? refuseMissingListener()
      const until = runId === undefined ? undefined : ((await findRun(db, ref, runId)) ?? refuseMissingRun())
      const runs = await findRuns(db, ref, until ? { until: until.no } : {})
      const typeOf = createPhraseType(row)
      const items = until
        ? await getItemsAfterRun(row, runs)
        : (await findItems(db, ref)).map((phrase) => presentItem(phrase, row, typeOf))
      return { listener: presentListener(row, tokens, view), runs: runs.map(presentRun), items }
    },

    async changes(ref: ResourceRef, options: { run_id?: string; page: number; limit: number }) {
      const { run_id, page, limit } = options
      const row = (await findListener(db, ref)) ?? refuseMissingListener()
      const run = run_id === undefined ? null : ((await findRun(db, ref, run_id)) ?? refuseMissingRun())
      const typeOf = createPhraseType(row)
      const { items, total } = await findChanges(db, ref, { runNo: run?.no, limit, offset: (page - 1) * limit })
      const getNumbers = await readNumbers(
        row,
        items.map(({ text }) => text),
      )
      return {
        items: items.map(({ key: _, at, sources, ...change }) => ({
          ...change,
          ...getNumbers(change.text),
          source: sources[0] ?? '',
          sources,
          type: typeOf(change.text),
          at: at.toISOString(),
        })),
        total,
        page,
        limit,
      }
    },

    /** Numbers that the workspace already has, for keywords in the order given. */
    async volumes(ref: ResourceRef, texts: string[]): Promise<{ items: ItemNumbers[] }> {
      const getNumbers = await readNumbers((await findListener(db, ref)) ?? refuseMissingListener(), texts)
      return { items: texts.map((text) => ({ text, ...getNumbers(text) })) }
    },
  }

  async function readNumbers({ workspace_id, country, language }: ListenerRow, texts: string[]) {
    const known = await getKnownVolumes(workspace_id, { country, language }, texts)
    return (text: string) => {
      const { volume = null, difficulty = null } = known.get(keywordKeyIn(text, language)) ?? {}
      return { volume, difficulty }
    }
  }

  async function getItemsAfterRun(row: ListenerRow, runs: RunRow[]): Promise<Item[]> {
    const run = runs[0]!
    const typeOf = createPhraseType(row)
    const runByNo = new Map(runs.map((one) => [one.no, one]))
    /** When the source last answered in full between runs `from` and `to`. */
    const answeredAt = (source: string, from: number, to: number) =>
      runs.find(
        (one) =>
          one.no >= from &&
          one.no <= to &&
          one.sources.some(({ id, outcome }) => id === source && outcome === 'answered'),
      )?.at
    const lastSeen = (item: ItemState) => {
      const isRemoved = item.kind === 'removed'
      const last = isRemoved
        ? answeredAt(item.source, 0, item.run_no - 1)
        : answeredAt(item.source, item.run_no, run.no)
      const at = last ?? (isRemoved ? item.first_seen : (runByNo.get(item.run_no)?.at ?? item.first_seen))
      return at < item.first_seen ? item.first_seen : at
    }
    return (await findItems(db, toRef(row), run.no)).map((phrase) => ({
      text: phrase.text,
      type: typeOf(phrase.text),
      source: phrase.sources[0]!,
      sources: phrase.sources,
      state: !phrase.active ? 'gone' : phrase.reported_run === run.no ? 'new' : 'active',
      first_seen: phrase.first_seen.toISOString(),
      last_seen: getLatest(phrase.items.map(lastSeen)).toISOString(),
    }))
  }
}
