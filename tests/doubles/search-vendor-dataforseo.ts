import { randomUUID } from 'node:crypto'
import { pagesAbout } from './search-vendor-pages.ts'
import { addRectangles, type PlannedSerp, toPlannedItems } from './search-vendor-planned-serp.ts'
import { type Asked, credentials, type VendorAnswer } from './search-vendor-wire.ts'
import { getChance, getCompletions, questionsAbout, topicWords } from './search-vendor-words.ts'

/**
 * DataForSEO v3, live and queued. The queue belongs to the account: a task posted here stays until any client collects
 * it. Source: https://docs.dataforseo.com/v3/serp/google/organic/task_post
 *
 * Responds with 200 to everything but a wrong login; the result codes are in the body.
 */

type Task = Record<string, unknown> & {
  keyword?: string
  keywords?: string[]
  limit?: number
  depth?: number
  device?: string
  calculate_rectangles?: boolean
  time_range?: string
  language_code?: string
  tag?: string
  item_types?: string[]
}

const version = '0.1.20260101'

type QueuedTask = { id: string; task: Task; readyAt: number; isCollected: boolean }

/** Tasks waiting to be collected, of all clients of the account. */
export type DataForSeoQueue = {
  tasks: Map<string, QueuedTask>
  readyAfterMs: number
  /** Result pages by keyword that a test planned; others are generated. */
  planned: Map<string, PlannedSerp>
}

export const createDataForSeoQueue = (): DataForSeoQueue => ({
  tasks: new Map(),
  readyAfterMs: 0,
  planned: new Map(),
})

const readyAtOnce = 1000
const tasksAtOnce = 100
const posting = '/v3/serp/google/organic/task_post'
const collecting = '/v3/serp/google/organic/task_get/advanced/'

export function dataForSeoAnswer({ request, url, body, origin, queue }: Asked): VendorAnswer {
  const expected = Buffer.from(`${credentials.DATAFORSEO_LOGIN}:${credentials.DATAFORSEO_PASSWORD}`).toString('base64')
  if (request.headers.authorization !== `Basic ${expected}`) {
    return answer(
      null,
      {
        status_code: 40100,
        status_message: 'You are not Authorized to Access this resource.',
        cost: 0,
        tasks_count: 0,
        tasks_error: 0,
        tasks: null,
      },
      401,
    )
  }
  if (url.pathname === '/v3/serp/google/organic/tasks_ready')
    return answer(null, whole(url, {}, 20000, 'Ok.', 0, ready(queue)))
  if (url.pathname.startsWith(collecting)) return collected(url, queue, origin)
  let tasks: Task[] = []
  try {
    tasks = JSON.parse(body)
  } catch {
    tasks = []
  }
  if (url.pathname === posting && Array.isArray(tasks)) return posted(url, queue, tasks)
  const task = Array.isArray(tasks) ? tasks[0] : undefined
  const term = task?.keyword ?? task?.keywords?.join(', ') ?? null
  if (!task) return answer(term, whole(url, {}, 40503, 'POST Data Is Invalid.', 0, null))
  const refused = refusal(url.pathname, task)
  if (refused) return answer(term, whole(url, task, 40501, refused, 0, null))
  const done = getResult(url.pathname, task, origin, queue)
  if (!done) return answer(term, { status_code: 40400, status_message: 'Not Found.', tasks: null }, 404)
  return answer(term, whole(url, task, 20000, 'Ok.', done.cost, done.result))
}

function posted(url: URL, queue: DataForSeoQueue, tasks: Task[]): VendorAnswer {
  const made = tasks.map((task, at) => {
    const refused = refusal(url.pathname, task)
    if (at >= tasksAtOnce) return taskAnswer(url, task, 40006, 'You can set no more than 100 tasks at a time.', 0, null)
    if (refused) return taskAnswer(url, task, 40501, refused, 0, null)
    const id = randomUUID()
    queue.tasks.set(id, { id, task, readyAt: Date.now() + queue.readyAfterMs, isCollected: false })
    return { ...taskAnswer(url, task, 20100, 'Task Created.', getPrice(0.0006, task), null), id }
  })
  const cost = Math.round(made.reduce((sum, task) => sum + task.cost, 0) * 1e6) / 1e6
  return answer(null, {
    status_code: 20000,
    status_message: 'Ok.',
    time: '0.1 sec.',
    cost,
    tasks_count: made.length,
    tasks_error: made.filter(({ status_code }) => status_code !== 20100).length,
    tasks: made,
  })
}

