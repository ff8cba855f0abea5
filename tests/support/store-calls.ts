import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as listNumbers from '../../src/features/keywords/store/list-numbers-store.ts'
import * as columns from '../../src/features/reports/store/column-store.ts'
import * as findings from '../../src/features/reports/store/finding-store.ts'
import * as hiddenRows from '../../src/features/reports/store/hidden-row-store.ts'
import * as keywords from '../../src/features/reports/store/keyword-store.ts'
import * as planning from '../../src/features/reports/store/planning-store.ts'
import * as rowCounts from '../../src/features/reports/store/row-count-store.ts'
import * as rowReads from '../../src/features/reports/store/row-read-store.ts'
import * as rows from '../../src/features/reports/store/row-store.ts'
import * as topics from '../../src/features/reports/store/topic-store.ts'
import * as volumesOnce from '../../src/features/reports/store/volume-once-store.ts'
import * as writing from '../../src/features/reports/store/writing-sources-store.ts'
import { findGroupPages, topicWords } from '../../src/features/sites/store/own-store.ts'
import type { ResourceRef } from '../../src/kit/resource-ref.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'

/** Every function of the stores that read or write distributed tables, called with a report that has something of everything. */

/** By file: a function that isn’t called below fails tests/faults/distributed-statements.test.ts. */
export const storesOfDistributedTables: Record<string, Record<string, unknown>> = {
  'keywords/store/list-numbers-store.ts': listNumbers,
  'reports/store/column-store.ts': columns,
  'reports/store/finding-store.ts': findings,
  'reports/store/hidden-row-store.ts': hiddenRows,
  'reports/store/keyword-store.ts': keywords,
  'reports/store/planning-store.ts': planning,
  'reports/store/row-count-store.ts': rowCounts,
  'reports/store/row-read-store.ts': rowReads,
  'reports/store/row-store.ts': rows,
  'reports/store/topic-store.ts': topics,
  'reports/store/volume-once-store.ts': volumesOnce,
  'reports/store/writing-sources-store.ts': writing,
}

export type StoreCall = { name: string; run(tx: Tx): Promise<unknown> }

export type StoreRefs = { report: ResourceRef; list: ResourceRef }

