import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type {
  Cluster,
  ClusterKind,
  Heading,
  KeywordView,
  Overview,
  PaaQuestion,
  ProviderPerformance,
  ReportStatus,
  ReportType,
  SourceState,
  Strictness,
  TopicMeaning,
  TrendSeries,
} from '../contract.ts'
import type { PageUse } from '../rules/keywords/extract-terms.ts'
import type { SightingSummary } from '../rules/keywords/popularity.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    reports: ReportsTable
    report_asks: ReportAsksTable
    report_rows: ReportRowsTable
    report_discussions: ReportDiscussionsTable
    report_pages: ReportPagesTable
    report_features: ReportFeaturesTable
    report_clusters: ReportClustersTable
    report_terms: ReportTermsTable
    report_columns: ReportColumnsTable
    report_budgets: ReportBudgetsTable
    report_calls: ReportCallsTable
    report_tasks: ReportTasksTable
    report_listings: ReportListingsTable
    report_counts: ReportCountsTable
    outlines: OutlinesTable
    source_cache: SourceCacheTable
    vendor_pacing: VendorPacingTable
    keyword_views: KeywordViewsTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>

export type OutlinesTable = {
  workspace_id: string
  id: string
  /** Null: for new documents without a report. */
  report_id: string | null
  /** A topic of the report, which may have been deleted. */
  cluster_id: string | null
  headings: Json<Heading[]>
  version: Generated<number>
  updated_by: string | null
  updated_at: Generated<Date>
}

export type ReportsTable = {
  workspace_id: string
  id: string
  created_by: string | null
  /** Name of the API key it was started with. */
  key_name: string | null
  /** Whose plan paid: the units go back to that account. */
  payer_id: string | null
  type: ReportType
  query: string
  country: string
  language: string
  depth: number
  fresh: boolean
  import_id: string | null
  is_list: boolean
  status: ReportStatus
  stage: string
  progress: Generated<number>
  hidden: Generated<boolean>
  error: string | null
  failure: FailureColumn
  row_count: Generated<number>
  /** Of them, template phrases. Null: as the overview says, if there is one. */
  idea_count: number | null
  /** Rows that someone hid. */
  hidden_rows: Generated<number>
  /** The sources the caller named; null: all that are available. */
  wanted_sources: string[] | null
  /** Why columns stay empty, by column. */
  missing: Json<Record<string, string>>
  sources: Json<SourceState[]>
  units: number
  units_period: Date | null
  units_returned: Generated<boolean>
  cost_usd: Generated<number>
  /** Its live sources answered, and had nothing. */
  empty: Generated<boolean>
  overview: JSONColumnType<Overview, string | null, string | null> | null
  trend: JSONColumnType<TrendSeries, string | null, string | null> | null
  /** Null in reports of versions without it: balanced. */
  strictness: Strictness | null
  /** How its keywords were or are to be grouped by meaning; null: by words. */
  meaning: JSONColumnType<TopicMeaning, string | null, string | null> | null
  /** Increases with every change of the report's topics. */
  topics_version: Generated<number>
  /** The lease: increases with each run, and a worker with an older number stops. */
  attempt: Generated<number>
  /** The name people gave it; null: it's called by its query. */
  title: string | null
  tags: Generated<string[]>
  note: Generated<string>
  favorite: Generated<boolean>
  /** Deleted for good some days later. */
  deleted_at: Date | null
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
}

export type ReportAsksTable = {
  workspace_id: string
  report_id: string
  source: string
  term: string
  depth: number
  found: number
  ms: number
  cached: boolean
  fetched_at: Date
  /** The result pages' addresses, where the source answers with a SERP. */
  urls: string[] | null
  /** Types of SERP features; null where the source doesn't tell. */
  features: string[] | null
  /** People Also Ask questions; null where the source has no results page, and in rows of earlier versions. */
  questions: JSONColumnType<StoredPaaQuestion[], string | null, string | null> | null
}

/** `parent` null: it appeared for the request's own term. */
export type StoredPaaQuestion = Omit<PaaQuestion, 'source' | 'fetched_at'>

export type ReportRowsTable = {
  workspace_id: string
  report_id: string
  id: string
  key: string
  text: string
  type: string
  modifier: string | null
  sources: string[]
  parent_id: string | null
  depth: number
  heard: Json<SightingSummary>
  popularity: number | null
  volume_value: number | null
  volume_low: number | null
  volume_high: number | null
  volume_provider: string | null
  volume_as_of: Date | null
  impressions: number | null
  clicks: number | null
  ctr: number | null
  /** In search results, by Search Console; `position` is the row's place in its report. */
  average_position: number | null
  /** The date of impressions, clicks, CTR and average position. */
  performance_as_of: Date | null
  /** The same of each search engine in imported files. */
  performances: JSONColumnType<ProviderPerformance[], string | null, string | null> | null
  monthly: JSONColumnType<{ t: string; v: number }[], string | null, string | null> | null
  cpc_value: number | null
  cpc_currency: string | null
  competition: number | null
  difficulty: number | null
  /** Null where Earshot estimated it, and in rows of earlier versions. */
  difficulty_provider: string | null
  /** Of CPC and competition. Null in rows of earlier versions. */
  cpc_provider: string | null
  intent: string | null
  intent_confidence: number | null
  cluster_id: string | null
  /** A person or a file put it in its topic, so grouping again leaves it there. */
  topic_pinned: Generated<boolean>
  /** Names of its topic and parent topic in the imported file. */
  given_topic: string | null
  given_parent: string | null
  /** Order of the finished report: most searched, else most popular, first. */
  position: number | null
  first_seen: Generated<Date>
  /** Someone hid it from tables, exports and shared pages. */
  hidden: Generated<boolean>
}

