import { z } from 'zod'
import { getDataForSeoOverview } from '../ai-overview.ts'
import { bestPages, ranked, tidy, toPeopleAlsoAsk } from '../normalize-answer.ts'
import type { KeywordMetrics, PostedTask, QueuedTask, SerpFeature, Trend, TrendComparison, Volume } from '../port.ts'
import { optionalField, sideRows } from '../readable-rows.ts'
import { type Fault, outOfCredit, refusedCredentials, type VendorVoice } from '../vendor-client/vendor-errors.ts'
import { dollars } from './dataforseo-prices.ts'

/** Reading DataForSEO's answers. Source: https://docs.dataforseo.com/v3/ */

export type Answered<Value> = { value: Value; costUsd: number }

const task = z.object({
  id: z.string().nullish(),
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nullish(),
  data: z.looseObject({ tag: z.string().nullish() }).nullish(),
  result: z.array(z.unknown()).nullish(),
})
const envelope = z.object({
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nullish(),
  tasks: z.array(task).nullish(),
})
type Task = z.output<typeof task>

const ok = 20000
const created = 20100
const noResults = 40102
/** A task that is being worked on, and one that waits. */
const waiting = [40601, 40602]
const fine = new Set([ok, created, noResults, ...waiting])

/**
 * Maps the status codes inside an answer, which always comes with HTTP 200. Of several tasks, failed ones are
 * reported with the rest; the call fails only when all tasks failed.
 */
export function getComplaint(body: unknown, voice: VendorVoice): Fault | null {
  const answer = envelope.parse(body)
  const tasks = answer.tasks ?? []
  if (answer.status_code === ok && tasks.some(({ status_code }) => fine.has(status_code))) return null
  const worst = answer.status_code === ok ? tasks[0] : answer
  if (!worst) return { ...inTrouble, what: 'answered without a task' }
  return faultOfCode(worst, voice)
}

function faultOfCode(
  { status_code: code, status_message: message }: Pick<Task, 'status_code' | 'status_message'>,
  voice: VendorVoice,
): Fault | null {
  if (fine.has(code)) return null
  const what = `answered ${code} ("${tidy(message).replace(/\.$/, '')}")`
  if (code === 40100 || code === 40104 || code === 40204 || code === 40207) return refusedCredentials(voice, what)
  if (code === 40200 || code === 40203 || code === 40210) return outOfCredit(voice, what)
  if (code === 40201)
    return {
      kind: 'unauthorized',
      what: `${what}: the account is paused`,
      advice: 'Ask DataForSEO’s support to resume it, or leave the source out.',
      retries: 0,
      weighs: true,
    }
  if (code === 40202 || code === 40209 || code === 40208)
    return { kind: 'rate_limited', what, advice: inTrouble.advice, retries: 2, weighs: true }
  if (code === 40501 && /\b(?:location|language)_(?:code|name)\b/.test(message ?? ''))
    return {
      kind: 'unsupported',
      what: `doesn’t have this country and language: it ${what}`,
      advice: 'Choose another country or language for it, or leave the source out.',
      retries: 0,
      weighs: false,
    }
  if (code >= 40400 && code < 40600)
    return {
      kind: 'bad_answer',
      what,
      advice: 'Try other words, or leave the source out.',
      retries: 0,
      weighs: false,
    }
  return { ...inTrouble, what }
}

const inTrouble = {
  kind: 'server_error',
  advice: 'Try again later, or leave the source out.',
  retries: 2,
  weighs: true,
} as const

/** What all tasks of an answer cost. */
export function getCost(body: unknown): number | null {
  const answer = envelope.parse(body)
  const tasks = answer.tasks ?? []
  return tasks.length > 0 ? dollars(tasks.reduce((sum, { cost }) => sum + (cost ?? 0), 0)) : (answer.cost ?? 0)
}

/** The results of the one task. */
export const taskResults = (body: unknown): unknown[] =>
  (envelope.parse(body).tasks?.[0]?.result ?? []).filter((result) => result !== null)

/** task_post: the tasks in the order they were sent, each with the id it is collected by. */
export function postedTasks(body: unknown, sent: readonly QueuedTask[]): PostedTask[] {
  const tasks = envelope.parse(body).tasks ?? []
  const byTag = new Map(tasks.flatMap((one) => (one.data?.tag ? [[one.data.tag, one] as const] : [])))
  return sent.map(({ tag }, at) => {
    const posted = byTag.get(tag) ?? tasks[at]
    const id = posted?.status_code === created ? (posted.id ?? null) : null
    return { tag, id, error: id === null ? tidy(posted?.status_message) || 'It was not taken' : null }
  })
}

const readyTask = z.object({ id: z.string(), tag: z.string().nullish() })

/** tasks_ready */
export const readyTasks = (body: unknown): { id: string; tag: string | null }[] =>
  (envelope.parse(body).tasks ?? []).flatMap(({ result }) =>
    (result ?? []).flatMap((one) => {
      const found = readyTask.safeParse(one).data
      return found ? [{ id: found.id, tag: found.tag ?? null }] : []
    }),
  )

