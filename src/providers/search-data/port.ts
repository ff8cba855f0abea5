/**
 * The port for sources of search data. There is one adapter per vendor in this folder; each parses leniently,
 * returns only what the vendor sent and never fills a gap.
 */

import type { SourceError } from '../source-errors/port.ts'
import type { SourceId } from '../source-ids/port.ts'

export {
  notSetUp,
  SourceError,
  type SourceErrorKind,
  type SourceReason,
  sourceNotSetUp,
  sourceReasons,
} from '../source-errors/port.ts'
export { type SourceId, sourceIds, sourceLabels } from '../source-ids/port.ts'

/** ISO 3166-1 alpha-2 country, BCP 47 language. */
export type Locale = { country: string; language: string }

/** `relevance` is the vendor's own 0..1 or its rank turned into 0..1 (first = 1); null when its list has no order. */
export type Suggestion = {
  text: string
  kind: 'suggestion' | 'related' | 'question'
  relevance: number | null
}

export type Discussion = {
  source: SourceId
  title: string
  url: string
  /** Votes or points. */
  score: number | null
  answers: number | null
  /** ISO 8601. */
  at: string | null
  /** How its text begins, where the source has it. */
  excerpt?: string | null
}

/** A question of the "People Also Ask" box of a results page. */
export type PeopleAlsoAsk = {
  text: string
  /** The question under which it appeared; null for the query's own. */
  parent: string | null
  answer: string | null
  /** The page that answers it. */
  title: string | null
  url: string | null
}

export type SerpResult = {
  /** Organic rank from 1. */
  rank: number
  url: string
  domain: string
  title: string
  snippet: string
  /** Distance of its upper edge from the top of the results page. Left out where it wasn’t asked for or isn’t given. */
  pixels?: number
}

export type SerpFeature = { type: string; rank: number | null; title: string | null }

export type Volume = {
  value: number | null
  /** Bounds where the source gives a range ("10K – 100K"); equal to value or null otherwise. */
  low: number | null
  high: number | null
  provider: string
  /** ISO 8601 date the number speaks of. */
  as_of: string | null
}

export type KeywordMetrics = {
  text: string
  volume: Volume | null
  /** Monthly searches, oldest first. `t` is the first day of the month, ISO 8601. */
  monthly: { t: string; v: number }[]
  /** An imported file may not say the currency. */
  cpc: { value: number; currency: string | null } | null
  /** Paid competition, 0..1. */
  competition: number | null
  /** Keyword difficulty 0..100 as the vendor measures it. */
  difficulty: number | null
  /** Who measured all of these. Left out, it's the volume's provider. */
  provider?: string
}

/** How one's own site performed in search for a keyword, as Search Console counts it: never a search volume. */
export type SearchPerformance = {
  impressions: number | null
  clicks: number | null
  /** A fraction: 0.0344 for 3.44%. */
  ctr: number | null
  /** Average position of the site's best result, from 1. */
  position: number | null
  /** ISO 8601 date the numbers speak of. Null when the file doesn't say. */
  as_of: string | null
  /** Whose numbers these are, such as `search_console`, and those of every provider, one each. */
  source?: string
  by_provider?: ProviderPerformance[]
}

/** One search engine's numbers. They are never added up with another's. */
export type ProviderPerformance = {
  provider: string
  impressions: number | null
  clicks: number | null
  ctr: number | null
  position: number | null
  as_of: string | null
}

export type Trend = {
  provider: string
  /** `absolute`: counts (page views, searches); `relative`: 0..100 of the series' own peak. */
  scale: 'relative' | 'absolute'
  points: { t: string; v: number; partial: boolean }[]
  /** What was counted, where it is not the term itself: the title of the article whose views these are. */
  about?: string | null
  /** Searches that go with the term, where the vendor says: the biggest, and those that grew most. */
  related?: { top: string[]; rising: string[] } | null
  /** Interest by region of the country, where the vendor has it: 100 in the region with the most. */
  regions?: { name: string; value: number }[] | null
}

export type TrendRange = '3m' | '12m' | '5y'

/** Up to five terms side by side: relative values share one scale, so that they can be compared. */
export type TrendComparison = {
  provider: string
  scale: 'relative' | 'absolute'
  /** In the order asked, one a term; no points where nothing is known. */
  series: { term: string; about: string | null; points: Trend['points'] }[]
  /** Searches that go with a term; empty where the vendor has none. */
  related: { term: string; top: string[]; rising: string[] }[]
  costUsd: number | null
  /** Why something beside the series, or the lines in `failed`, could not be had. */
  incomplete: SourceError | null
  /** Terms whose request failed: whether there is data for them isn't known. */
  failed?: string[]
}

