/** The sources of search data, and the names people know them by. */

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
  'dataforseo_serp',
  'dataforseo_ideas',
  'dataforseo_volumes',
  'dataforseo_trends',
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
  dataforseo_serp: 'DataForSEO SERP',
  dataforseo_ideas: 'DataForSEO keyword ideas',
  dataforseo_volumes: 'DataForSEO volumes and difficulty',
  dataforseo_trends: 'DataForSEO trends',
  serpapi: 'SerpApi',
  serper: 'Serper',
  imported: 'Imported file',
  patterns: 'Template phrases',
  sample: 'Sample data',
}
