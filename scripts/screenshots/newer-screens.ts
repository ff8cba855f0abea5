/** What My site, ranks, AI answers, bulk writing, destinations, feeds and webhooks show, with made-up numbers alike on every run. */
import pg from 'pg'
import { answersContract } from '../../src/features/answers/contract.ts'
import { bulkWritingContract } from '../../src/features/bulk-writing/contract.ts'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { isRestItem } from '../../src/features/content-plan/rules/rest-item.ts'
import { dataFeedsContract } from '../../src/features/data-feeds/contract.ts'
import { eventsOutContract } from '../../src/features/events-out/contract.ts'
import { publishingContract } from '../../src/features/publishing/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { addDays, getPacificDay } from '../../src/features/sites/rules/days.ts'
import type { Call } from '../../src/kit/client.ts'
import { startAnswerEngines } from '../../tests/doubles/answer-engines.ts'
import { startSearchConsole, type TrueSearch } from '../../tests/doubles/search-console.ts'
import { startWebhookReceiver } from '../../tests/doubles/webhook-receiver.ts'
import { startWordPress } from '../../tests/doubles/wordpress.ts'
import { until } from '../../tests/support/wait-until.ts'
import type { SampleVendors } from './sample-vendors.ts'

const domain = 'hollowoak.example'
const base = `https://${domain}`
const today = getPacificDay(new Date())
const firstPartialDay = addDays(today, -2)

/** Pages of the site, with title, words, links from other pages' texts, and why Google doesn't index one. */
const sitePages = [
  ['/', 'Hollow Oak Coffee: small-batch cold brew', 420, 0],
  ['/cold-brew/how-to-make', 'How to make cold brew coffee', 1480, 6],
  ['/cold-brew/ratio', 'Cold brew ratio: how much coffee to water', 960, 4],
  ['/cold-brew/caffeine', 'How much caffeine is in cold brew?', 820, 3],
  ['/cold-brew/caffeine-chart', 'Caffeine chart: cold brew and other coffees', 510, 1],
  ['/cold-brew/how-long-does-it-last', 'How long does cold brew last in the fridge?', 740, 2],
  ['/guides/french-press', 'French press: grind, ratio and time', 1150, 2],
  ['/guides/grind-size', 'Coffee grind sizes, from Turkish to cold brew', 1320, 5],
  ['/shop/concentrate', 'Cold brew concentrate, 500 ml', 260, 3],
  ['/shop/starter-kit', 'Cold brew starter kit', 310, 0],
  ['/shop/beans-huila', 'Huila beans for cold brew, 1 kg', 280, 1],
  ['/old-menu', null, null, 0, 'status', 404],
  ['/cold-brew/recipe', null, null, 1, 'redirect', 301],
  ['/cart', 'Your cart', 40, 0, 'noindex', 200],
  ['/journal/2019/opening', 'We open our doors', 180, 0, 'robots', 200],
] as const

const searched = [
  ['hollow oak coffee', 90, 1.2, ['/'], 0.42],
  ['how to make cold brew', 1900, 6.4, ['/cold-brew/how-to-make'], 0.021],
  ['cold brew ratio', 820, 4.8, ['/cold-brew/ratio'], 0.047],
  ['cold brew coffee to water ratio', 510, 7.9, ['/cold-brew/ratio', '/cold-brew/how-to-make'], 0.013],
  ['caffeine in cold brew', 640, 9.2, ['/cold-brew/caffeine', '/cold-brew/caffeine-chart'], 0.009],
  ['how long does cold brew last', 470, 5.1, ['/cold-brew/how-long-does-it-last'], 0.039],
  ['french press ratio', 380, 11.6, ['/guides/french-press'], 0.006],
  ['coffee grind size chart', 290, 13.3, ['/guides/grind-size'], 0.004],
  ['cold brew concentrate', 240, 8.3, ['/shop/concentrate'], 0.011],
  ['cold brew kit', 130, 14.8, ['/shop/starter-kit'], 0.003],
  ['nitro cold brew at home', 85, 24.1, ['/cold-brew/how-to-make'], 0.001],
] as const