/** task_get/advanced; null while the task waits. */
export function collectedPage(body: unknown, depth = 10) {
  const collected = envelope.parse(body).tasks?.[0]
  return collected && waiting.includes(collected.status_code) ? null : getResultPage(taskResults(body), depth)
}

const pageItem = z.object({
  type: z.string(),
  rank_group: z.number().nullish(),
  rank_absolute: z.number().nullish(),
  title: z.string().nullish(),
  url: z.string().nullish(),
  description: z.string().nullish(),
  items: z.array(z.union([z.string(), z.looseObject({ title: z.string().nullish() })])).nullish(),
  /** Null unless the task has `calculate_rectangles`. */
  rectangle: optionalField(z.object({ y: z.number() })),
})
const paaElement = z.object({
  title: z.string(),
  /** The question that was opened to find this one. */
  seed_question: optionalField(z.string()),
  expanded_element: sideRows(
    z.object({
      title: optionalField(z.string()),
      url: optionalField(z.string()),
      description: optionalField(z.string()),
      featured_title: optionalField(z.string()),
    }),
  ),
})
const resultPage = z.object({ items: z.array(z.unknown()).nullish() })

/** The items of all results: an answer may hold several. */
const getItems = (results: unknown[]) => results.flatMap((result) => resultPage.parse(result).items ?? [])

/** serp/google/organic/live/advanced */
export function getResultPage(results: unknown[], depth = 10) {
  const all = getItems(results)
  const items = all.flatMap((item) => pageItem.safeParse(item).data ?? [])
  const organic = items.filter(({ type }) => type === 'organic')
  const namesIn = (itemType: string) =>
    items
      .filter(({ type }) => type === itemType)
      .flatMap((item) => (item.items ?? []).map((inner) => (typeof inner === 'string' ? inner : inner.title)))
  return {
    pages: bestPages(
      organic.map(({ url, title, description, rank_group, rectangle }) => ({
        url,
        title,
        snippet: description,
        rank: rank_group,
        pixels: rectangle?.y,
      })),
      depth,
    ),
    questions: ranked(namesIn('people_also_ask'), 'question'),
    related: ranked([...namesIn('related_searches'), ...namesIn('people_also_search')], 'related'),
    features: getFeatures(items.filter(({ type }) => type !== 'organic')),
    aiOverview: getDataForSeoOverview(all),
    peopleAlsoAsk: getPeopleAlsoAsk(items.filter(({ type }) => type === 'people_also_ask')),
  }
}

function getPeopleAlsoAsk(boxes: z.output<typeof pageItem>[]) {
  const elements = boxes.flatMap((box) => (box.items ?? []).flatMap((item) => paaElement.safeParse(item).data ?? []))
  return toPeopleAlsoAsk(
    elements.map(({ title, seed_question, expanded_element: [page] }) => ({
      text: title,
      parent: seed_question,
      answer: page?.description ?? page?.featured_title,
      title: page?.title,
      url: page?.url,
    })),
  )
}

/** Each kind of SERP feature once, at its first position. */
function getFeatures(items: z.output<typeof pageItem>[]): SerpFeature[] {
  const features = new Map<string, SerpFeature>()
  for (const { type, rank_absolute, title } of items) {
    if (!features.has(type)) features.set(type, { type, rank: rank_absolute ?? null, title: tidy(title) || null })
  }
  return [...features.values()]
}

const monthly = z.array(z.object({ year: z.number(), month: z.number(), search_volume: z.number().nullish() }))
const numbers = z.object({
  search_volume: z.number().nullish(),
  cpc: z.number().nullish(),
  /** 0..1 in Labs; a word ("HIGH") in Google Ads' data, which give `competition_index` 0..100. */
  competition: z.union([z.number(), z.string()]).nullish(),
  competition_index: z.number().nullish(),
  monthly_searches: monthly.nullish(),
  last_updated_time: z.string().nullish(),
})
const adsKeyword = numbers.extend({ keyword: z.string() })
const idea = z.object({
  keyword: z.string(),
  keyword_info: numbers.nullish(),
  keyword_properties: z.object({ keyword_difficulty: z.number().nullish() }).nullish(),
})
const ideas = z.object({
  seed_keyword: z.string().nullish(),
  seed_keyword_data: idea.nullish(),
  /** Beside the seed's data where these are a result of their own. */
  keyword_properties: idea.shape.keyword_properties,
  items: z.array(idea).nullish(),
})

/** keywords_data/google_ads/search_volume/live */
export const getSearchVolumes = (results: unknown[]): KeywordMetrics[] =>
  results.map((result) => adsKeyword.parse(result)).map((item) => getMetrics(item.keyword, item, null))

/** dataforseo_labs/google/keyword_suggestions/live, the seed's own numbers first. */
export function getIdeas(results: unknown[]): KeywordMetrics[] {
  const found = results.map((result) => ideas.parse(result))
  const seeds = found.flatMap(({ seed_keyword_data: seed, keyword_properties }) =>
    seed ? [{ ...seed, keyword_properties: seed.keyword_properties ?? keyword_properties }] : [],
  )
  return [...seeds, ...found.flatMap(({ items }) => items ?? [])].map((item) =>
    getMetrics(item.keyword, item.keyword_info ?? {}, item.keyword_properties?.keyword_difficulty ?? null),
  )
}

