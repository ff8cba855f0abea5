import { diffArrays } from 'diff'

/**
 * A guest's text as changes of the text they started from, which members accept or reject one by one. Accepting all gives the guest's
 * text, rejecting all gives the text before, and any choice is both texts' own words in order.
 */

/** A change of a text: what's from `start` to `end` becomes `after`. Changes of a text are in order and never overlap. */
export type Change = { start: number; end: number; after: string }

/** Comparing more words than this at once takes too long: then the lines are one change. */
const maxCompared = 6000
const maxEdits = 3000
/** A passage that keeps fewer of its characters is easier to read as one change. */
const minUnchanged = 0.3

const line = /[^\n]*\n|[^\n]+$/g
/** Words, citations and marks as single tokens. In scripts without spaces, each character is one. */
const token = /\[\^\d+\]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}'’]+|\s+|[^\s]/gu

const getLines = (text: string) => text.match(line) ?? []
const getTokens = (text: string) => text.match(token) ?? []

/** The changes that make one text the other, by word. */
export function getChanges(before: string, after: string): Change[] {
  return compare(getLines(before), getLines(after)).flatMap(({ start, end, after: added }) => {
    const removed = before.slice(start, end)
    const words = [getTokens(removed), getTokens(added)] as const
    if (removed === '' || added === '' || words[0].length + words[1].length > maxCompared)
      return [{ start, end, after: added }]
    const changes = joinClose(removed, compare(...words))
    const unchanged = removed.length - changes.reduce((sum, each) => sum + each.end - each.start, 0)
    if (unchanged < minUnchanged * Math.max(removed.length, added.length)) return [{ start, end, after: added }]
    return changes.map((each) => ({ ...each, start: start + each.start, end: start + each.end }))
  })
}

/** The same, but no more than these: by line, and then all of it as one. */
export function getSuggestedChanges(before: string, after: string, max: number): Change[] {
  const byWord = getChanges(before, after)
  if (byWord.length <= max) return byWord
  const byLine = compare(getLines(before), getLines(after))
  return byLine.length <= max ? byLine : [{ start: 0, end: before.length, after }]
}

/** Changes of the joined parts. */
function compare(before: string[], after: string[]): Change[] {
  const runs = diffArrays(before, after, { maxEditLength: maxEdits })
  if (!runs) return [{ start: 0, end: before.join('').length, after: after.join('') }]
  const changes: Change[] = []
  let at = 0
  let isOpen = false
  for (const { value, added, removed } of runs) {
    const text = value.join('')
    if (!added && !removed) {
      at += text.length
      isOpen = false
      continue
    }
    if (!isOpen) changes.push({ start: at, end: at, after: '' })
    isOpen = true
    const change = changes.at(-1)!
    if (added) change.after += text
    else {
      at += text.length
      change.end = at
    }
  }
  return changes
}

/** Changed words with only spaces between them are one change. */
function joinClose(text: string, changes: Change[]): Change[] {
  const joined: Change[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    const gap = last && text.slice(last.end, change.start)
    if (last && gap !== undefined && /^[^\S\n]*$/.test(gap)) {
      last.after += gap + change.after
      last.end = change.end
    } else joined.push({ ...change })
  }
  return joined
}

/** The text with these changes of it. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let result = ''
  let at = 0
  for (const { start, end, after } of changes) {
    result += text.slice(at, start) + after
    at = end
  }
  return result + text.slice(at)
}

export type Suggestion = Change & {
  id: string
  state: 'open' | 'accepted' | 'rejected'
}

export type Located = { id: string } & (
  | ({ kind: 'open' } & Change)
  /** Members changed the same passage: `now` is what's there. */
  | { kind: 'conflict'; now: string; at: number }
  /** The text says it already. */
  | { kind: 'done' }
)

/**
 * Where the open suggestions of a text are in the text as it's now.
 * @param suggestions changes of `base`, in order
 */
export function locateSuggestions(base: string, suggestions: readonly Suggestion[], current: string): Located[] {
  const reference = applyChanges(
    base,
    suggestions.filter(({ state }) => state === 'accepted'),
  )
  const edits = reference === current ? [] : getChanges(reference, current)
  let shift = 0
  return suggestions.flatMap(({ id, state, start, end, after }): Located[] => {
    const from = start + shift
    const to = end + shift
    if (state === 'accepted') shift += after.length - (end - start)
    return state === 'open' ? [{ id, ...locate({ start: from, end: to, after }, reference, edits, current) }] : []
  })
}

type LocatedChange = Located extends infer P ? (P extends Located ? Omit<P, 'id'> : never) : never

function locate(change: Change, reference: string, edits: readonly Change[], current: string): LocatedChange {
  const { after } = change
  const isInsertion = change.start === change.end
  // An insertion beside a passage isn't in it; at the place of another insertion, it's unknown which comes first.
  const inside = edits.filter((edit) =>
    isInsertion
      ? edit.start <= change.start && edit.end >= change.end && (edit.start < edit.end || edit.start === change.start)
      : edit.start < change.end && edit.end > change.start,
  )
  const touched = isInsertion ? inside.filter((edit) => !isBeside(edit, change)) : inside
  const first = Math.min(change.start, ...touched.map(({ start }) => start))
  const last = Math.max(change.end, ...touched.map(({ end }) => end))
  const start = first + shiftBefore(edits, first, touched)
  const grown = touched.reduce((sum, edit) => sum + edit.after.length - (edit.end - edit.start), 0)
  const end = start + (last - first) + grown
  if (touched.length === 0) return { kind: 'open', start, end, after }
  const result = reference.slice(first, change.start) + after + reference.slice(change.end, last)
  const now = current.slice(start, end)
  return now === result ? { kind: 'done' } : { kind: 'conflict', now, at: start }
}

/** A replaced passage that ends or starts where something is inserted leaves its place known. */
const isBeside = (edit: Change, { start }: Change) =>
  edit.start < edit.end && (edit.end === start || edit.start === start)

/** How far a place moved by the edits before it, apart from these. */
const shiftBefore = (edits: readonly Change[], at: number, without: readonly Change[]) =>
  edits.reduce(
    (sum, edit) =>
      edit.end <= at && !without.includes(edit) ? sum + edit.after.length - (edit.end - edit.start) : sum,
    0,
  )

export type Proposal = { base: string; suggestions: Suggestion[] }

/**
 * The text with the chosen suggestions that have a place in it.
 * @returns `accepted`: those that are in the text now
 */
export function acceptSuggestions(
  current: string,
  proposals: readonly Proposal[],
  isChosen: (id: string) => boolean,
): { text: string; accepted: string[]; conflicts: string[] } {
  const accepted: string[] = []
  const conflicts: string[] = []
  let text = current
  for (const { base, suggestions } of proposals) {
    const chosen = locateSuggestions(base, suggestions, text).filter(({ id }) => isChosen(id))
    accepted.push(...chosen.filter(({ kind }) => kind !== 'conflict').map(({ id }) => id))
    conflicts.push(...chosen.filter(({ kind }) => kind === 'conflict').map(({ id }) => id))
    text = applyChanges(
      text,
      chosen.flatMap((each) => (each.kind === 'open' ? [each] : [])),
    )
  }
  return { text, accepted, conflicts }
}