/** Country null: the whole world. */
export type TrendLocale = { country: string | null; language: string }

/** Everything one question to one source brought back. Empty lists when it had nothing of that kind. */
export type SourceAnswer = {
  suggestions: Suggestion[]
  discussions: Discussion[]
  pages: SerpResult[]
  features: SerpFeature[]
  /** Empty when the page had none or the source never has them; undefined when it reads no results page. */
  peopleAlsoAsk?: PeopleAlsoAsk[]
  metrics: KeywordMetrics[]
  /** ISO 8601: when the vendor answered the request. */
  fetchedAt: string
  /** Answered from the cache. */
  cached: boolean
  /** What the vendor charges for it, where it says so. */
  costUsd: number | null
  /** Why a part of the answer could not be had. Such an answer is not kept in the cache. */
  incomplete?: SourceError | null
  /** Google's AI overview; null where the vendor doesn't say whether there is one. */
  aiOverview?: AiOverview | null
}

export type AiOverview = {
  present: boolean
  /** Null when there is none, or the vendor gives it in another request only. */
  text: string | null
  /** Pages it cites, in its order. Null when they aren't known. */
  citations: { url: string; title: string | null }[] | null
}

export const serpDevices = ['desktop', 'mobile'] as const
export type SerpDevice = (typeof serpDevices)[number]
/** `depth`: how many organic results are wanted, a multiple of ten. `pixels`: where each is on the page, at a higher price. */
export type SerpScope = { device: SerpDevice; depth: number; pixels?: boolean }

/** Result pages of a chosen depth and device, for rank checks. */
export type SerpReader = {
  devices: readonly SerpDevice[]
  /** Whether it measures where results are on the page. */
  pixels?: boolean
  /** The paid calls of one results page of that depth; none when it is free. */
  calls(scope: SerpScope): PaidCall[]
  /** A cached answer; sends no request. Only behind a cache. */
  findCached?(term: string, locale: Locale, scope: SerpScope, newerThan: Date | null): Promise<SourceAnswer | null>
  /** Caches an answer that didn’t come through `read`. Only behind a cache. */
  store?(term: string, locale: Locale, scope: SerpScope, answer: SourceAnswer): Promise<void>
  /** @throws SourceError */
  read(term: string, locale: Locale, scope: SerpScope, options: AskOptions): Promise<SourceAnswer>
}

/** Calls of one endpoint that a vendor charges for. */
export type PaidCall = {
  source: SourceId
  endpoint: string
  /** Requests as the vendor counts them: 100 for a hundred tasks posted in one request. */
  calls: number
  /** The most all of them may cost, in US dollars. */
  usd: number
}

/** Money set aside for a call under way. Unless it is settled, the whole price counts as spent. */
export type Reservation = { settle(usd: number): Promise<void> }

/** A spending limit: every paid call draws from it before it is made. */
export type Spending = {
  /** @throws SourceError `unplanned`, or `budget` when it passes the limit */
  reserve(call: PaidCall): Promise<Reservation>
}

export type AskOptions = {
  signal: AbortSignal
  /** Skip the cache for reading; the answer is still stored for others. */
  fresh?: boolean
  /** Use a cached answer only if the vendor gave it after this time. */
  newerThan?: Date | null
  /** Who pays. Without one, paid calls are made unmetered: for checks that staff start. */
  spending?: Spending
}

/** `range` is '12m' unless given. */
export type TrendOptions = AskOptions & { range?: TrendRange }

/**
 * A source of searches.
 * `fanOut` selects the queries it gets: `expansions` gets the seed with letters, question words, prepositions and
 * comparisons (and found questions at depth 2 and more); `seed` gets the seed alone, once.
 */