function getMetrics(text: string, item: z.output<typeof numbers>, difficulty: number | null): KeywordMetrics {
  const months = (item.monthly_searches ?? [])
    .flatMap(({ year, month, search_volume }) =>
      typeof search_volume === 'number'
        ? [{ t: `${year}-${String(month).padStart(2, '0')}-01`, v: search_volume }]
        : [],
    )
    .sort((a, b) => (a.t < b.t ? -1 : 1))
  const updated = item.last_updated_time ? Date.parse(item.last_updated_time) : Number.NaN
  const measuredOn = Number.isNaN(updated) ? (months.at(-1)?.t ?? null) : new Date(updated).toISOString().slice(0, 10)
  return {
    text,
    volume: typeof item.search_volume === 'number' ? getVolume(item.search_volume, measuredOn) : null,
    monthly: months,
    cpc: typeof item.cpc === 'number' ? { value: item.cpc, currency: 'USD' } : null,
    competition: getCompetition(item),
    difficulty,
    provider: 'dataforseo',
  }
}

const getVolume = (value: number, as_of: string | null): Volume => ({
  value,
  low: null,
  high: null,
  provider: 'dataforseo',
  as_of,
})

function getCompetition({ competition, competition_index }: z.output<typeof numbers>) {
  if (typeof competition_index === 'number') return competition_index / 100
  return typeof competition === 'number' ? competition : null
}

const difficulties = z.object({
  items: z.array(z.object({ keyword: z.string(), keyword_difficulty: z.number().nullish() })).nullish(),
})

/** dataforseo_labs/google/bulk_keyword_difficulty/live, by keyword. */
export const getDifficulties = (results: unknown[]): Map<string, number | null> =>
  new Map(
    results
      .flatMap((result) => difficulties.parse(result).items ?? [])
      .map((item) => [item.keyword, item.keyword_difficulty ?? null]),
  )

const graph = z.object({
  type: z.literal('google_trends_graph'),
  data: z.array(
    z.object({
      date_from: z.string(),
      date_to: z.string().nullish(),
      missing_data: z.boolean().nullish(),
      values: z.array(z.number().nullable()),
    }),
  ),
})
/** One of all keywords, and one of each. */
const map = z.object({
  type: z.literal('google_trends_map'),
  data: z.array(z.object({ geo_name: z.string(), values: z.array(z.number().nullable()) })),
})
const query = z.object({ query: z.string() })
const queries = z.object({
  type: z.literal('google_trends_queries_list'),
  keywords: z.array(z.string()).nullish(),
  data: z.object({ top: z.array(query).nullish(), rising: z.array(query).nullish() }),
})

/** keywords_data/google_trends/explore/live for one keyword. A span not over yet is partial. */
export function getTrend(results: unknown[]): Trend | null {
  const compared = getComparison(results, [''])
  const [related] = compared?.related ?? []
  return compared
    ? {
        provider: compared.provider,
        scale: 'relative',
        points: compared.series[0]?.points ?? [],
        related: related ? { top: related.top, rising: related.rising } : null,
        regions: getRegions(results),
      }
    : null
}

/** Interest by region for one keyword, highest first; null without a map. */
function getRegions(results: unknown[]): Trend['regions'] {
  const drawn = getItems(results).flatMap((item) => map.safeParse(item).data ?? [])[0]
  if (!drawn) return null
  return drawn.data
    .flatMap(({ geo_name, values: [value] }) => (typeof value === 'number' ? [{ name: tidy(geo_name), value }] : []))
    .sort((a, b) => b.value - a.value)
}

/**
 * The same for several terms: their values share one scale, and each has its own list of queries. `terms` are in
 * the order in which they were sent.
 */
export function getComparison(
  results: unknown[],
  terms: readonly string[],
  { withoutLines = false } = {},
): Omit<TrendComparison, 'costUsd' | 'incomplete'> | null {
  const items = getItems(results)
  const drawn = items.flatMap((item) => graph.safeParse(item).data ?? [])[0]
  if (!drawn && !withoutLines) return null
  const today = new Date().toISOString().slice(0, 10)
  const lists = items.flatMap((item) => queries.safeParse(item).data ?? [])
  const texts = (list: { query: string }[] | null | undefined) => (list ?? []).map((one) => one.query)
  return {
    provider: 'google_trends',
    scale: 'relative',
    series: terms.map((term, at) => ({
      term,
      about: null,
      points: (drawn?.data ?? []).flatMap(({ date_from, date_to, missing_data, values }) => {
        const v = values[at]
        return typeof v === 'number'
          ? [
              {
                t: date_from.slice(0, 10),
                v,
                partial: missing_data === true || (date_to ?? date_from).slice(0, 10) >= today,
              },
            ]
          : []
      }),
    })),
    related: lists.map(({ keywords, data }, at) => ({
      term: (keywords?.length === 1 ? keywords[0] : terms[at]) ?? '',
      top: texts(data.top),
      rising: texts(data.rising),
    })),
  }
}
