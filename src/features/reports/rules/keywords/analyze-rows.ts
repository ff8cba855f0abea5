import type { Heading, Strictness } from '../../contract.ts'
import { buildTree } from '../questions/question-tree.ts'
import { buildTopics } from '../topics/build-topics.ts'
import type { BuiltTopic, TextMeanings } from '../topics/topic-model.ts'
import type { AnalysedRow, RowToAnalyse } from './analyzed-row.ts'
import { getIntent, type IntentHints } from './classify-intent.ts'
import { createClassifier } from './classify-keyword.ts'
import { countUses, extractTerms, type PageUse, type Term } from './extract-terms.ts'
import { getDifficulty } from './keyword-difficulty.ts'
import { toPopularity } from './popularity.ts'

/** The third stage as one pure function: what the rows and pages of a report mean together. */

export type AnalysisInput = {
  query: string
  language: string
  /** A given list is not about one topic: it has no seed. */
  isList: boolean
  rows: RowToAnalyse[]
  pages: { url: string; domain: string; title: string; words: number | null; content: string; headings: Heading[] }[]
  /** Result addresses by keyword, where known. */
  serps: Record<string, string[]>
  features: string[]
  /** How much keywords must have in common to be one topic. */
  strictness: Strictness
  /** What the keywords mean; null: they are grouped by words alone. */
  meanings?: TextMeanings | null
  /** The topics so far, whose edits stay. */
  topics: BuiltTopic[]
  /** Ids for the clusters found. */
  newId: () => string
}

export type Analysis = {
  rows: AnalysedRow[]
  clusters: BuiltTopic[]
  terms: (Term & { uses: PageUse[] })[]
  pageTerms: { url: string; terms: string[] }[]
  difficulty: { value: number; basis: string } | null
}

/** Trees nest questions of one topic; in a list of very many they would only cost. */
const maxQuestionsInTree = 5000

export function analyzeRows(input: AnalysisInput): Analysis {
  const { query, language, isList, rows, pages, serps } = input
  const classify = createClassifier(isList ? '' : query, language)
  const hints = { serpFeatures: input.features, domains: pages.map((page) => page.domain) }
  const difficulty = isList ? null : getDifficulty(query, pages)
  const typed = rows.map((row) => {
    const { type, modifier } =
      row.type === 'idea'
        ? { type: 'idea', modifier: null }
        : row.type === 'seed'
          ? { type: 'seed', modifier: null }
          : classify(row.text)
    const intent = getIntent(row.text, language, row.type === 'seed' ? hints : toHints(serps[row.text]))
    return {
      id: row.id,
      key: row.key,
      type,
      modifier,
      parent_id: row.parent_id,
      popularity: toPopularity(row.sightings),
      difficulty: row.difficulty ?? (row.type === 'seed' ? (difficulty?.value ?? null) : null),
      intent: intent.main as string,
      intent_confidence: intent.confidence,
      cluster_id: null as string | null,
      topic_pinned: row.topic_pinned,
    }
  })
  nestQuestions(typed, rows, query)
  const { clusters, topicOfRow, pinned } = buildTopics({
    ...input,
    rows: rows.map((row, index) => ({ ...row, type: typed[index]!.type, intent: typed[index]!.intent })),
    previous: input.topics,
    seed: isList ? null : query,
  })
  typed.forEach((row, index) => {
    row.cluster_id = topicOfRow[index]!
    row.topic_pinned = pinned[index]!
  })
  const read = pages
    .filter((page) => page.content !== '')
    .map((page) => ({ url: page.url, title: page.title, text: page.content, headings: page.headings }))
  const terms = extractTerms(read, isList ? '' : query, language)
  const uses = countUses(read, terms, language)
  return {
    rows: typed,
    clusters,
    terms: terms.map((term, at) => ({ ...term, uses: uses[at]! })),
    pageTerms: read.map(({ url }) => ({
      url,
      terms: terms.flatMap(({ term }, at) => (uses[at]!.some((use) => use.url === url && use.body > 0) ? [term] : [])),
    })),
    difficulty: difficulty && {
      value: difficulty.value,
      basis: `Estimated from the ${difficulty.pages} ranking pages: titles, sites, URLs and length`,
    },
  }
}

const host = /^(?:https?:\/\/)?([^/?#:]+)/i
const maxRanking = 10

/** A keyword that names the site ranking first is navigational; shops and reference sites that rank say more. */
function toHints(addresses: string[] | undefined): IntentHints {
  if (!addresses) return {}
  return { domains: addresses.slice(0, maxRanking).map((address) => host.exec(address)?.[1] ?? '') }
}

function nestQuestions(typed: Analysis['rows'], rows: AnalysisInput['rows'], query: string) {
  const questions = typed.flatMap((row, index) =>
    row.type === 'question'
      ? [
          {
            id: row.id,
            text: rows[index]!.text,
            modifier: row.modifier,
            parentId: row.parent_id,
            popularity: row.popularity,
          },
        ]
      : [],
  )
  if (questions.length > maxQuestionsInTree) return
  const ids = new Set(questions.map(({ id }) => id))
  const { parentById } = buildTree(
    questions.map((question) => ({
      ...question,
      parentId: question.parentId && ids.has(question.parentId) ? question.parentId : null,
    })),
    query,
  )
  for (const row of typed) if (row.type === 'question') row.parent_id = parentById.get(row.id) ?? null
}