const searches: TrueSearch[] = Array.from({ length: 64 }, (_, at) => addDays(today, at - 63)).flatMap((day, at) => [
  ...searched.map(([query, perDay, position, pages, ctr], which): TrueSearch => {
    const impressions = Math.round(perDay * wave(at, which))
    return {
      ...{ day, query, impressions },
      pages: pages.map((page, rank) => ({
        page: base + page,
        clicks: rank === 0 ? Math.round(impressions * ctr * wave(at, which + 5)) : 0,
        position: Math.max(1, position + rank * 1.4 - at / 60),
      })),
    }
  }),
  {
    ...{ day, query: `rare ${at}`, impressions: 700, hidden: true },
    pages: [{ page: `${base}/guides/grind-size`, clicks: 12, position: 9 }],
  },
])

function wave(day: number, which: number) {
  return (0.85 + 0.1 * Math.sin(day / 1.1 + which) + 0.05 * Math.cos(day * 1.7)) * (0.8 + day / 300)
}

const tracked = [
  ['cold brew coffee', 14, 12, 9],
  ['how to make cold brew coffee', 8, 7, 6],
  ['cold brew ratio', 4, 5, 4],
  ['how long does cold brew last', 6, 6, 5],
  ['cold brew concentrate', 11, 9, 8],
  ['cold brew vs iced coffee', 5, 8, 12],
  ['caffeine in cold brew', 16, 0, 0],
  ['best coffee for cold brew', 3, 2, 2],
  ['cold brew french press', 18, 17, 11],
  ['cold brew starter kit', 0, 0, 19],
] as const

const prompts = [
  'best cold brew coffee subscription',
  'where to buy cold brew concentrate online',
  'which coffee beans are best for cold brew',
  'cold brew starter kit for beginners',
]

/** What an engine says the n-th time, as Markdown, like the real ones. */
function toAnswer(engine: string, prompt: string, n: number) {
  const at = prompts.indexOf(prompt)
  const likes = { openai: 5, anthropic: 3, google: 6, perplexity: 4 }[engine] ?? 0
  const names = (n * 7 + at * 3) % 8 < likes - at
  const own = names
    ? '\n2. **Hollow Oak Coffee** – small batches from three farms in Huila, low in acid. Ships within the US ([hollowoak.example](https://hollowoak.example/shop/concentrate)).'
    : ''
  return {
    text: `Here are a few good places to start:\n\n1. **Fernway Roasters** – a subscription with a *choice of roast*, and free shipping from $30 ([guide.example](https://guide.example/best-cold-brew)).${own}\n${names ? 3 : 2}. **Northlight** – ready to drink, in cans.\n\n### How to choose\n\n- **Roast:** medium or dark tastes rounder when it’s brewed cold.\n- **Grind:** ask for coarse.\n\nPrices change often, so check them before you order.`,
    urls: [
      'https://guide.example/best-cold-brew',
      'https://fernway.example/subscribe',
      ...(names ? [`${base}/shop/concentrate`] : []),
      ...(n % 2 ? ['https://www.reddit.example/r/coffee/cold-brew'] : []),
    ],
  }
}

export async function startNewerVendors() {
  const searchConsole = await startSearchConsole({ searches, firstPartialDay })
  const engines = await startAnswerEngines()
  const wordpress = await startWordPress()
  const receiver = await startWebhookReceiver()
  engines.plan(toAnswer)
  return {
    settings: { ...searchConsole.settings, ...engines.settings },
    hosts: [receiver.host, new URL(wordpress.url).host],
    ...{ searchConsole, engines, wordpress, receiver },
    close: () => Promise.all([searchConsole.close(), engines.close(), wordpress.close(), receiver.close()]),
  }
}

