/** Anchors of the glossary that screens link to. */
export const glossaryAnchors = {
  contentScore: 'content-score',
  styleScore: 'style-score',
  relevance: 'relevant-text',
  terms: 'term-coverage',
  questions: 'questions-answered',
  headings: 'headings-score',
  originality: 'information-gain',
  readability: 'readability',
  length: 'length',
  links: 'sources-links',
  internal_links: 'internal-links',
  keyword: 'keyword',
  keywordTypes: 'keyword-types',
  intent: 'intent',
  volume: 'search-volume',
  monthly: 'monthly-searches',
  popularity: 'popularity',
  difficulty: 'keyword-difficulty',
  cpc: 'cpc',
  competition: 'competition',
  impressions: 'impressions',
  clicks: 'clicks',
  ctr: 'click-through-rate',
  position: 'average-position',
  topicCluster: 'topic-cluster',
} as const

export type GlossaryAnchor = keyof typeof glossaryAnchors

export const glossaryHref = (anchor: GlossaryAnchor) => `/docs/glossary#${glossaryAnchors[anchor]}`