const ready = (queue: DataForSeoQueue) =>
  [...queue.tasks.values()]
    .filter(({ readyAt, isCollected }) => !isCollected && readyAt <= Date.now())
    .slice(0, readyAtOnce)
    .map(({ id, task }) => ({
      id,
      se: 'google',
      se_type: 'organic',
      date_posted: new Date().toISOString(),
      tag: task.tag ?? '',
      endpoint_regular: `/v3/serp/google/organic/task_get/regular/${id}`,
      endpoint_advanced: `${collecting}${id}`,
      endpoint_html: null,
    }))

function collected(url: URL, queue: DataForSeoQueue, origin: string): VendorAnswer {
  const found = queue.tasks.get(url.pathname.slice(collecting.length))
  if (!found) return answer(null, whole(url, {}, 40401, 'Task Not Found.', 0, null))
  const { task, readyAt } = found
  const term = task.keyword ?? null
  if (readyAt > Date.now()) return answer(term, whole(url, task, 40602, 'Task In Queue.', 0, null))
  found.isCollected = true
  const location = { se_type: 'google', location_code: task.location_code, language_code: task.language_code }
  return answer(term, whole(url, task, 20000, 'Ok.', 0, [resultPage(task, location, origin, queue)]))
}

const answer = (term: string | null, body: object, status = 200): VendorAnswer => ({
  vendor: 'dataforseo',
  term,
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ version, ...body }),
})

function whole(url: URL, data: Task, code: number, message: string, cost: number, result: unknown[] | null) {
  const isOk = code === 20000
  return {
    status_code: 20000,
    status_message: 'Ok.',
    time: '0.1 sec.',
    cost,
    tasks_count: 1,
    tasks_error: isOk ? 0 : 1,
    tasks: [taskAnswer(url, data, code, message, cost, result)],
  }
}

const taskAnswer = (url: URL, data: Task, code: number, message: string, cost: number, result: unknown[] | null) => ({
  id: '00000000-0000-0000-0000-000000000000',
  status_code: code,
  status_message: message,
  time: '0.1 sec.',
  cost,
  result_count: result?.length ?? 0,
  path: url.pathname.slice(1).split('/'),
  data,
  result,
})

/** The language codes of Labs; Google Ads uses older ones ("no", "iw", "zh_TW"). */
const labsLanguages = new Set(
  'ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh-CN zh-TW'.split(
    ' ',
  ),
)

