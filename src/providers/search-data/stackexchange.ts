import { decodeHTML } from 'entities'
import { DomUtils, parseDocument } from 'htmlparser2'
import { z } from 'zod'
import { askAll } from './ask-in-parallel.ts'
import { isQuestionLike } from './is-question.ts'
import { ranked, shorten, tidy, toAnswer, toIsoDate } from './normalize-answer.ts'
import type { Discussion, SearchSource } from './port.ts'
import { mainRows, optionalField } from './readable-rows.ts'
import type { AdapterOptions } from './suggest/suggest-source.ts'
import { createVendorClient } from './vendor-client/vendor-client.ts'
import type { Fault } from './vendor-client/vendor-errors.ts'
import { baseLanguage } from './vendor-client/vendor-locale.ts'

const label = 'Stack Exchange'
const wrapper = z.object({
  items: mainRows(
    z.object({
      title: z.string(),
      link: z.string(),
      score: optionalField(z.number()),
      answer_count: optionalField(z.number()),
      creation_date: optionalField(z.number()),
      body: optionalField(z.string()),
    }),
  ),
  backoff: optionalField(z.number()),
})
const complaint = z.object({ error_name: z.string(), error_message: z.string().nullish() })

/**
 * The API searches one site at a time. A term is put to the site most people know and to four broad ones about daily
 * life: five of the 300 questions a day an address may ask without a key. Other languages have one site of their own.
 */
const sitesOfLanguage: Record<string, readonly string[]> = {
  en: ['stackoverflow', 'superuser', 'diy', 'cooking', 'money'],
  es: ['es.stackoverflow'],
  pt: ['pt.stackoverflow'],
  ru: ['ru.stackoverflow'],
  ja: ['ja.stackoverflow'],
}

/** Questions people asked, and those phrased as questions as suggestions. */
export function createStackExchange(options: AdapterOptions & { sites?: readonly string[] }): SearchSource {
  const client = createVendorClient({
    ...options,
    source: 'stackexchange',
    label,
    setting: 'STACKEXCHANGE_URL',
    credentials: null,
    vendorUrl: 'https://api.stackexchange.com',
    limits: { concurrency: 2, spacingMs: 200, ...options.limits },
  })

  async function search(term: string, site: string, signal: AbortSignal): Promise<Discussion[]> {
    const answer = await client.ask({
      path: '/2.3/search/advanced',
      query: { order: 'desc', sort: 'relevance', q: term, site, pagesize: 30, filter: 'withbody' },
      signal,
      explain: (_status, body) => getComplaint(body),
      read: (body) => wrapper.parse(body),
    })
    if (answer.backoff) client.restFor(answer.backoff * 1000)
    return answer.items.map((item) => ({
      source: 'stackexchange',
      title: tidy(decodeHTML(item.title)).replace(/\s*\[(closed|duplicate|on hold|migrated)\]$/i, ''),
      url: item.link,
      score: item.score ?? null,
      answers: item.answer_count ?? null,
      at: toIsoDate(item.creation_date),
      excerpt: item.body && shorten(toPlainText(item.body), 300),
    }))
  }

  return {
    id: 'stackexchange',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable: null,
    costPerAskUsd: 0,
    async ask(term, { language }, { signal }) {
      const sites = options.sites ?? sitesOfLanguage[baseLanguage(language)] ?? ['stackoverflow']
      const { answers, incomplete } = await askAll<Discussion[][]>(sites.map((site) => search(term, site, signal)))
      const discussions = distinctByUrl(interleaved(answers.map((list) => list ?? [])))
      const questions = discussions.map(({ title }) => title).filter((title) => isQuestionLike(title, language))
      return toAnswer({ discussions, suggestions: ranked(questions, 'question', tidy), incomplete })
    },
  }
}

const toPlainText = (html: string) => DomUtils.innerText(parseDocument(html).children)

/** Throttling comes as 400 with the seconds in words. */
function getComplaint(body: unknown): Fault | null {
  const error = complaint.safeParse(body).data
  if (error?.error_name !== 'throttle_violation') return null
  const seconds = /in (\d+) seconds/.exec(error.error_message ?? '')?.[1]
  return {
    kind: 'rate_limited',
    what: `is rate-limiting this server ("${error.error_message ?? error.error_name}")`,
    advice: 'Try again later, or leave the source out.',
    retries: 1,
    weighs: true,
    retryAfterSeconds: seconds ? Number(seconds) : null,
  }
}

/** The first of each site, then the second of each. */
function interleaved<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => (index < list.length ? [list[index]!] : [])),
  ).flat()
}

const distinctByUrl = (discussions: Discussion[]) =>
  [...new Map(discussions.toReversed().map((item) => [item.url, item])).values()].reverse()
