/**
 * Finds a word of a page's sentence that another one took the place of in a claim: "add milk" for "add sugar", "in the fridge" for
 * "in a tin". English only.
 */
import { readSlots, readWords, toStem, type Word } from '#features/humanizer/rules/rewriting/facts/role-facts.ts'
import { synonyms } from '../builtin-writer/synonyms.ts'
import { isUnitName } from './amounts.ts'

const maxReplaced = 2
const isName = ({ kind, text }: Word) =>
  kind === 'content' && !/\d|n’t$/.test(text) && text !== 'according' && !isUnitName(text)

const groupsByStem = new Map<string, Set<number>>()
for (const [group, words] of synonyms.entries())
  for (const word of words.split(' ')) {
    const stem = toStem(word)
    groupsByStem.set(stem, (groupsByStem.get(stem) ?? new Set()).add(group))
  }

/** Words of the same family, or that are used for one thing. */
function isAlike(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  let same = 0
  while (same < length && one[same] === other[same]) same++
  if (same >= 4 || (same === length && length >= 3)) return true
  const groups = groupsByStem.get(other)
  return groups !== undefined && [...(groupsByStem.get(one) ?? [])].some((group) => groups.has(group))
}

export type Replaced = { own: string[]; claimed: string[] }

/**
 * Words in the same place of both sentences, next to the same word, of which neither is in the other sentence.
 * @param beside the sentences before and after the page's sentence
 */
export function getReplaced(sentence: string, own: string, beside: string): Replaced | null {
  const [old, fresh] = [readWords(own), readWords(sentence)]
  const toStems = (list: Word[]) => new Set(list.filter(isName).map(({ stem }) => stem))
  const [ours, theirs, known] = [toStems(old), toStems(fresh), toStems(readWords(beside))]
  const slots = readSlots(old)
  const verbs = new Set([...old.filter(looksLikeVerb), ...fresh.filter(looksLikeVerb)].map(({ stem }) => stem))
  const objects = new Set<string>()
  for (const [slot, stems] of readSlots(fresh)) {
    const lost = [...(slots.get(slot) ?? [])].filter((stem) => ours.has(stem) && !theirs.has(stem))
    const added = [...stems].filter((stem) => theirs.has(stem) && !known.has(stem))
    if (lost.length === 0 || added.length === 0 || lost.length > maxReplaced || added.length > maxReplaced) continue
    if (added.every((stem) => [...known].some((each) => isAlike(each, stem)))) continue
    const role = slot.slice(slot.indexOf('|') + 1)
    if (role.startsWith('subject')) continue
    if (role !== 'object' && role !== 'rest') return { own: lost, claimed: added }
    // What follows a noun may be its verb, which has many words for the same.
    const pair = `${lost} ${added}`
    if ([...lost, ...added].some((stem) => verbs.has(stem))) continue
    if (objects.has(pair)) return { own: lost, claimed: added }
    objects.add(pair)
  }
  return null
}

/** "needs 12 volts", but not "require helmets for riders": what ends a phrase is its noun. */
function looksLikeVerb({ text }: Word, at: number, list: Word[]): boolean {
  const next = list[at + 1]?.kind
  const endsPhrase = next === undefined || next === 'boundary' || next === 'preposition'
  return /(?:ed|ing)$/.test(text) || (/s$/.test(text) && !endsPhrase) || commonVerb.test(text)
}
const commonVerb = /^(?:have|need|get|make|take|use|keep|limit|give|run|go|become|let|help)$/
