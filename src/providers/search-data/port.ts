/**
 * What Earshot asks of anything that knows what people search for. One adapter a vendor stands beside this file;
 * each parses leniently, returns only what the vendor said and never fills a gap.
 */

export const sourceIds = [
  'google_suggest',
  'bing_suggest',
  'duckduckgo_suggest',
  'youtube_suggest',
  'wikipedia',
  'stackexchange',
  'reddit',
  'searxng',
  'dataforseo',
  'serpapi',
  'serper',
  'imported',
  'patterns',
  'sample',
] as const

export type SourceId = (typeof sourceIds)[number]

/** The names people know the sources by. */
export const sourceLabels: Record<SourceId, string> = {
  google_suggest: 'Google',
  bing_suggest: 'Bing',
  duckduckgo_suggest: 'DuckDuckGo',
  youtube_suggest: 'YouTube',
  wikipedia: 'Wikipedia',
  stackexchange: 'Stack Exchange',
  reddit: 'Reddit',
  searxng: 'SearXNG',
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  serper: 'Serper',
  imported: 'Imported file',
  patterns: 'Common phrasings',
  sample: 'Sample data',
}

/** ISO 3166-1 alpha-2 country, BCP 47 language. */
export type Locale = { country: string; language: string }

/** `relevance` is the vendor's own 0..1 or its rank turned into 0..1 (first = 1); null when it gave neither. */
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
}

export type SerpResult = {
  /** Organic rank from 1. */
  rank: number
  url: string
  domain: string
  title: string
  snippet: string
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
  cpc: { value: number; currency: string } | null
  /** Paid competition, 0..1. */
  competition: number | null
  /** Keyword difficulty 0..100 as the vendor measures it. */
  difficulty: number | null
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
  /** One sentence on what could not be had beside the series. */
  incomplete: string | null
}

/** Country null: the whole world. */
export type TrendPlace = { country: string | null; language: string }

/** Everything one question to one source brought back. Empty lists when it had nothing of that kind. */
export type SourceAnswer = {
  suggestions: Suggestion[]
  discussions: Discussion[]
  pages: SerpResult[]
  features: SerpFeature[]
  metrics: KeywordMetrics[]
  /** ISO 8601: when the vendor was really asked. */
  fetchedAt: string
  /** Answered from the cache. */
  cached: boolean
  /** What the vendor charges for it, where it says so. */
  costUsd: number | null
  /** One sentence saying which part of the answer could not be had. Such an answer is not kept in the cache. */
  incomplete?: string | null
}

export type AskOptions = {
  signal: AbortSignal
  /** Skip the cache for reading; the answer is still stored for others. */
  fresh?: boolean
}

/** `range` is '12m' unless given. */
export type TrendOptions = AskOptions & { range?: TrendRange }

/**
 * A source of searches.
 * `fanOut` says which questions it takes: `expansions` gets the seed with letters, question words, prepositions and
 * comparisons (and found questions at depth 2 and more); `seed` is asked once, for the seed alone.
 */
export type SearchSource = {
  id: SourceId
  /** The name people know it by: "Google", "Stack Exchange". */
  label: string
  fanOut: 'expansions' | 'seed'
  /** How many questions may be under way at once: the collector need not queue more. */
  concurrency: number
  /** Null when it can be asked; else one sentence saying what is missing and how to set it. */
  unavailable: string | null
  /** What the vendor charges for one question, in US dollars; 0 when free. */
  costPerAskUsd: number
  /** @throws SourceError */
  ask(term: string, locale: Locale, options: AskOptions): Promise<SourceAnswer>
  /** What the vendor lists for the volumes of so many keywords, in US dollars: for estimates. */
  volumesCostUsd?(keywords: number): number
  /** Search volumes of up to 1,000 keywords. Only where the vendor has them. @throws SourceError */
  volumes?(
    keywords: string[],
    locale: Locale,
    options: AskOptions,
  ): Promise<{ metrics: KeywordMetrics[]; costUsd: number | null; fetchedAt: string }>
  /** Interest over time of one term. @throws SourceError */
  trend?(term: string, locale: Locale, options: TrendOptions): Promise<Trend | null>
  /** What the vendor lists for comparing so many terms, in US dollars: for estimates. */
  compareCostUsd?(terms: number): number
  /** Interest over time of one to five terms. Null when nothing is known of any. @throws SourceError */
  compare?(terms: string[], place: TrendPlace, options: TrendOptions): Promise<TrendComparison | null>
}

export type SourceErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'blocked'
  | 'unauthorized'
  | 'bad_answer'
  | 'server_error'
  | 'circuit_open'
  | 'cancelled'

/** A source that could not answer: what happened and what to do, in one sentence a person reads beside the source. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly source: SourceId
  readonly kind: SourceErrorKind
  readonly retryAfterSeconds: number | null

  constructor(
    source: SourceId,
    kind: SourceErrorKind,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, { cause: options.cause })
    this.source = source
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

/** Where answers are kept between asks. The adapter decides the key; the store, what it is kept in. */
export type AnswerCache = {
  get(key: string): Promise<{ answer: SourceAnswer } | null>
  set(key: string, answer: SourceAnswer, ttlMs: number): Promise<void>
}
