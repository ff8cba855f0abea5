/** What the fact check of a whole text found, and what it looked for. */
import {
  type FactKind as CheckedKind,
  type Facts,
  literalKinds,
  type Sentence,
  wordingKinds,
} from '../../../contract.ts'
import { compareClaims, compareFacts, type FactOptions, getFacts, isEnglish } from './compare-facts.ts'
import { countClaims } from './modality-facts.ts'
import { isComparable } from './role-facts.ts'

type Pair = Pick<Sentence, 'original' | 'rewritten'>

/**
 * Returns which facts of a text the rewrite keeps, which it lost, and how many of each kind were compared. Numbers, names and the like
 * are compared in the whole text, where they may move; the words that carry a claim in each sentence.
 */
export function checkFacts(sentences: Pair[], options: FactOptions): Facts {
  const before = sentences.map(({ original }) => original).join('')
  const after = sentences.map(({ rewritten }) => rewritten).join('')
  const kinds: ReadonlySet<string> = new Set(literalKinds)
  const lost = new Map<string, string>()
  if (after !== before)
    for (const { kind, text } of compareFacts(before, after, { ...options, wording: false }).lost)
      if (kinds.has(kind)) lost.set(text, kind)
  const all = new Map<string, string>()
  for (const { kind, text } of getFacts(before, options)) if (kinds.has(kind) && !all.has(text)) all.set(text, kind)
  const count = (found: Map<string, string>, kind: string) => [...found.values()].filter((each) => each === kind).length
  return {
    kept: [...all.keys()].filter((text) => !lost.has(text)),
    lost: [...lost.keys()],
    checked: [
      ...literalKinds.map((kind) => ({ kind, found: count(all, kind), lost: count(lost, kind) })),
      ...(isEnglish(options.language) ? checkWording(sentences) : []),
    ],
  }
}

function checkWording(sentences: Pair[]) {
  const [found, lost] = [new Map<CheckedKind, number>(), new Map<CheckedKind, number>()]
  const add = (counts: Map<CheckedKind, number>, kind: CheckedKind, times: number) =>
    counts.set(kind, (counts.get(kind) ?? 0) + times)
  for (const { original, rewritten } of sentences) {
    for (const [kind, times] of countClaims(original)) add(found, kind, times)
    if (original === rewritten) continue
    if (isComparable(original) && isComparable(rewritten)) add(found, 'roles', 1)
    const change = compareClaims(original, rewritten)
    for (const { kind } of change.lost) if (kind !== 'mark') add(lost, kind, 1)
    if (change.swapped) add(lost, 'roles', 1)
  }
  return wordingKinds.map((kind) => ({ kind, found: found.get(kind) ?? 0, lost: lost.get(kind) ?? 0 }))
}