export type ReportDiscussionsTable = {
  workspace_id: string
  report_id: string
  url: string
  source: string
  title: string
  score: number | null
  answers: number | null
  at: Date | null
  /** How its text begins. Null where the source has none, and in rows of earlier versions. */
  excerpt: string | null
}

export type ReportPagesTable = {
  workspace_id: string
  report_id: string
  url: string
  rank: number
  source: string
  domain: string
  title: string
  snippet: string
  /** Null until it was tried; then "ok" or why not. */
  fetched: string | null
  /** Why not, for screens. Null in rows of earlier versions. */
  failure: FailureColumn
  words: number | null
  headings: JSONColumnType<Heading[], string | null, string | null> | null
  content: string | null
  terms: string[] | null
  read_at: Date | null
}

export type ReportFeaturesTable = {
  workspace_id: string
  report_id: string
  source: string
  position: number
  type: string
  rank: number | null
  title: string | null
}

export type ReportClustersTable = {
  workspace_id: string
  report_id: string
  id: string
  position: number
  kind: Generated<ClusterKind>
  parent_id: string | null
  name: string
  pillar: string
  intent: string | null
  keywords: number
  volume: number | null
  /** Null in topics of versions that didn't count it. */
  volume_known: number | null
  difficulty: number | null
  difficulty_known: number | null
  facts: JSONColumnType<Partial<TopicFacts>, string | undefined, string>
  /** Its name was chosen by a person or a file. */
  renamed: Generated<boolean>
  locked: Generated<boolean>
  /** A person or a file put it under its parent. */
  parent_pinned: Generated<boolean>
}

/** Facts of a topic that are only shown. */
export type TopicFacts = Pick<Cluster, 'serp_features' | 'domains' | 'overlaps' | 'volume_once'>

export type ReportTermsTable = {
  workspace_id: string
  report_id: string
  term: string
  kind: 'word' | 'phrase' | 'entity'
  weight: number
  pages: number
  /** Uses on each page. Null in rows of earlier versions. */
  uses: JSONColumnType<PageUse[], string | null, string | null> | null
}

/** The column index of a big report: see column-index.ts. */
export type ReportColumnsTable = {
  workspace_id: string
  report_id: string
  name: string
  /** Of the run that made them: of any other they are outdated. */
  attempt: number
  ranks: Buffer
  labels: string | null
  /** Of the words, packed (deflate). */
  texts: Buffer | null
}

/** What a list of reports is filtered, searched and ordered by: written by a trigger with every report. */
export type ReportListingsTable = {
  workspace_id: string
  report_id: string
  created_at: Date
  hidden: boolean
  type: ReportType
  status: ReportStatus
  /** The query, name and tags, lower-cased by the database. */
  words: string
}

/** How many reports there are of each kind, in rows to be added up: written by a trigger with every change. */
export type ReportCountsTable = {
  workspace_id: string
  id: Generated<string>
  hidden: boolean
  type: ReportType
  status: ReportStatus
  /** A delta: positive or negative. */
  reports: number
}

/** What a report may spend in all, and what it has spent or set aside. US dollars. */
export type ReportBudgetsTable = {
  workspace_id: string
  report_id: string
  estimate_usd: number
  /** Null: no limit but the plan's. */
  max_cost_usd: number | null
  committed_usd: Generated<number>
}

/** The paid calls it may make, and how many of them it made. */
export type ReportCallsTable = {
  workspace_id: string
  report_id: string
  source: string
  endpoint: string
  planned_calls: number
  planned_usd: number
  calls: Generated<number>
  committed_usd: Generated<number>
}

/** Tasks posted to a vendor's queue and not collected yet. */
export type ReportTasksTable = {
  workspace_id: string
  report_id: string
  tag: string
  source: string
  term: string
  /** Null until the vendor's answer to the post arrived. */
  task_id: string | null
  created_at: Generated<Date>
}

/** A saved filter of keyword tables. */
export type KeywordViewsTable = {
  workspace_id: string
  id: string
  name: string
  filter: Json<KeywordView['filter']>
  sort: string | null
  columns: string[] | null
  created_by: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type SourceCacheTable = { key: string; answer: Json<object>; expires_at: Date }

export type VendorPacingTable = {
  vendor: string
  next_at: Generated<Date>
  /** The vendor asked for a wait. */
  rest_until: Generated<Date>
  /** The circuit breaker of a process opened. */
  open_until: Generated<Date>
}
