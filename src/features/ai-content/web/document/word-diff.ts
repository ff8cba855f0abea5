import { diffArrays } from 'diff'
import { toBlocks } from '../../rules/markdown-blocks.ts'

/** A run of unchanged, removed or added words. */
export type DiffRun = { kind: 'same' | 'removed' | 'added'; text: string }

/** The change of a paragraph. Consecutive `same` ones are counted instead of shown. */
export type DiffBlock =
  | { kind: 'same'; text: string }
  | { kind: 'changed'; runs: DiffRun[] }
  | { kind: 'added' | 'removed'; text: string }

/** Words, citations and marks as single tokens. In scripts without spaces, each character is one. */
const piece = /\[\^\d+\]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}'’]+|\s+|[^\s]/gu
const getPieces = (text: string) => text.match(piece) ?? []

/** Compares two texts by word. A single space between two changed words is part of the change. */
export function diffWords(before: string, after: string): DiffRun[] {
  const runs = diffArrays(getPieces(before), getPieces(after)).map(
    ({ value, added, removed }): DiffRun => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  )
  const joined: DiffRun[] = []
  let [removed, come] = ['', '']
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (come !== '') joined.push({ kind: 'added', text: come })
    removed = ''
    come = ''
  }
  runs.forEach(({ kind, text }, at) => {
    if (kind === 'removed') removed += text
    else if (kind === 'added') come += text
    else if (/^\s+$/.test(text) && at > 0 && at < runs.length - 1 && removed !== '' && come !== '') {
      removed += text
      come += text
    } else {
      flush()
      joined.push({ kind: 'same', text })
    }
  })
  flush()
  return joined
}

/** Compares two texts by paragraph, and edited paragraphs by word. */
export function diffTexts(before: string, after: string): DiffBlock[] {
  const blocks: DiffBlock[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = () => {
    while (removed.length > 0 || added.length > 0) {
      const [old, next] = [removed[0], added[0]]
      if (old !== undefined && next !== undefined) {
        const runs = diffWords(old, next)
        if (getUnchangedShare(runs) > 0.3) blocks.push({ kind: 'changed', runs })
        else blocks.push({ kind: 'removed', text: old }, { kind: 'added', text: next })
      } else if (old !== undefined) blocks.push({ kind: 'removed', text: old })
      else if (next !== undefined) blocks.push({ kind: 'added', text: next })
      removed = removed.slice(1)
      added = added.slice(1)
    }
  }
  for (const change of diffArrays(toBlocks(before), toBlocks(after))) {
    const { value } = change
    if (change.removed) removed.push(...value)
    else if (change.added) added.push(...value)
    else {
      flush()
      blocks.push(...value.map((text) => ({ kind: 'same' as const, text })))
    }
  }
  flush()
  return blocks
}

/** Returns the share of unchanged words, 0–1. */
function getUnchangedShare(runs: DiffRun[]) {
  const getLength = (kind: DiffRun['kind']) =>
    runs.reduce((sum, run) => (run.kind === kind ? sum + run.text.trim().length : sum), 0)
  const same = getLength('same')
  return same / Math.max(1, same + Math.max(getLength('removed'), getLength('added')))
}
