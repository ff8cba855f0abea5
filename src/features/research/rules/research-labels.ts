import type { TrendMeasure, TrendRange } from '../contract.ts'

/** Labels of lookups on screens and in exports. */

const providers: Record<string, string> = {
  google_trends: 'Google Trends',
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  wikipedia: 'Wikipedia',
  wikipedia_pageviews: 'Wikipedia page views',
  imported: 'Imported files',
}

export const providerLabel = (provider: string) => providers[provider] ?? provider

export const measureLabels: Record<TrendMeasure, string> = {
  interest: 'Interest (peak = 100)',
  page_views: 'Article page views',
  searches: 'Monthly searches',
  impressions: 'Search Console impressions',
}

export const rangeLabels: Record<TrendRange, string> = { '3m': '3 months', '12m': '12 months', '5y': '5 years' }