type Start = {
  call: Call
  workspace_id: string
  databaseUrl: string
  vendors: SampleVendors
  newer: Awaited<ReturnType<typeof startNewerVendors>>
  reportId: string
  listId: string
  planId: string
}

export async function fillNewerScreens(start: Start) {
  const client = new pg.Client(start.databaseUrl)
  await client.connect()
  try {
    const siteId = await addSite(start, client)
    const trackerId = await addTracker(start, client)
    const watchId = await addWatch(start, client)
    const { batchId } = await addBatch(start)
    const webhookId = await addConnections(start)
    return { siteId, trackerId, watchId, batchId, webhookId }
  } finally {
    await client.end()
  }
}

async function addSite({ call, workspace_id, newer }: Start, client: pg.Client) {
  const { site } = await call(sitesContract.add, { workspace_id, url: domain })
  const { url } = await call(sitesContract.connect, { _id: site._id })
  await call(sitesContract.finishConnect, newer.searchConsole.consent(url!))
  const getSite = async () => (await call(sitesContract.get, { _id: site._id })).site
  await until(
    'the first days of Search Console',
    async () => (await getSite()).search_console.last_day !== null,
    240_000,
  )
  const ids = [workspace_id, site._id]
  // The domain has no server: crawls that were started for it are replaced by a finished one.
  await client.query('delete from site_crawls where workspace_id = $1 and site_id = $2', ids)
  await client.query(
    `insert into site_crawls (workspace_id, site_id, id, no, state, complete, found, fetched, skipped, added, changed, prepared,
       started_at, finished_at)
     values ($1, $2, gen_random_uuid(), 1, 'done', true, $3, $3 - 1, '{"robots": 1}', $3, 0, true, now() - interval '3 hours 4 minutes',
       now() - interval '3 hours')`,
    [...ids, sitePages.length],
  )
  for (const [path, title, words, inlinks, reason = null, status = 200] of sitePages)
    await client.query(
      `insert into site_pages (workspace_id, site_id, key, url, url_key, present, status, title, h1, words, language, topic, indexable,
         index_reason, images, images_without_alt, external_links, inlinks, content_inlinks, digest, depth, first_crawl, last_crawl, fetched_at)
       values ($1, $2, gen_random_uuid(), $3, $4, true, $5, $6, $6, $7, 'en', null, $8, $9, 3, $10, 2, $11, $12, 'a', 1, 1, 1, now())`,
      [
        ...ids,
        base + path,
        domain + path,
        status,
        title,
        words,
        reason === null,
        reason,
        path.startsWith('/shop') ? 1 : 0,
        inlinks + 2,
        inlinks,
      ],
    )
  return site._id
}

/** Three weekly runs with moves. */
async function addTracker({ call, workspace_id, vendors }: Start, client: pg.Client) {
  const rankIn = (run: 1 | 2 | 3) =>
    vendors.rank((keyword) => {
      const position = tracked.find(([text]) => text === keyword)?.[run] ?? 0
      return position > 0 ? { url: `${base}/${keyword.replaceAll(' ', '-')}`, position } : null
    })
  rankIn(1)
  const { tracker } = await call(ranksContract.add, {
    ...{ workspace_id, domain, competitors: ['fernway.example', 'northlight.example'] },
    keywords: tracked.map(([text]) => text),
    ...({ country: 'US', language: 'en', source: 'dataforseo', frequency: 'weekly', depth: 20 } as const),
  })
  const _id = tracker!._id
  for (const run of [1, 2, 3] as const) {
    if (run > 1) {
      rankIn(run)
      await call(ranksContract.run, { _id })
    }
    const isDone = async () => {
      const { tracker } = await call(ranksContract.single, { _id })
      return tracker.run_count >= run && !tracker.running
    }
    await until(`run ${run} of the ranks`, isDone, 240_000)
  }
  for (const [table, run, columns] of [
    ['rank_runs', 'no', ['started_at', 'finished_at']],
    ['rank_checks', 'run_no', ['at', 'serp_at']],
  ] as const)
    await client.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - (3 - ${run}) * interval '7 days'`)} where tracker_id = $1`,
      [_id],
    )
  await client.query(`update rank_keywords set previous_at = previous_at - interval '7 days' where tracker_id = $1`, [
    _id,
  ])
  return _id
}

