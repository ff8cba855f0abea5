import { distinct, toAnswer } from '../normalize-answer.ts'
import type { Locale, SearchSource, SerpQueue, SerpScope, SourceAnswer } from '../port.ts'
import { googleLanguage } from '../vendor-client/vendor-locale.ts'
import { collectedPage, getResultPage, postedTasks, readyTasks } from './dataforseo-answers.ts'
import { createDataForSeoClient, type DataForSeoOptions, paidCall, toDataForSeoLocation } from './dataforseo-client.ts'
import { dataForSeoPrices, dollars, priceOfPage } from './dataforseo-prices.ts'

const live = 'serp/google/organic/live/advanced'
const posting = 'serp/google/organic/task_post'
/** One POST holds no more tasks: https://docs.dataforseo.com/v3/serp/google/organic/task_post */
const tasksAtOnce = 100
/** Lists shorter than this are asked live: minutes of waiting would save less than ten cents. */
const minQueued = 50
/** `tasks_ready` may be called 20 times a minute. */
const pollMs = 4000
const tenOnDesktop: SerpScope = { device: 'desktop', depth: 10 }
/** What a collected task can hold at most. */
const maxDepth = 100

/** Google's result page: live, or by the queue at less than a third of the price. */
export function createDataForSeoSerp(options: DataForSeoOptions): SearchSource {
  const product = createDataForSeoClient('dataforseo_serp', options, 8)
  const { id, label, unavailable, unsupported, client, call, isVendorItself } = product
  const getTask = (term: string, locale: Locale, { device, depth, pixels }: SerpScope = tenOnDesktop) => ({
    ...toDataForSeoLocation(locale, googleLanguage(locale)),
    keyword: term,
    depth,
    ...(device === 'mobile' ? { device } : {}),
    ...(pixels ? { calculate_rectangles: true } : {}),
  })
  const livePrice = (scope: SerpScope) => priceOfPage(dataForSeoPrices.resultPage, scope)
  const queuedPrice = (scope: SerpScope) => priceOfPage(dataForSeoPrices.queuedResultPage, scope)

  const queue: SerpQueue = {
    endpoint: posting,
    fewest: minQueued,
    atOnce: tasksAtOnce,
    costPerTaskUsd: dataForSeoPrices.queuedResultPage,
    getCost: queuedPrice,
    pollMs: isVendorItself ? pollMs : 50,
    post: (tasks, locale, options, scope = tenOnDesktop) =>
      call(
        {
          path: posting,
          tasks: tasks.map(({ tag, term }) => ({ ...getTask(term, locale, scope), priority: 1, tag })),
          price: dollars(tasks.length * queuedPrice(scope)),
          read: (body) => postedTasks(body, tasks),
        },
        options,
      ),
    findReady: (options) => call({ path: 'serp/google/organic/tasks_ready', read: readyTasks }, options),
    collect: (taskId, options) =>
      call(
        {
          path: `serp/google/organic/task_get/advanced/${encodeURIComponent(taskId)}`,
          read: (body) => {
            const page = collectedPage(body, maxDepth)
            return page && answered(page, null)
          },
        },
        options,
      ),
  }

  return {
    id,
    label,
    fanOut: 'seed',
    parentId: 'dataforseo',
    concurrency: client.concurrency,
    unavailable,
    unsupported,
    costPerAskUsd: dataForSeoPrices.resultPage,
    askCalls: () => [paidCall(id, live, dataForSeoPrices.resultPage)],
    queue,
    serp: {
      devices: ['desktop', 'mobile'],
      pixels: true,
      calls: (scope) => [paidCall(id, live, livePrice(scope))],
      async read(term, locale, scope, options) {
        const task = getTask(term, locale, scope)
        const page = await product.post(live, task, livePrice(scope), options, (results) =>
          getResultPage(results, scope.depth),
        )
        return answered(page.value, page.costUsd)
      },
    },
    async ask(term, locale, options) {
      const page = await product.post(live, getTask(term, locale), dataForSeoPrices.resultPage, options, (results) =>
        getResultPage(results),
      )
      return answered(page.value, page.costUsd)
    },
  }
}

const answered = (page: ReturnType<typeof getResultPage>, costUsd: number | null): SourceAnswer =>
  toAnswer({
    suggestions: distinct([...page.questions, ...page.related]),
    pages: page.pages,
    features: page.features,
    aiOverview: page.aiOverview,
    peopleAlsoAsk: page.peopleAlsoAsk,
    costUsd,
  })