export async function createReportForStores(db: Database): Promise<StoreRefs> {
  const [user, workspaceId, id, list] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into users (id, email) values (${user}, ${`${user}@example.com`})`.execute(db)
  await sql`insert into workspaces (id, owner_id, name, color) values (${workspaceId}, ${user}, 'One', 'teal')`.execute(
    db,
  )
  await sql`
    insert into reports (workspace_id, id, type, query, country, language, depth, fresh, is_list, status, stage, units, row_count)
    values (${workspaceId}, ${id}, 'topic', 'tea', 'US', 'en', 1, false, false, 'done', 'enrich', 1, 3000)`.execute(db)
  await sql`insert into keyword_lists (workspace_id, id, name) values (${workspaceId}, ${list}, 'List')`.execute(db)
  return { report: { workspaceId, id }, list: { workspaceId, id: list } }
}

export function listStoreCalls({ report, list }: StoreRefs): StoreCall[] {
  const [rowId, childId, parentTopic, topic] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const at = '2026-01-02T03:04:05.000Z'
  const built = (_id: string, kind: 'parent' | 'topic', parent_id: string | null) => ({
    ...{ _id, kind, parent_id, name: kind, pillar: 'tea', intent: null, keywords: 1, volume: 1, volume_known: 1 },
    ...{ renamed: false, locked: false, parent_pinned: false },
  })
  const before = [built(parentTopic, 'parent', null), built(topic, 'topic', parentTopic)]
  const row = (id: string, key: string, parentId: string | null) => ({
    ...{ id, key, text: key, type: 'question', modifier: null, sources: ['sample'], parentId, depth: 0 },
    ...{ sightings: {}, metrics: null, performance: null, topic: null },
  })
  const request = {
    ...{ source: 'sample', term: 'tea', depth: 0, found: 1, ms: 1, cached: false, fetchedAt: at },
    ...{ urls: ['https://a.example/1'], features: ['video'], questions: null },
  }
  const page = { rank: 1, url: 'https://a.example/1', domain: 'a.example', title: 'A', snippet: 'A' }
  const term = { term: 'tea', kind: 'word' as const, weight: 1, pages: 1, uses: [] }
  const numbers = {
    text: 'tea',
    volume: null,
    monthly: [],
    cpc: null,
    competition: null,
    difficulty: 1,
    provider: 'sample',
  }
  const performance = { impressions: 1, clicks: 1, ctr: 1, position: 1, as_of: null }
  const analyzed = JSON.stringify([
    { id: rowId, key: 'tea', type: 'question', popularity: 1, cluster_id: topic, topic_pinned: false },
  ])
  const moved = JSON.stringify([{ key: 'tea', cluster_id: topic, topic_pinned: true }])
  const call = (name: string, run: StoreCall['run']): StoreCall => ({ name, run })
  return [
    call('upsertRows', (tx) => rows.upsertRows(tx, report, [row(rowId, 'tea', null), row(childId, 'tea pot', rowId)])),
    call('planForMany', (tx) => rows.planForMany(tx)),
    call('updateMetrics', (tx) => rows.updateMetrics(tx, report, [{ ...numbers, key: 'tea' }])),
    call('updatePerformance', (tx) => rows.updatePerformance(tx, report, [{ key: 'tea', performance }])),
    call('insertAsks', (tx) => findings.insertAsks(tx, report, [request])),
    call('upsertPages', (tx) => findings.upsertPages(tx, report, 'sample', [page])),
    call('upsertDiscussions', (tx) =>
      findings.upsertDiscussions(tx, report, [
        { source: 'reddit', title: 'A', url: 'https://r.example/1', score: 1, answers: 1, at, excerpt: null },
      ]),
    ),
    call('replaceFeatures', (tx) =>
      findings.replaceFeatures(tx, report, 'sample', [{ type: 'video', rank: 1, title: 'V' }]),
    ),
    call('replaceTerms', (tx) => findings.replaceTerms(tx, report, [term])),
    call('updatePage', (tx) =>
      findings.updatePage(tx, report, page.url, { error: null, words: 1, headings: [], content: 'A' }),
    ),
    call('updatePageTerms', (tx) => findings.updatePageTerms(tx, report, [{ url: page.url, terms: ['tea'] }])),
    call('resetFailedPages', (tx) => findings.resetFailedPages(tx, report)),
    call('updateAnalysis', (tx) => rows.updateAnalysis(tx, report, [analyzed])),
    call('replaceTopics', (tx) => topics.replaceTopics(tx, report, before)),
    call('updateRowTopics', (tx) => topics.updateRowTopics(tx, report, [moved])),
    call('moveRows', (tx) => topics.moveRows(tx, report, { to: topic, from: null, rowIds: [rowId] })),
    call('numberRows', (tx) => rows.numberRows(tx, report)),
    call('updateTopicFacts', (tx) => topics.updateTopicFacts(tx, report)),
    call('updateVolumesOnce', (tx) => volumesOnce.updateVolumesOnce(tx, report)),
    call('createColumnsIfBig', (tx) => columns.createColumnsIfBig(tx, report, 1)),
    call('insertColumns', (tx) => columns.insertColumns(tx, report, 1)),
    call('updateColumn', (tx) => columns.updateColumn(tx, report, 2, 'cluster_id')),
    call('lockIfColumnsOutdated', (tx) => columns.lockIfColumnsOutdated(tx, report)),
    call('findStoredColumns', (tx) => columns.findStoredColumns(tx, report, 2, [{ name: 'type', labels: true }])),
    call('computeColumns', async (tx) => {
      const requested = [
        { name: 'serp_features', labels: true },
        { name: 'volume', labels: false },
        columns.textsColumn,
      ]
      for (const isNumbered of [true, false]) await columns.computeColumns(tx, report, isNumbered, requested)
    }),
    call('findFilledColumns', (tx) => columns.findFilledColumns(tx, report, ['question'])),
    call('findRowStats', (tx) => columns.findRowStats(tx, report, 'keywords')),
    call('findCollected', (tx) => rows.findCollected(tx, report)),
    call('findRowsToAnalyse', (tx) => rows.findRowsToAnalyse(tx, report)),
    call('findKeys', (tx) => rows.findKeys(tx, report)),
    call('hasVolumes', (tx) => rows.hasVolumes(tx, report)),
    call('findMeasuredDifficulty', (tx) => rows.findMeasuredDifficulty(tx, report)),
    call('findTextsWithoutVolume', (tx) => rows.findTextsWithoutVolume(tx, report, 10)),
    call('countSections', (tx) => rows.countSections(tx, report)),
    call('recountListUnits', (tx) => rowCounts.recountListUnits(tx, report.workspaceId)),
    call('findRows', (tx) =>
      rowReads.findRows(tx, report, {
        section: 'questions',
        types: ['question'],
        clusterIds: [topic],
        visible: true,
        limit: 5,
      }),
    ),
    call('countRows', (tx) => rowReads.countRows(tx, report)),
    call('findRowTexts', (tx) => rowReads.findRowTexts(tx, report, 10)),
    call('findRowsByKey', (tx) => rowReads.findRowsByKey(tx, report, ['tea', 'tea pot'])),
    call('findRowsAt', (tx) => rowReads.findRowsAt(tx, report, [1, 2])),
    call('findRowsAfter', (tx) => rowReads.findRowsAfter(tx, report, { section: 'keywords' }, 0, 10)),
    call('findParentTexts', (tx) => rowReads.findParentTexts(tx, report)),
    call('findLatestRows', (tx) => rowReads.findLatestRows(tx, report, at, 5)),
    call('findKeyword', (tx) => keywords.findKeyword(tx, report, rowId)),
    call('findDifficultyProviders', (tx) => keywords.findDifficultyProviders(tx, report, [rowId])),
    call('findChildren', (tx) => keywords.findChildren(tx, report, rowId, 5)),
    call('findKeywordSerps', (tx) => keywords.findKeywordSerps(tx, report, 'tea')),
    call('findPageFacts', (tx) => keywords.findPageFacts(tx, report, [page.url])),
    call('findAsks', (tx) => findings.findAsks(tx, report)),
    call('findPeopleAlsoAsk', (tx) => findings.findPeopleAlsoAsk(tx, report)),
    call('findSerps', (tx) => findings.findSerps(tx, report)),
    call('findProvenance', (tx) => findings.findProvenance(tx, report)),
    call('findDiscussions', (tx) => findings.findDiscussions(tx, report)),
    call('findBestPages', (tx) => findings.findBestPages(tx, report)),
    call('findSerpPages', (tx) => findings.findSerpPages(tx, report)),
    call('findFeatures', (tx) => findings.findFeatures(tx, report)),
    call('findTerms', (tx) => findings.findTerms(tx, report)),
    call('hasFindings', (tx) => findings.hasFindings(tx, report, ['ideas'])),
    call('countAnsweredTerms', (tx) => findings.countAnsweredTerms(tx, report)),
    call('findClusters', (tx) => topics.findClusters(tx, report)),
    call('findCluster', (tx) => topics.findCluster(tx, report, topic)),
    call('findLargestTopic', (tx) => topics.findLargestTopic(tx, report)),
    call('findClusterPage', (tx) => topics.findClusterPage(tx, report, { limit: 5, offset: 0 })),
    call('findLeafIds', (tx) => topics.findLeafIds(tx, report, [parentTopic])),
    call('findBuiltTopics', (tx) => topics.findBuiltTopics(tx, report)),
    call('findTopicState', (tx) => topics.findTopicState(tx, report, true)),
    call('findTopicSizes', (tx) => topics.findTopicSizes(tx, report)),
    call('bumpTopicsVersion', (tx) => topics.bumpTopicsVersion(tx, report, 2, null)),
    call('updateTopics', (tx) =>
      topics.updateTopics(
        tx,
        report,
        [...before, built(randomUUID(), 'topic', null)],
        [{ ...before[0]!, name: 'renamed' }, before[1]!, built(randomUUID(), 'topic', null)],
      ),
    ),
    call('findWritingSources', (tx) => writing.findWritingSources(tx, report, { maxQuestions: 5, clusterId: topic })),
    call('findWritingTopic', (tx) => writing.findWritingTopic(tx, report, topic)),
    call('findMainTopic', (tx) => writing.findMainTopic(tx, report)),
    call('findLoneKeyword', (tx) => writing.findLoneKeyword(tx, report, 'tea pot')),
    call('isListReport', (tx) => writing.isListReport(tx, report)),
    call('countTopicUrls', (tx) => writing.countTopicUrls(tx, report, [topic])),
    call('findPlanningRows', (tx) => planning.findPlanningRows(tx, report)),
    call('lockReportStatus', (tx) => hiddenRows.lockReportStatus(tx, report)),
    call('setRowsHidden', (tx) => hiddenRows.setRowsHidden(tx, report, [rowId], true)),
    call('addKnownNumbers', async (tx) => {
      const id = randomUUID()
      await sql`insert into keyword_list_items (workspace_id, list_id, key, id, text, from_kind, from_id)
        values (${list.workspaceId}, ${list.id}, 'tea', ${id}, 'tea', 'report', ${report.id})`.execute(tx)
      await listNumbers.addKnownNumbers(tx, list, { items: [{ id, text: 'tea', from_kind: 'report' }], language: 'en' })
      const { rows: found } = await sql<{ numbers: { difficulty: number } | null }>`
        select numbers from keyword_list_items where workspace_id = ${list.workspaceId} and list_id = ${list.id} and id = ${id}`.execute(
        tx,
      )
      if (found[0]?.numbers?.difficulty === undefined)
        throw new Error('The report’s numbers weren’t copied to the list.')
    }),
    call('findGroupPages', (tx) => {
      const days = { period: null, upload: null, lastDay: '2026-11-19', weight: 28 }
      return findGroupPages(tx, report.workspaceId, new Map([[randomUUID(), days]]), topicWords(report))
    }),
    call('deleteColumns', (tx) => columns.deleteColumns(tx, report)),
    call('deleteIdeas', (tx) => rows.deleteIdeas(tx, report)),
  ]
}
