import { randomUUIDv7 } from 'node:crypto'
import { maxKeywordsByMeaning } from '#features/keywords/rules/clustering/group-by-meaning.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { ReportHead, reportsContract, SourceState, TopicMeaning } from '../contract.ts'
import { chooseSources, findsKeywords } from '../pipeline/choose-sources.ts'
import { type Estimate, estimateReport } from '../pipeline/estimate-report.ts'
import { capCalls, type PlannedRun, planCalls, sumUsd } from '../rules/call-plan.ts'
import { keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'
import { type CollectedRow, upsertRows } from '../store/row-store.ts'
import { insertBudget } from '../store/spending-store.ts'
import { findHeadsById, insertReport } from '../store/store.ts'
import type { TopicMeanings } from '../topics/topic-meanings.ts'
import { countKnownSerps } from './count-known-serps.ts'
import { readSeeds, type Seeds } from './read-seeds.ts'

export type CreateReportDependencies = {
  db: Database
  plans: Plans
  keywords: Keywords
  meanings: TopicMeanings
  sources: Map<SourceId, SearchSource>
  enqueue(tx: Db, stage: 'collect', report: ResourceRef): Promise<void>
}

type Input = ParsedInputOf<typeof reportsContract.new>
type Answer = { report?: ReportHead; reports?: ReportHead[]; estimate: Estimate & { meaning?: TopicMeaning } }

export function createReportCreation({ db, plans, keywords, meanings, sources, enqueue }: CreateReportDependencies) {
  return {
    /**
     * Starts one report for a list, or one per query. `keyName`: the API key it's started with. Units, rows, first jobs and the idempotent answer commit together.
     * @throws AppError limit_… when the plan doesn't suffice; invalid_input
     */
    async create(
      userId: string,
      input: Input,
      storeResponse: StoreResponse,
      keyName: string | null = null,
    ): Promise<Answer> {
      const workspaceId = input.workspace_id
      const seeds = await readSeeds(keywords, input)
      const { queries, isList, imported } = seeds
      const amount = isList ? (imported?.keywords ?? queries.length) : queries.length
      const withSerps = isList ? await countKnownSerps(keywords, input, imported, queries) : 0
      const states = await chooseStates(input, seeds)
      const names = isList ? [listName(queries, imported?.file_name ?? null, amount)] : queries
      const planned = (query: string): PlannedRun => ({
        ...input,
        query,
        isList,
        keywords: isList ? amount : (imported?.keywords ?? 0),
        open: isList ? amount - withSerps : undefined,
      })
      const meaning = isList ? await offerMeaning(input, seeds) : undefined
      const each = names.map((query) => estimateReport(sources, states, planned(query)))
      const { max_cost_usd: limit } = input
      const estimate = {
        units: amount,
        cost_usd: isList
          ? Math.min(
              sumUsd([
                ...capCalls(planCalls(sources, states, planned(names[0]!)), limit ?? null),
                { usd: input.by_meaning ? (meaning?.cost_usd ?? 0) : 0 },
              ]),
              limit ?? Number.POSITIVE_INFINITY,
            )
          : Math.min(sumUsd(each.map(({ cost_usd: usd }) => ({ usd }))), limit ?? Number.POSITIVE_INFINITY),
        seconds: each.reduce((sum, { seconds }) => sum + seconds, 0),
        ...(meaning && { meaning }),
      }
      // Several reports share the limit: together they can't pass it.
      const share = limit === undefined ? null : Math.floor((limit / names.length) * 1e6) / 1e6
      if (input.dry_run) return { estimate }

      return db.transaction().execute(async (tx) => {
        const reservation = await plans.reserve(tx, workspaceId, isList ? 'clusters' : 'reports', amount)
        const createdIds: string[] = []
        for (const query of names) {
          const ref = { workspaceId, id: randomUUIDv7() }
          await insertReport(tx, {
            ...ref,
            createdBy: userId,
            keyName,
            payerId: reservation.userId,
            type: input.type,
            query,
            country: input.country,
            language: input.language,
            depth: input.depth,
            fresh: input.fresh,
            importId: imported?._id ?? null,
            isList,
            requestedSources: input.sources ?? null,
            strictness: input.strictness,
            meaning: input.by_meaning ? (meaning ?? null) : null,
            sources: states,
            units: isList ? amount : 1,
            unitsPeriod: reservation.periodStart,
          })
          await insertBudget(tx, ref, share, planCalls(sources, states, planned(query)))
          if (isList && !imported)
            await upsertRows(
              tx,
              ref,
              queries.map((text) => pastedRow(text, input.language)),
            )
          await enqueue(tx, 'collect', ref)
          createdIds.push(ref.id)
        }
        const heads = await findHeadsById(tx, workspaceId, createdIds)
        const answer = heads.length === 1 ? { report: heads[0], estimate } : { reports: heads, estimate }
        await storeResponse(tx, answer)
        return answer
      })
    },
  }

  /** Whether a list can be grouped by meaning, and for how much. No model is asked. */
  async function offerMeaning(input: Input, { queries, imported }: Seeds): Promise<TopicMeaning> {
    const texts: string[] = imported ? [] : queries
    if (imported)
      for await (const rows of keywords.getImportRows(input.workspace_id, imported._id)) {
        for (const { text } of rows) texts.push(text)
        if (texts.length > maxKeywordsByMeaning) break
      }
    return meanings.offer(input.workspace_id, texts, {})
  }

  /** @throws AppError invalid_input when no source that finds keywords is available */
  async function chooseStates(input: Input, { isList, imported }: Seeds): Promise<SourceState[]> {
    const workspaceId = input.workspace_id
    const states = chooseSources(sources, {
      locale: { country: input.country, language: input.language },
      requested: input.sources ?? null,
      isList,
      hasImport: imported !== null,
      workspaceHasImports: !isList && !imported && (await keywords.hasAny(workspaceId)),
      liveVolumes: await plans.hasLiveVolumes(workspaceId),
    }).map((state) =>
      state.id === 'imported' && input.serp_import_id ? { ...state, serp_import_id: input.serp_import_id } : state,
    )
    if (states.every((state) => state.state === 'skipped'))
      throw new AppError('invalid_input', states[0]?.error ?? 'None of these sources is set up on this server.', {
        field: 'sources',
        reason: 'no_source_available',
      })
    if (!findsKeywords(sources, states))
      throw new AppError(
        'invalid_input',
        'None of these sources finds keywords. Volumes and trends only add data to keywords.',
        { field: 'sources', reason: 'no_keyword_source' },
      )
    return states
  }
}

function listName(queries: string[], fileName: string | null, amount: number) {
  if (fileName) return fileName
  return amount === 1 ? queries[0]! : `${queries[0]} and ${(amount - 1).toLocaleString('en')} more`
}

function pastedRow(text: string, language: string): CollectedRow {
  return {
    id: randomUUIDv7(),
    key: keywordKeyIn(text, language),
    text,
    type: 'related',
    modifier: null,
    sources: ['imported'],
    parentId: null,
    depth: 1,
    sightings: {},
    metrics: null,
    performance: null,
    topic: null,
  }
}