/** Two months of four assistants. */
async function addWatch({ call, workspace_id, newer }: Start, client: pg.Client) {
  const { watch } = await call(answersContract.add, {
    workspace_id,
    brand: { name: 'Hollow Oak Coffee', aliases: ['Hollow Oak'], domains: [domain] },
    competitors: [
      { name: 'Fernway Roasters', aliases: ['Fernway'], domains: ['fernway.example'] },
      { name: 'Northlight', domains: ['northlight.example'] },
    ],
    prompts,
    engines: ['openai', 'anthropic', 'google', 'perplexity'],
    ...({ country: 'US', language: 'en', runs: 8, frequency: 'monthly', budget_usd: 20 } as const),
  })
  const _id = watch!._id
  for (const period of [1, 2]) {
    if (period === 2) {
      // The last assistant is away, and one month has passed.
      newer.engines.setFault('perplexity', { status: 500, times: 100 })
      await call(answersContract.run, { _id })
    }
    const isDone = async () => {
      const { watch } = await call(answersContract.single, { _id })
      return watch.periods >= period && !watch.running
    }
    await until(`month ${period} of AI answers`, isDone, 240_000)
  }
  newer.engines.setFault('perplexity', null)
  await client.query(
    `update answer_periods set started_at = started_at - (2 - no) * interval '30 days', finished_at = finished_at - (2 - no) * interval '30 days'
     where watch_id = $1`,
    [_id],
  )
  await client.query(`update answer_runs set at = at - (2 - period) * interval '30 days' where watch_id = $1`, [_id])
  return _id
}

/** Ideas of the plan, written within a budget; the model knows nothing to say about some of them. */
async function addBatch({ call, workspace_id, planId }: Start) {
  const { items } = await call(contentPlanContract.items, { _id: planId, sort: '-priority', limit: 40 })
  const plan_item_ids = items
    .filter((item) => !item.document_id && item.state === 'idea' && !isRestItem(item))
    .slice(0, 6)
  const { batch } = await call(bulkWritingContract.create, {
    workspace_id,
    plan_item_ids: plan_item_ids.map(({ _id }) => _id),
    name: 'Cold brew, winter: supporting pages',
    chain: ['outline', 'article'],
    budget_usd: 5,
  })
  const _id = batch!._id
  const hasEnded = async () =>
    ['done', 'failed', 'cancelled', 'paused'].includes((await call(bulkWritingContract.get, { _id })).batch.status)
  await until('the batch', hasEnded, 300_000)
  return { batchId: _id }
}

async function addConnections({ call, workspace_id, newer, reportId, listId, planId }: Start) {
  await call(publishingContract.addDestination, {
    ...{ workspace_id, kind: 'wordpress', url: newer.wordpress.url, credentials: newer.wordpress.credentials },
  })
  for (const [kind, source_id] of [
    ['report', reportId],
    ['list', listId],
    ['plan', planId],
  ] as const)
    await call(dataFeedsContract.add, { workspace_id, kind, source_id })
  const { endpoint } = await call(eventsOutContract.add, {
    ...{ workspace_id, url: newer.receiver.url, kind: 'webhook', events: ['report.done', 'listener.changed'] },
  })
  const send = async (status: number) => {
    newer.receiver.answerWith(status)
    await call(eventsOutContract.test, { _id: endpoint._id })
    const isSent = async () =>
      (await call(eventsOutContract.deliveries, { _id: endpoint._id })).items[0]?.tried_at !== null
    await until('the test event', isSent, 120_000)
  }
  await send(200)
  await send(500)
  newer.receiver.answerWith(200)
  return endpoint._id
}
