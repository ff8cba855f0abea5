/** What a page that lost clicks lacks, from what is known: its lost queries, its own text and the other pages of the site. */
export type RefreshNotes = {
  /** Queries that lost clicks. */
  queries: string[]
  /** Of its queries, questions that no heading or sentence of the page holds the words of. */
  questions: string[]
  /** Words of lost queries that the page doesn’t have. */
  terms: string[]
  /** Sentences with a year that is over. */
  outdated: string[]
  /** Pages of the site about something the text names and doesn’t link to. */
  links: { url: string; title: string; anchor: string }[]
}

export type SisterPage = { url: string; title: string | null; topic: string | null }

const questionWords =
  /^(?:how|what|why|when|where|which|who|can|does|do|is|are|should|wie|was|warum|wann|wo|welche[rs]?|wer|kann|comment|pourquoi|quand|combien|cómo|qué|por qué|cuándo|come|perché)\b/i
const stopWords = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or should that the to vs what when where which who why with you your'.split(
    ' ',
  ),
)
const maxNotes = 12

const toWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
/** Singular and plural are the same word here. */
const toStem = (word: string) => (word.length > 4 ? word.replace(/(?:ies|es|s)$/, '') : word)
const toStems = (text: string) =>
  toWords(text)
    .filter((word) => !stopWords.has(word) && word.length > 1)
    .map(toStem)

const toSentences = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[#>*\-\s]+/, '').trim())
    .filter(Boolean)

/** `year`: the present one. */
export function findRefreshNotes(
  markdown: string,
  {
    queries,
    sisters,
    year,
    url,
  }: { queries: readonly string[]; sisters: readonly SisterPage[]; year: number; url: string },
): RefreshNotes {
  const sentences = toSentences(markdown)
  const perSentence = sentences.map((sentence) => new Set(toStems(sentence)))
  const all = new Set(perSentence.flatMap((words) => [...words]))
  const questions = queries.filter((query) => {
    const stems = toStems(query)
    return (
      questionWords.test(query) &&
      stems.length > 0 &&
      !perSentence.some((words) => stems.every((stem) => words.has(stem)))
    )
  })
  const terms = [...new Set(queries.flatMap(toWords))].filter(
    (word) => word.length > 2 && !stopWords.has(word) && !/^\d+$/.test(word) && !all.has(toStem(word)),
  )
  const outdated = sentences.filter((sentence) =>
    [...sentence.matchAll(/\b(20\d\d)\b/g)].some(([, found]) => Number(found) < year && Number(found) >= year - 10),
  )
  const linked = new Set([...markdown.matchAll(/\]\(([^)\s]+)/g)].map(([, href]) => URL.parse(href!, url)?.href))
  const text = sentences.join(' ').toLowerCase()
  const links = sisters.flatMap(({ url: target, title, topic }) =>
    topic?.includes(' ') && target !== url && !linked.has(target) && text.includes(topic.toLowerCase())
      ? [{ url: target, title: title ?? target, anchor: topic }]
      : [],
  )
  return {
    queries: queries.slice(0, maxNotes),
    questions: questions.slice(0, maxNotes),
    terms: terms.slice(0, maxNotes),
    outdated: outdated.map((sentence) => sentence.slice(0, 300)).slice(0, maxNotes),
    links: links.slice(0, maxNotes),
  }
}

const maxInstructions = 4000

/** The notes as instructions for the writer. */
export function toInstructions({ queries, questions, terms, outdated, links }: RefreshNotes): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`${title}\n${lines.map((line) => `- ${line}`).join('\n')}`] : []
  return [
    'This text is on the site and lost clicks in search. Keep what is right and change what these notes name.',
    ...part('Queries that lost clicks:', queries),
    ...part('Questions it doesn’t answer:', questions),
    ...part('Words it lacks:', terms),
    ...part('Sentences with a year that is over, to check:', outdated),
    ...part(
      'Pages of the site to link to:',
      links.map(({ url, anchor }) => `${anchor}: ${url}`),
    ),
  ]
    .join('\n\n')
    .slice(0, maxInstructions)
}
