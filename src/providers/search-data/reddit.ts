import { decodeHTML } from 'entities'
import { z } from 'zod'
import type { Discussion, SearchSource } from './port.ts'
import { isQuestionLike } from './question-like.ts'
import { answerOf, isoOf, ranked, tidy } from './source-answer.ts'
import type { AdapterOptions } from './suggest-source.ts'
import { createVendorClient } from './vendor-client.ts'

const label = 'Reddit'
const listing = z.object({
  data: z.object({
    children: z.array(
      z.object({
        kind: z.string().nullish(),
        data: z.object({
          title: z.string().nullish(),
          permalink: z.string().nullish(),
          score: z.number().nullish(),
          num_comments: z.number().nullish(),
          created_utc: z.number().nullish(),
        }),
      }),
    ),
  }),
})

/** Posts about a term as discussions; titles that ask something as questions. */
export function createReddit(options: AdapterOptions): SearchSource {
  const client = createVendorClient({
    ...options,
    source: 'reddit',
    label,
    setting: 'REDDIT_URL',
    credentials: null,
    vendorUrl: 'https://www.reddit.com',
    // Signed out, an address may ask ten times a minute.
    limits: { concurrency: 1, spacingMs: 6000, ...options.limits },
  })
  return {
    id: 'reddit',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable: null,
    costPerAskUsd: 0,
    async ask(term, { language }, { signal }) {
      const posts = await client.ask({
        path: '/search.json',
        query: { q: term, limit: 100, sort: 'relevance', t: 'all', type: 'link', raw_json: 1 },
        signal,
        read: (body) => listing.parse(body).data.children,
      })
      const discussions = posts.flatMap(({ kind, data }): Discussion[] => {
        if ((kind ?? 't3') !== 't3' || !data.title || !data.permalink) return []
        return [
          {
            source: 'reddit',
            title: tidy(decodeHTML(data.title)),
            url: new URL(data.permalink, 'https://www.reddit.com').href,
            score: data.score ?? null,
            answers: data.num_comments ?? null,
            at: isoOf(data.created_utc),
          },
        ]
      })
      const questions = discussions.map(({ title }) => title).filter((title) => isQuestionLike(title, language))
      return answerOf({ discussions, suggestions: ranked(questions, 'question') })
    },
  }
}
