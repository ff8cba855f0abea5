/** Words with an opposite, such as "faster" and "slower". English only. */
import { wordsAround } from './role-facts.ts'

/** A word whose opposite took its place. */
export type Flip = { start: number; end: number; to: { start: number; end: number } }

/** Opposites: the words of one side, a slash, and those of the other. Adjectives get their comparative and superlative. */
const adjectives = `
high / low
large big / small
long / short
fast quick rapid quickly rapidly / slow slowly
heavy / light
strong / weak
hot warm / cold cool
deep / shallow
wide broad / narrow
thick / thin
old / young new
early / late
easy simple / hard difficult
cheap affordable inexpensive / expensive costly pricey
good / bad
rich / poor
safe / dangerous risky
bright / dark dim
loud noisy / quiet
dry / wet
near close / far
clean / dirty
tight / loose
smooth / rough
common / rare
likely probable / unlikely improbable
similar alike same / different
public / private
positive / negative
minor / major
inside / outside
`
const others = `
more most / less least fewer fewest
better best / worse worst
increase increases increased increasing rise rises rose risen rising grow grows grew grown growing climb climbs climbed climbing / decrease decreases decreased decreasing fall falls fell fallen falling drop drops dropped dropping decline declines declined declining shrink shrinks shrank shrunk shrinking
raise raises raised raising / lower lowers lowered lowering reduce reduces reduced reducing
improve improves improved improving / worsen worsens worsened worsening
include includes included including / exclude excludes excluded excluding
accept accepts accepted accepting / reject rejects rejected rejecting refuse refuses refused refusing
allow allows allowed allowing permit permits permitted / forbid forbids forbidden ban bans banned prohibit prohibits prohibited
import imports imported importing / export exports exported exporting
often frequently / rarely seldom
above / below
minimum / maximum
first / last
always / never
win wins won winning / lose loses lost losing
`

type Side = { group: number; sign: 1 | -1 }
const sides = new Map<string, Side>()

/** "big" → "bigger", "biggest"; "easy" → "easier"; "wide" → "wider". */
function getForms(word: string): string[] {
  const stem = word.replace(/y$/, 'i').replace(/e$/, '')
  const doubled = /^(?:[^aeiou]*[aeiou][bdgmnpt])$/.test(word) ? word + word.at(-1) : stem
  return [word, `${doubled}er`, `${doubled}est`]
}

let groups = 0
for (const [lines, isAdjective] of [
  [adjectives, true],
  [others, false],
] as const)
  for (const line of lines.trim().split('\n')) {
    for (const [at, half] of line.split(' / ').entries())
      for (const word of half.split(' '))
        for (const form of isAdjective ? getForms(word) : [word])
          if (!sides.has(form)) sides.set(form, { group: groups, sign: at === 0 ? 1 : -1 })
    groups++
  }

const moreOrLess = /(?:(?<!no |not )\b(less|least)|\bnot (?:as|so)) $/i

type Use = { sign: 1 | -1; start: number; end: number }

function findUses(text: string): Map<number, Use[]> {
  const uses = new Map<number, Use[]>()
  const words = [...text.matchAll(/\p{L}+/gu)]
  for (const [at, { 0: word, index }] of words.entries()) {
    const side = sides.get(word.toLowerCase())
    if (!side) continue
    const next = words[at + 1]?.[0].toLowerCase() ?? ''
    // "Less expensive" turns its adjective around and says nothing of its own.
    if (/^(?:more|most|less|least)$/i.test(word) && sides.has(next)) continue
    const sign = moreOrLess.test(text.slice(Math.max(0, index - 8), index)) ? (-side.sign as 1 | -1) : side.sign
    const list = uses.get(side.group)
    const use: Use = { sign, start: index, end: index + word.length }
    if (list) list.push(use)
    else uses.set(side.group, [use])
  }
  return uses
}

/** Words of `before` that `after` replaced with their opposite, unless the two things compared changed places too. */
export function getFlips(before: string, after: string): Flip[] {
  const [old, fresh] = [findUses(before), findUses(after)]
  const flips: Flip[] = []
  for (const [group, uses] of old) {
    const others = fresh.get(group)
    if (!others) continue
    const isOne = (list: Use[]) => list.every(({ sign }) => sign === list[0]!.sign)
    if (!isOne(uses) || !isOne(others) || uses[0]!.sign === others[0]!.sign) continue
    const { start, end } = uses[0]!
    flips.push({ start, end, to: { start: others[0]!.start, end: others[0]!.end } })
  }
  return flips.length > 0 && isTurned(before, after) ? [] : flips
}

/** "A is bigger than B" and "B is smaller than A". */
function isTurned(before: string, after: string): boolean {
  const [old, fresh] = [wordsAround(before, 'than'), wordsAround(after, 'than')]
  if (!old || !fresh) return false
  const moves = (from: Set<string>, rest: Set<string>, to: Set<string>, left: Set<string>) =>
    [...from].some((word) => !rest.has(word) && to.has(word) && !left.has(word))
  return moves(old.left, old.right, fresh.right, fresh.left) && moves(old.right, old.left, fresh.left, fresh.right)
}
