import { isQuestionLike } from '../is-question.ts'
import { ranked, tidy, toAnswer } from '../normalize-answer.ts'
import type { Discussion, SearchSource } from '../port.ts'
import type { AdapterOptions } from '../suggest/suggest-source.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { brokenOff, type Fault } from '../vendor-client/vendor-errors.ts'
import type { VendorFetch } from '../vendor-client/vendor-request.ts'
import { readFeed, readListing } from './reddit-posts.ts'
import { createRedditToken, type RedditCredentials } from './reddit-token.ts'

const label = 'Reddit'
const id = 'reddit'
const voice = { source: id, label, setting: 'REDDIT_URL' } as const
const query = { limit: 100, sort: 'relevance', t: 'all', type: 'link' } as const

export type RedditOptions = AdapterOptions & { clientId?: string; clientSecret?: string }

type Search = { concurrency: number; search(term: string, signal: AbortSignal): Promise<Discussion[]> }

/**
 * Posts about a term as discussions; titles that are questions as questions. Reddit closed `/search.json` to
 * clients that don't sign in on 2026-05-30. Uses the API with credentials, and otherwise the search's Atom feed,
 * which blocks some IP addresses: then the source is opt-in, or set REDDIT_URL to a proxy.
 */
export function createReddit(options: RedditOptions): SearchSource {
  const { clientId, clientSecret, ...rest } = options
  const credentials = clientId && clientSecret ? { clientId, clientSecret } : null
  const { concurrency, search } = credentials ? signedIn(credentials, rest) : signedOut(rest)
  return {
    id,
    label,
    fanOut: 'seed',
    concurrency,
    unavailable: null,
    isOptIn: !credentials && !options.baseUrl,
    costPerAskUsd: 0,
    async ask(term, { language }, { signal }) {
      const discussions = await search(term, signal)
      const questions = discussions.map(({ title }) => title).filter((title) => isQuestionLike(title, language))
      return toAnswer({ discussions, suggestions: ranked(questions, 'question', tidy) })
    },
  }
}

/** Source: https://www.reddit.com/dev/api#GET_search */
function signedIn(credentials: RedditCredentials, options: AdapterOptions): Search {
  const rate = getRate(options.fetch)
  const shared = {
    ...options,
    ...voice,
    credentials: 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET',
    secrets: [credentials.clientSecret, encodeURIComponent(credentials.clientSecret)],
  }
  const tokens = createRedditToken(credentials, {
    ...shared,
    // Reports only failures here; the search request reports its own outcome.
    onAsk: (source, outcome) => outcome !== 'ok' && options.onAsk?.(source, outcome),
  })
  const client = createVendorClient({
    ...shared,
    fetch: rate.fetch,
    vendorUrl: 'https://oauth.reddit.com',
    // An application may ask a hundred times a minute.
    limits: { concurrency: 2, spacingMs: 600, ...options.limits },
  })

  function ask(term: string, token: string, signal: AbortSignal, mayRenew: boolean) {
    return client.ask<Discussion[] | 'token refused'>({
      path: '/search',
      query: { q: term, ...query, raw_json: 1 },
      headers: { authorization: `Bearer ${token}` },
      signal,
      answerTo: (status) => (status === 401 && mayRenew ? { answer: 'token refused' } : null),
      explain: (status, _body, retryAfter) =>
        status === 403 ? notApproved : status === 429 ? tooMany(retryAfter ?? rate.resetSeconds()) : null,
      read: readListing,
    })
  }

  async function search(term: string, signal: AbortSignal, mayRenew = true): Promise<Discussion[]> {
    const token = await tokens.get(signal)
    const posts = await ask(term, token, signal, mayRenew)
    if (posts === 'token refused') {
      await tokens.drop(token)
      return search(term, signal, false)
    }
    const seconds = rate.isUsedUp() ? rate.resetSeconds() : null
    if (seconds !== null) client.restFor(seconds * 1000)
    return posts
  }

  return { concurrency: client.concurrency, search: (term, signal) => search(term, signal) }
}

type FeedAnswer = { posts?: Discussion[]; listing?: unknown; isCut?: boolean }

function signedOut(options: AdapterOptions): Search {
  const client = createVendorClient({
    ...options,
    ...voice,
    credentials: null,
    refusalAdvice: closedAdvice,
    vendorUrl: 'https://www.reddit.com',
    // Signed out, an address may ask ten times a minute.
    limits: { concurrency: 1, spacingMs: 6000, ...options.limits },
  })
  return {
    concurrency: client.concurrency,
    search: (term, signal) =>
      client.ask({
        path: '/search.rss',
        query: { q: term, ...query },
        headers: { accept: 'application/atom+xml, application/json;q=0.5' },
        signal,
        // A proxy may answer as the API does.
        parse: (text): FeedAnswer => {
          if (/^\s*\{/.test(text)) return { listing: JSON.parse(text) as unknown }
          return /<feed\b/.test(text) && !/<\/feed>\s*$/.test(text) ? { isCut: true } : { posts: readFeed(text) }
        },
        check: (body) => ((body as FeedAnswer).isCut ? brokenOff : null),
        explain: (status, _body, retryAfter) => (status === 403 || status === 429 ? closed(status, retryAfter) : null),
        read: (body) => (body as FeedAnswer).posts ?? readListing((body as FeedAnswer).listing),
      }),
  }
}

const closedAdvice =
  'Reddit closed its search to programs that don’t sign in. Set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET, which Reddit gives to approved apps, or leave the source out.'

const closed = (status: 403 | 429, retryAfterSeconds: number | null): Fault => ({
  kind: status === 403 ? 'blocked' : 'rate_limited',
  what: `answered ${status}: it ${status === 403 ? 'refuses' : 'is rate-limiting'} programs that aren’t signed in`,
  advice: closedAdvice,
  retries: status === 403 ? 0 : 1,
  weighs: true,
  retryAfterSeconds,
})

const notApproved: Fault = {
  kind: 'unauthorized',
  what: 'answered 403: this app may not search',
  advice: 'Check in Reddit that the app of REDDIT_CLIENT_ID is approved for the Data API, or leave the source out.',
  retries: 0,
  weighs: true,
}

const tooMany = (retryAfterSeconds: number | null): Fault => ({
  kind: 'rate_limited',
  what: 'answered 429: the app of REDDIT_CLIENT_ID has reached its rate limit',
  advice: 'Try again later, or leave the source out.',
  retries: 1,
  weighs: true,
  retryAfterSeconds,
})

/** What the last answer said of the rate: `x-ratelimit-remaining` questions for `x-ratelimit-reset` seconds. */
function getRate(fetch: VendorFetch) {
  let remaining: number | null = null
  let resetAt: number | null = null
  const numberIn = (headers: Headers, name: string) => {
    const value = Number.parseFloat(headers.get(name) ?? '')
    return Number.isFinite(value) ? value : null
  }
  return {
    fetch: (async (url, init) => {
      const response = await fetch(url, init)
      remaining = numberIn(response.headers, 'x-ratelimit-remaining')
      const seconds = numberIn(response.headers, 'x-ratelimit-reset')
      resetAt = seconds === null ? null : Date.now() + seconds * 1000
      return response
    }) satisfies VendorFetch,
    isUsedUp: () => remaining !== null && remaining < 1,
    resetSeconds: () => (resetAt === null ? null : Math.max(0, Math.ceil((resetAt - Date.now()) / 1000))),
  }
}
