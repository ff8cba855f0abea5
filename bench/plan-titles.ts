/**
 * The pages that plans propose, to be read and judged by a person: all sample topics, and lists a shop or a blog would have.
 *
 *   node bench/plan-titles.ts            every page with its keywords
 *   node bench/plan-titles.ts counts     counts only
 */

import type { PlanSourceData } from '../src/features/content-plan/rules/plan-model.ts'
import { proposePlan } from '../src/features/content-plan/rules/propose/propose-plan.ts'
import { createDemoReports } from '../src/features/reports/demo/demo-report.ts'
import { getIntent } from '../src/features/reports/rules/keywords/classify-intent.ts'
import { createClassifier } from '../src/features/reports/rules/keywords/classify-keyword.ts'
import type { Intent } from '../src/features/reports/rules/keywords/intent.ts'
import { buildTopics } from '../src/features/reports/rules/topics/build-topics.ts'
import type { TopicRow } from '../src/features/reports/rules/topics/topic-model.ts'
import { AppError } from '../src/kit/errors.ts'
import type { Threads } from '../src/platform/threads/worker-threads.ts'
import { getSampleTopics, sampleSource } from '../src/providers/search-data/sample.ts'
import { makeBikeShop, makeGardenShop } from './held-out-lists.ts'
import { makeShopList } from './keyword-lists.ts'
import { copperKitchenware, deskShop, shortQuestions } from './named-lists.ts'

const threads: Threads = {
  run: async (module, input) => (await import(module.href)).default(input),
  stop: async () => {},
}

async function getSample(query: string): Promise<PlanSourceData> {
  const demo = createDemoReports({
    sources: new Map([['sample', sampleSource]]),
    isSampleTopic: () => true,
    fetchPage: async () => ({ ok: false, error: new AppError('upstream_failed', 'No page is needed.') }),
    threads,
    countOrRefuse: async () => {},
  })
  const { sections } = await demo.report({ query, country: 'US', language: 'en' }, '203.0.113.9', AbortSignal.any([]))
  return {
    language: 'en',
    seed: query,
    topics: sections.clusters!.map(({ _id, kind, parent_id, name, pillar, overlaps }) => ({
      ...{ id: _id, kind, isNamed: false, parentId: parent_id, name, pillar, overlaps },
    })),
    keywords: sections
      .keywords!.filter(({ type }) => type !== 'idea')
      .map(({ text, cluster_id, volume, difficulty, intent }) => ({
        key: text,
        text,
        volume: volume?.value ?? null,
        difficulty: difficulty ?? null,
        intent: (intent?.main ?? null) as Intent | null,
        provider: volume?.provider ?? null,
        as_of: volume?.as_of ?? null,
        topicId: cluster_id,
      })),
  }
}

function getList(texts: readonly string[], volumes?: readonly number[]): PlanSourceData {
  const classify = createClassifier('', 'en')
  const rows = texts.map(
    (text, at): TopicRow => ({
      text,
      type: classify(text).type,
      intent: getIntent(text, 'en').main,
      volume: volumes?.[at] ?? null,
      cluster_id: null,
      topic_pinned: false,
      given_topic: null,
      given_parent: null,
    }),
  )
  let lastId = 0
  const { clusters, topicOfRow } = buildTopics({
    rows,
    serps: {},
    previous: [],
    language: 'en',
    seed: null,
    strictness: 'balanced',
    newId: () => String(++lastId),
  })
  return {
    language: 'en',
    seed: null,
    topics: clusters.map(({ _id, kind, parent_id, name, pillar }) => ({
      ...{ id: _id, kind, isNamed: false, parentId: parent_id, name, pillar, overlaps: [] },
    })),
    keywords: rows.map(({ text, volume, intent }, at) => ({
      ...{ key: text, text, volume, difficulty: null, intent: intent as Intent | null, provider: null, as_of: null },
      topicId: topicOfRow[at] ?? null,
    })),
  }
}

const sources: Record<string, PlanSourceData> = {}
for (const { name } of getSampleTopics()) sources[name] = await getSample(name)
sources['desk shop'] = getList(
  deskShop.map(([text]) => text),
  deskShop.map(([, volume]) => volume),
)
sources['copper kitchenware'] = getList(copperKitchenware)
sources['short questions'] = getList(shortQuestions)
sources['home goods, 300'] = getList(makeShopList(30, 10, 1).keywords)
sources['bike shop'] = getList(makeBikeShop(60, 9, 1).keywords)
sources['garden shop'] = getList(makeGardenShop(60, 9, 1).keywords)

for (const [list, source] of Object.entries(sources)) {
  const { items } = proposePlan(source, 500)
  const topics = source.topics.filter(({ kind }) => kind === 'topic').length
  const alone = items.filter(({ keywords }) => keywords.length === 1).length
  console.log(
    `## ${list}: ${source.keywords.length} keywords, ${topics} topics → ${items.length} items, ${alone} of one keyword`,
  )
  if (process.argv[2] === 'counts') continue
  for (const { title, role, keywords } of items)
    console.log(
      `${role === 'pillar' ? '' : '  '}${title}\t${keywords.length}\t${keywords
        .slice(0, 4)
        .map(({ text }) => text)
        .join(' | ')}`,
    )
}
