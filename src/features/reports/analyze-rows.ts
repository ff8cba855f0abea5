import { clusterKeywords } from '#features/keywords/cluster-keywords.ts'
import { getIntent } from './classify-intent.ts'
import { createClassifier } from './classify-keyword.ts'
import type { Cluster, Heading, Term } from './contract.ts'
import { extractTerms, pageTerms } from './extract-terms.ts'
import { getDifficulty } from './keyword-difficulty.ts'
import { toPopularity } from './popularity.ts'
import { buildTree } from './question-tree.ts'
import type { AnalysedRow, RowToAnalyse } from './row-store.ts'

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
  /** Ids for the clusters found. */
  newId: () => string
}

export type Analysis = {
  rows: AnalysedRow[]
  clusters: Cluster[]
  terms: Term[]
  pageTerms: { url: string; terms: string[] }[]
  difficulty: { value: number; basis: string } | null
}

/** Trees nest questions of one topic; in a list of very many they would only cost. */
const maxQuestionsInTree = 5000

export function analyse(input: AnalysisInput): Analysis {
  const { query, language, isList, rows, pages } = input
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
    const intent = getIntent(row.text, language, row.type === 'seed' ? hints : {})
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
    }
  })
  nestQuestions(typed, rows, query)
  // Ideas are in no topic: only what somebody suggested is grouped.
  const suggested = typed.flatMap(({ type }, index) => (type === 'idea' ? [] : [index]))
  const clusters = cluster(
    suggested.map((index) => typed[index]!),
    { ...input, rows: suggested.map((index) => rows[index]!) },
  )
  const read = pages
    .filter((page) => page.content !== '')
    .map((page) => ({ url: page.url, text: page.content, headings: page.headings }))
  const terms = extractTerms(read, isList ? '' : query, language)
  return {
    rows: typed,
    clusters,
    terms,
    pageTerms: read.map((page) => ({ url: page.url, terms: pageTerms(page, terms, language).map(({ term }) => term) })),
    difficulty: difficulty ? { value: difficulty.value, basis: basisInWords(difficulty.basis) } : null,
  }
}

function basisInWords(basis: NonNullable<ReturnType<typeof getDifficulty>>['basis']): string {
  return basis.kind === 'vendor'
    ? `measured by ${basis.provider}`
    : `Estimated from the ${basis.pages} ranking pages: titles, sites, URLs and length`
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

/** Fewer than this make no topics. */
const minToCluster = 4

function cluster(typed: Analysis['rows'], { rows, serps, language, newId, isList }: AnalysisInput): Cluster[] {
  if (rows.length < minToCluster) return isList ? rows.map((_, at) => getCluster([at], at)).sort(biggestFirst) : []
  const known = Object.keys(serps).length > 1
  const result = clusterKeywords({
    keywords: rows.map((row) => row.text),
    volumes: rows.map((row) => row.volume),
    serps: known ? rows.map((row) => serps[row.text] ?? null) : undefined,
    language,
  })
  const found = result.clusters.map(({ members, pillar }) => getCluster(members, pillar))
  // Of a given list every keyword is in one cluster, so that their sums are the list's: one alone is a cluster of one.
  const alone = isList ? typed.flatMap((row, at) => (row.cluster_id === null ? [getCluster([at], at)] : [])) : []
  return [...found, ...alone].sort(biggestFirst)

  function getCluster(members: readonly number[], pillar: number): Cluster {
    const id = newId()
    for (const member of members) typed[member]!.cluster_id = id
    const volumes = members.map((member) => rows[member]!.volume).filter((volume) => volume !== null)
    return {
      _id: id,
      name: rows[pillar]!.text,
      pillar: rows[pillar]!.text,
      intent: maxCommon(members.map((member) => typed[member]!.intent)),
      keywords: members.length,
      volume: volumes.length > 0 ? volumes.reduce((sum, volume) => sum + volume, 0) : null,
    }
  }
}

const biggestFirst = (a: Cluster, b: Cluster) =>
  (b.volume ?? 0) - (a.volume ?? 0) || b.keywords - a.keywords || (a.name < b.name ? -1 : 1)

function maxCommon(values: string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
