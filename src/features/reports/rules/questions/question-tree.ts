/**
 * Arranges questions as a tree and as a wheel.
 * A question found by expanding another stays its child. Any other nests under the longest question it extends: it contains all
 * words of that question, and more ("how to make cold brew" → "how to make cold brew without a filter").
 */
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { getPhrasebook } from './question-templates.ts'

export type QuestionRow = {
  id: string
  text: string
  modifier: string | null
  parentId: string | null
  /** 0..100; null when no source indicates popularity. */
  popularity: number | null
}

export type QuestionNode = { row: QuestionRow /** 1 at the top. */; depth: number; children: QuestionNode[] }

export type QuestionTree = {
  roots: QuestionNode[]
  /** Every row's parent, null at the top. */
  parentById: Map<string, string | null>
}

export const maxQuestionDepth = 4

/** Returns every row once, sorted by popularity and then text, up to four levels deep and without cycles. */
export function buildTree(rows: QuestionRow[], query: string): QuestionTree {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const proposed = proposeParents([...byId.values()], byId, query)
  const parentById = resolveParents([...byId.keys()], proposed)
  return { roots: buildNodes([...byId.values()], parentById), parentById: parentById }
}

function proposeParents(
  rows: QuestionRow[],
  byId: Map<string, QuestionRow>,
  query: string,
): Map<string, string | null> {
  const extended = extensions(rows, query)
  return new Map(
    rows.map(({ id, parentId }) => {
      const stored = parentId !== null && parentId !== id && byId.has(parentId) ? parentId : null
      return [id, stored ?? extended.get(id) ?? null]
    }),
  )
}

/** Finds for each row the longest question whose words it contains, with an index by each question's rarest word. */
function extensions(rows: QuestionRow[], query: string): Map<string, string> {
  const topic = new Set(keywordKey(query).split(' '))
  const read = rows.map((row) => ({ row, words: new Set(keywordKey(row.text).split(' ')) }))
  const frequency = new Map<string, number>()
  for (const { words } of read) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)

  const byRarest = new Map<string, typeof read>()
  for (const entry of read) {
    if (!addsToTopic(topic, entry.words)) continue
    const rarest = [...entry.words].reduce((a, b) => (frequency.get(b)! < frequency.get(a)! ? b : a))
    const list = byRarest.get(rarest) ?? []
    list.push(entry)
    byRarest.set(rarest, list)
  }

  const found = new Map<string, string>()
  for (const { row, words } of read) {
    const shorter = [...words].flatMap((word) => byRarest.get(word) ?? [])
    const holds = shorter.filter(
      (other) => other.words.size < words.size && [...other.words].every((word) => words.has(word)),
    )
    const best = holds.toSorted((a, b) => b.words.size - a.words.size || compareRows(a.row, b.row))[0]
    if (best) found.set(row.id, best.row.id)
  }
  return found
}

/** A parent must ask about more than the topic, since nearly everything extends "how cold brew". */
function addsToTopic(topic: Set<string>, words: Set<string>): boolean {
  let own = 0
  for (const word of words) if (!topic.has(word)) own++
  return own >= 2
}

/** Breaks cycles at their first row and moves rows that are too deep to the nearest ancestor above the limit. */
function resolveParents(ids: string[], proposed: Map<string, string | null>): Map<string, string | null> {
  const parentById = new Map<string, string | null>()
  const depthById = new Map<string, number>()
  const resolveDepth = (id: string, path: Set<string>): number => {
    const known = depthById.get(id)
    if (known !== undefined) return known
    let parent = proposed.get(id) ?? null
    if (parent !== null && path.has(parent)) parent = null
    let depth = 1
    if (parent !== null) {
      path.add(id)
      depth = resolveDepth(parent, path) + 1
      path.delete(id)
    }
    while (parent !== null && depth > maxQuestionDepth) {
      parent = parentById.get(parent) ?? null
      depth = parent === null ? 1 : depthById.get(parent)! + 1
    }
    parentById.set(id, parent)
    depthById.set(id, depth)
    return depth
  }
  for (const id of ids) resolveDepth(id, new Set([id]))
  return parentById
}

function buildNodes(rows: QuestionRow[], parentById: Map<string, string | null>): QuestionNode[] {
  const childrenByParent = new Map<string | null, QuestionRow[]>()
  for (const row of rows) {
    const parent = parentById.get(row.id) ?? null
    const siblings = childrenByParent.get(parent) ?? []
    siblings.push(row)
    childrenByParent.set(parent, siblings)
  }
  const level = (parent: string | null, depth: number): QuestionNode[] =>
    (childrenByParent.get(parent) ?? [])
      .toSorted(compareRows)
      .map((row) => ({ row, depth, children: level(row.id, depth + 1) }))
  return level(null, 1)
}

export type WheelGroup = {
  /** "how"; "other" for questions without a question word. */
  modifier: string
  /** Number of questions in the group, drawn or not. */
  count: number
  /** Questions to draw, most popular first. */
  rows: QuestionRow[]
}

/**
 * Groups questions by question word, in the order of the language's phrasebook; unknown words follow by size, "other" is last.
 * @param perGroup maximum questions drawn per group
 */
export function wheel(rows: QuestionRow[], language: string, perGroup = 7): WheelGroup[] {
  const groups = Map.groupBy(rows, ({ modifier }) => modifier ?? 'other')
  const known = getPhrasebook(language)?.questions.map(({ modifier }) => modifier) ?? []
  const getOrder = (modifier: string) => {
    if (modifier === 'other') return known.length + 1
    const at = known.indexOf(modifier)
    return at < 0 ? known.length : at
  }
  return [...groups]
    .map(([modifier, members]) => ({
      modifier,
      count: members.length,
      rows: members.toSorted(compareRows).slice(0, perGroup),
    }))
    .sort((a, b) => getOrder(a.modifier) - getOrder(b.modifier) || b.count - a.count || compare(a.modifier, b.modifier))
}

function compareRows(a: QuestionRow, b: QuestionRow): number {
  return (b.popularity ?? -1) - (a.popularity ?? -1) || compare(a.text, b.text) || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
