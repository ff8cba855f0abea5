/**
 * The names that topics get, to be read and judged by a person: all sample topics, and three lists a shop or a blog would have.
 *
 *   node bench/topic-names.ts            every name with its keywords
 *   node bench/topic-names.ts names      names only
 */
import { createWordReader } from '../src/features/keywords/rules/clustering/word-reader.ts'
import { createDemoReports } from '../src/features/reports/demo/demo-report.ts'
import { AppError } from '../src/kit/errors.ts'
import type { Threads } from '../src/platform/threads/worker-threads.ts'
import { getSampleTopics, sampleSource } from '../src/providers/search-data/sample.ts'
import { getListTopics } from './list-topics.ts'
import { copperKitchenware, deskShop, shortQuestions } from './named-lists.ts'

type Named = { list: string; kind: string; name: string; keywords: string[] }

const threads: Threads = {
  run: async (module, input) => (await import(module.href)).default(input),
  stop: async () => {},
}

async function getSampleNames(query: string): Promise<Named[]> {
  const demo = createDemoReports({
    sources: new Map([['sample', sampleSource]]),
    isSampleTopic: () => true,
    fetchPage: async () => ({ ok: false, error: new AppError('upstream_failed', 'No page is needed.') }),
    threads,
    countOrRefuse: async () => {},
  })
  const locale = { country: 'US', language: 'en' }
  const { sections } = await demo.report({ query, ...locale }, '203.0.113.9', new AbortController().signal)
  const rows = sections.keywords!
  return sections
    .clusters!.filter(({ kind }) => kind !== 'standalone')
    .map(({ _id, kind, name }) => ({
      list: query,
      kind,
      name,
      keywords: rows.filter(({ cluster_id }) => cluster_id === _id).map(({ text }) => text),
    }))
}

function getListNames(list: string, keywords: readonly string[], volumes?: readonly number[]): Named[] {
  const { clusters, topicOfRow } = getListTopics({ keywords, volumes })
  return clusters
    .filter(({ kind }) => kind !== 'standalone')
    .map(({ _id, kind, name }) => ({
      list,
      kind,
      name,
      keywords: keywords.filter((_, at) => topicOfRow[at] === _id),
    }))
}

const names = [
  ...(await Promise.all(getSampleTopics().map(({ name }) => getSampleNames(name)))).flat(),
  ...getListNames(
    'desk shop',
    deskShop.map(([text]) => text),
    deskShop.map(([, volume]) => volume),
  ),
  ...getListNames('copper kitchenware', copperKitchenware),
  ...getListNames('short questions', shortQuestions),
]
const isShort = process.argv[2] === 'names'
const read = createWordReader('en')
for (const { list, kind, name, keywords } of names) {
  const isKeyword = keywords.includes(name)
  console.log(
    [
      list,
      kind === 'parent' ? 'PARENT' : String(keywords.length),
      name,
      isKeyword ? 'keyword' : `${read(name).length} w`,
    ]
      .concat(isShort ? [] : [keywords.slice(0, 6).join(' | ')])
      .join('\t'),
  )
}
console.log(`${names.length} names, ${names.filter(({ name }) => read(name).length === 1).length} of one word`)
