/** Anchors of the glossary that screens link to. */
export const glossaryAnchors = {
  contentScore: 'content-score',
  styleScore: 'style-score',
  terms: 'term-coverage',
  questions: 'questions-answered',
  headings: 'headings-score',
  originality: 'information-gain',
  readability: 'readability',
  length: 'length',
  links: 'sources-links',
} as const

export const glossaryHref = (anchor: keyof typeof glossaryAnchors) => `/docs/glossary#${glossaryAnchors[anchor]}`