export type SearchSource = {
  id: SourceId
  /** The name people know it by: "Google", "Stack Exchange". */
  label: string
  fanOut: 'expansions' | 'seed'
  /** Maximum number of requests in flight, so that the collector doesn't queue more. */
  concurrency: number
  /** Null when it is available. Otherwise one sentence that says what is missing and how to set it. */
  unavailable: string | null
  /** Null when it has this country and language; else one sentence saying what it lacks. It is skipped then, and nothing is wrong. */
  unsupported?(locale: Locale): string | null
  /** Used only when selected, because the vendor often refuses requests. */
  isOptIn?: boolean
  /** What the vendor charges for one request, in US dollars; 0 when free. */
  costPerAskUsd: number
  /** A vendor id that covers several products; used only when all of them are meant. */
  parts?: readonly SourceId[]
  /** The vendor id that covers this product and its siblings. */
  parentId?: SourceId
  /** What it adds beside searches, asked once these are known: it has no answer to `ask`. */
  adds?: 'volumes' | 'trends'
  /** The paid calls one `ask` makes; none when it is free. */
  askCalls?(): PaidCall[]
  /** Result pages of very many keywords: cheaper, and minutes later. */
  queue?: SerpQueue
  /** Result pages deeper than ten results, or as phones get them. */
  serp?: SerpReader
  /** A cached answer; sends no request. Only behind a cache. */
  findCached?(term: string, locale: Locale): Promise<SourceAnswer | null>
  /** Caches an answer that didn't come through `ask`. Only behind a cache. */
  store?(term: string, locale: Locale, answer: SourceAnswer): Promise<void>
  /** @throws SourceError */
  ask(term: string, locale: Locale, options: AskOptions): Promise<SourceAnswer>
  /** What the vendor lists for the volumes of so many keywords, in US dollars: for estimates. */
  volumesCostUsd?(keywords: number): number
  /** The paid calls for the volumes of so many keywords. */
  volumeCalls?(keywords: number): PaidCall[]
  /** Search volumes of up to 1,000 keywords. Only where the vendor has them. @throws SourceError */
  volumes?(
    keywords: string[],
    locale: Locale,
    options: AskOptions,
  ): Promise<{ metrics: KeywordMetrics[]; costUsd: number | null; fetchedAt: string }>
  /** The paid calls for the trend of one term. */
  trendCalls?(): PaidCall[]
  /** Interest over time of one term. @throws SourceError */
  trend?(term: string, locale: Locale, options: TrendOptions): Promise<Trend | null>
  /** What the vendor lists for comparing so many terms, in US dollars: for estimates. */
  compareCostUsd?(terms: number): number
  /** The paid calls for comparing so many terms. */
  compareCalls?(terms: number): PaidCall[]
  /** Interest over time of one to five terms. Null when nothing is known of any. @throws SourceError */
  compare?(terms: string[], location: TrendLocale, options: TrendOptions): Promise<TrendComparison | null>
}

export type QueuedTask = { tag: string; term: string }
/** `id` null: the vendor refused this task, `error` says why. */
export type PostedTask = { tag: string; id: string | null; error: string | null }

/** Questions left with a vendor and collected when they are answered. Each carries a tag of ours, by which it is found again. */
export type SerpQueue = {
  endpoint: string
  /** From so many questions on the wait is worth its price. */
  fewest: number
  /** Tasks one call may post. */
  atOnce: number
  costPerTaskUsd: number
  /** The price of a task for more than the first ten results. */
  getCost?(scope: SerpScope): number
  /** Between two looks at what is ready. */
  pollMs: number
  /** Without a scope, ten results on a desktop. @throws SourceError */
  post(tasks: QueuedTask[], locale: Locale, options: AskOptions, scope?: SerpScope): Promise<PostedTask[]>
  /** Tasks that are ready to collect, of all users of the account. Free. @throws SourceError */
  findReady(options: AskOptions): Promise<{ id: string; tag: string | null }[]>
  /** One task's answer; null while it waits. Free. @throws SourceError */
  collect(id: string, options: AskOptions): Promise<SourceAnswer | null>
}

/** Stores answers between requests. The adapter chooses the key, the store the medium. */
export type AnswerCache = {
  get(key: string): Promise<{ answer: SourceAnswer } | null>
  set(key: string, answer: SourceAnswer, ttlMs: number): Promise<void>
}

/** How long a vendor is left alone, in milliseconds from now: 0 or less when it isn't. */
export type VendorPause = {
  /** It asked for a wait. */
  restMs: number
  /** The circuit breaker of a process opened. */
  openMs: number
}

/** The pace and the pauses that all processes share. Never throws: a client also keeps the pace of its own process. */
export type SharedPacing = {
  /** Takes the vendor's next start and waits for it. None was taken, or it is lost, when the result is a pause. */
  untilStart(vendor: string, spacingMs: number, signal: AbortSignal): Promise<VendorPause>
  /** Makes all processes leave the vendor alone. */
  pause(vendor: string, pause: Partial<VendorPause>): void
}