const refusedSigns = /[,!@%^()={};~`<>?\\|―]/

function refusal(path: string, task: Task): string | null {
  const wantsMany = /search_volume|bulk_keyword_difficulty|google_trends/.test(path)
  if (wantsMany && (!Array.isArray(task.keywords) || task.keywords.length === 0)) return "Invalid Field: 'keywords'."
  if (wantsMany && task.keywords!.length > (path.includes('google_trends') ? 5 : 1000))
    return "Invalid Field: 'keywords'."
  if (
    path.includes('search_volume') &&
    task.keywords!.some((word) => refusedSigns.test(word) || word.length > 80 || word.split(' ').length > 10)
  ) {
    return "Invalid Field: 'keywords'. One of the keywords has invalid characters or is too long."
  }
  if (!wantsMany && !task.keyword) return "Invalid Field: 'keyword'."
  const needsLocation = !path.includes('google_trends')
  if (needsLocation && !task.location_code && !task.location_name) return "Invalid Field: 'location_code'."
  if (path.includes('dataforseo_labs/') && !labsLanguages.has(task.language_code ?? ''))
    return "Invalid Field: 'language_code'."
  if (path.includes('serp/') && !task.language_code && !task.language_name) return "Invalid Field: 'language_code'."
  return null
}

function getResult(
  path: string,
  task: Task,
  origin: string,
  queue: DataForSeoQueue,
): { cost: number; result: unknown[] } | null {
  const location = { se_type: 'google', location_code: task.location_code, language_code: task.language_code }
  switch (path) {
    case '/v3/serp/google/organic/live/advanced':
      return { cost: getPrice(0.002, task), result: [resultPage(task, location, origin, queue)] }
    case '/v3/keywords_data/google_ads/search_volume/live':
      return {
        cost: 0.075,
        result: task.keywords!.map((keyword) => ({
          keyword,
          spell: null,
          ...location,
          search_partners: false,
          ...adsNumbers(keyword),
        })),
      }
    case '/v3/dataforseo_labs/google/keyword_suggestions/live':
    case '/v3/dataforseo_labs/google/keyword_ideas/live': {
      const items = ideasFor(task.keyword ?? task.keywords![0]!, Math.min(task.limit ?? 100, 60)).map((keyword) =>
        idea(keyword, location),
      )
      const seed = idea(task.keyword ?? task.keywords![0]!, location)
      return {
        cost: 0.01 + items.length * 0.0001,
        result: [
          {
            ...location,
            seed_keyword: task.keyword,
            seed_keyword_data: seed,
            total_count: items.length,
            items_count: items.length,
            offset: 0,
            items,
          },
        ],
      }
    }
    case '/v3/dataforseo_labs/google/bulk_keyword_difficulty/live': {
      const items = task.keywords!.map((keyword) => ({
        se_type: 'google',
        keyword,
        keyword_difficulty: difficulty(keyword),
      }))
      return {
        cost: 0.01 + items.length * 0.0001,
        result: [{ ...location, total_count: items.length, items_count: items.length, items }],
      }
    }
    case '/v3/keywords_data/google_trends/explore/live':
      return { cost: 0.009, result: [trends(task, location)] }
    default:
      return null
  }
}

/**
 * Each ten results after the first cost 75 % of the price: https://dataforseo.com/pricing/serp/google-organic-serp-api. Rectangles
 * cost the price once more, at any depth: https://dataforseo.com/update/organic-serp-api-pricing-changes-now-in-effect
 */
const getPrice = (firstTen: number, { depth = 10, calculate_rectangles = false }: Task) =>
  Math.round(firstTen * (1 + 0.75 * (Math.ceil(depth / 10) - 1) + (calculate_rectangles ? 1 : 0)) * 1e6) / 1e6

const difficulty = (keyword: string) => Math.round(getChance(`difficulty:${keyword}`) * 100)

const ideasFor = (term: string, count: number) =>
  [
    ...new Set([
      ...getCompletions(term, 'dataforseo', 'en', count),
      ...topicWords(`ideas:${term}`, count).map((word) => `${word} ${term}`),
    ]),
  ].slice(0, count)

function monthlySearches(keyword: string) {
  const now = new Date()
  return Array.from({ length: 12 }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1))
    const search_volume = Math.round(getChance(`${keyword}${month.getUTCMonth()}`) * 500) * 10
    return { year: month.getUTCFullYear(), month: month.getUTCMonth() + 1, search_volume }
  })
}

function adsNumbers(keyword: string) {
  if (getChance(`known:${keyword}`) < 0.1) {
    return {
      competition: null,
      competition_index: null,
      search_volume: null,
      low_top_of_page_bid: null,
      high_top_of_page_bid: null,
      cpc: null,
      monthly_searches: null,
    }
  }
  const index = Math.round(getChance(`paid:${keyword}`) * 100)
  return {
    competition: index > 66 ? 'HIGH' : index > 33 ? 'MEDIUM' : 'LOW',
    competition_index: index,
    search_volume: Math.round(getChance(`volume:${keyword}`) * 1000) * 10,
    low_top_of_page_bid: 0.2,
    high_top_of_page_bid: 2.4,
    cpc: Math.round(getChance(`cpc:${keyword}`) * 500) / 100,
    monthly_searches: monthlySearches(keyword),
  }
}

function idea(keyword: string, location: object) {
  return {
    ...location,
    keyword,
    keyword_info: {
      se_type: 'google',
      last_updated_time: '2026-01-15 04:12:11 +00:00',
      competition: Math.round(getChance(`paid:${keyword}`) * 100) / 100,
      competition_level: 'LOW',
      cpc: Math.round(getChance(`cpc:${keyword}`) * 500) / 100,
      search_volume: Math.round(getChance(`volume:${keyword}`) * 1000) * 10,
      categories: [10001],
      monthly_searches: monthlySearches(keyword),
    },
    keyword_properties: { se_type: 'google', core_keyword: null, keyword_difficulty: difficulty(keyword) },
    search_intent_info: { se_type: 'google', main_intent: 'informational' },
  }
}

function resultPage(task: Task, location: object, origin: string, { planned }: DataForSeoQueue) {
  const term = task.keyword!
  const organic = pagesAbout(term, origin).map((page, index) => ({
    type: 'organic',
    rank_group: index + 1,
    rank_absolute: index + 3,
    position: 'left',
    domain: new URL(page.url).host,
    title: page.title,
    description: page.snippet,
    url: page.url,
    breadcrumb: page.url,
  }))
  const plan = planned.get(term)
  const generated = [
    {
      type: 'featured_snippet',
      rank_group: 1,
      rank_absolute: 1,
      title: `${term} in short`,
      description: `About ${term}.`,
      url: organic[0]!.url,
    },
    {
      type: 'people_also_ask',
      rank_group: 1,
      rank_absolute: 2,
      items: peopleAlsoAsk(term, origin),
    },
    ...organic,
    {
      type: 'video',
      rank_group: 1,
      rank_absolute: 13,
      items: [{ type: 'video_element', title: `${term} video`, url: `${origin}/pages/video` }],
    },
    {
      type: 'related_searches',
      rank_group: 1,
      rank_absolute: 14,
      items: getCompletions(term, 'dataforseo-related', 'en', 8),
    },
  ]
  const items = addRectangles(
    plan ? toPlannedItems(term, plan, task.depth) : generated,
    task.calculate_rectangles === true,
    plan?.unmeasured,
  )
  return {
    keyword: term,
    type: 'organic',
    se_domain: 'google.com',
    ...location,
    check_url: 'https://www.google.com/search',
    datetime: new Date().toISOString(),
    spell: null,
    item_types: [...new Set(items.map(({ type }) => type))],
    se_results_count: 1_230_000,
    items_count: items.length,
    items,
  }
}

/** The last of the four questions was found by opening the first. */
function peopleAlsoAsk(term: string, origin: string) {
  const questions = questionsAbout(term, 'dataforseo', 4)
  return questions.map((title, at) => ({
    type: 'people_also_ask_element',
    title,
    seed_question: at < 3 ? null : questions[0],
    expanded_element:
      at === 1
        ? []
        : [
            {
              type: 'people_also_ask_expanded_element',
              featured_title: null,
              url: `${origin}/pages/answer-${at}`,
              domain: new URL(origin).host,
              title: 'A page',
              description: 'A short answer.',
            },
          ],
  }))
}

function trends(task: Task, location: object) {
  const weeks = task.time_range === 'past_5_years' ? 260 : task.time_range === 'past_90_days' ? 13 : 52
  const data = Array.from({ length: weeks }, (_, index) => {
    const from = new Date(Date.now() - (weeks - 1 - index) * 7 * 86_400_000)
    const to = new Date(from.getTime() + 6 * 86_400_000)
    return {
      date_from: from.toISOString().slice(0, 10),
      date_to: to.toISOString().slice(0, 10),
      timestamp: Math.floor(from.getTime() / 1000),
      missing_data: false,
      values: task.keywords!.map((word) => 20 + Math.round(getChance(`${word}${index}`) * 80)),
    }
  })
  // Returns only the requested item types, by default the graph, and related queries only for a single keyword.
  const wanted = task.item_types ?? ['google_trends_graph']
  const queries = (keyword: string, by: string) =>
    getCompletions(keyword, by, 'en', 5).map((query, index) => ({ query, value: 100 - index * 7 }))
  const graph = {
    position: 1,
    type: 'google_trends_graph',
    title: 'Interest over time',
    keywords: task.keywords,
    data,
    averages: [],
  }
  const lists = task.keywords!.map((keyword, index) => ({
    position: 2 + index,
    type: 'google_trends_queries_list',
    title: 'Related queries',
    keywords: [keyword],
    data: { top: queries(keyword, 'top'), rising: queries(keyword, 'rising') },
  }))
  const map = {
    position: 2,
    type: 'google_trends_map',
    title: 'Interest by subregion',
    keywords: task.keywords,
    data: ['California', 'Texas', 'New York', 'Florida', 'Ohio'].map((geo_name, index) => ({
      geo_id: `US-${index}`,
      geo_name,
      values: task.keywords!.map(() => [61, 100, 74, null, 38][index]),
      max_value_index: 0,
    })),
  }
  const items = [graph, map, ...(task.keywords!.length === 1 ? lists : [])].filter(({ type }) => wanted.includes(type))
  return {
    keywords: task.keywords,
    type: 'trends',
    ...location,
    check_url: 'https://trends.google.com/trends/explore',
    datetime: new Date().toISOString(),
    items_count: items.length,
    items,
  }
}
