import type { Thing } from './things.ts'

/** Words after a thing that name its accessory: "rain cover". */
const maxExtension = 2
/** What more of the list's things end with is what the list is about: "lawyer" in a list of a law firm. */
const maxHeadShare = 0.1

/**
 * Takes accessories out of the topic of their thing: "crib sheets" and "fitted crib sheets" out of "crib", "mini crib", … In English
 * the last noun of a compound names the thing, so a noun after a thing makes it another one. What is for a thing is another one, too:
 * "heater for 10 gallon tank".
 */
export function splitAccessories(groups: readonly number[][], things: readonly (Thing | null)[]): number[][] {
  const isAccessoryName = createNameTest(things.flatMap((thing) => thing ?? []))
  return groups.flatMap((members) => {
    const bases = findBases(members.flatMap((member) => things[member] ?? []))
    const heads = new Map<string, number[]>()
    for (const member of members) {
      const thing = things[member]
      const head = thing && isAccessory(thing, bases, isAccessoryName) ? thing.stems.at(-1)! : ''
      const known = heads.get(head)
      if (known) known.push(member)
      else heads.set(head, [member])
    }
    return heads.has('') ? [...heads.values()] : [[...members]]
  })
}

/**
 * Tests whether words after a thing can name its accessory: few things of the list end with the last of them, no more begin with
 * them than end so, and no thing is in them. "chicken thighs air fryer" is no air fryer, where there's "salmon in air fryer".
 */
function createNameTest(things: readonly Thing[]): (extension: readonly string[]) => boolean {
  const ends = new Map<string, number>()
  const begins = new Map<string, number>()
  const add = (counts: Map<string, number>, stems: readonly string[]) => {
    counts.set(stems.join(' '), (counts.get(stems.join(' ')) ?? 0) + 1)
  }
  for (const { stems } of things)
    for (let size = 1; size <= Math.min(maxExtension, stems.length); size++) {
      add(ends, stems.slice(-size))
      if (size < stems.length) add(begins, stems.slice(0, size))
    }
  const locations = new Set(things.map(({ location }) => location.join(' ')))
  return (extension) => {
    const phrase = extension.join(' ')
    const isRare = (ends.get(extension.at(-1)!) ?? 0) <= maxHeadShare * things.length
    return isRare && !locations.has(phrase) && (ends.get(phrase) ?? 0) >= (begins.get(phrase) ?? 0)
  }
}

/**
 * Phrases that things of a topic end with, by number: those that are a whole thing or that several end with, and that more end with
 * than with any accessory of theirs. A topic of "bed frame" isn't about "bed".
 */
function findBases(things: readonly Thing[]): ReadonlyMap<string, number> {
  const whole = new Set(things.map(({ stems }) => stems.join(' ')))
  const counts = new Map<string, number>()
  for (const { stems } of things)
    for (let from = 0; from < stems.length; from++) {
      const ending = stems.slice(from).join(' ')
      counts.set(ending, (counts.get(ending) ?? 0) + 1)
    }
  const maxExtended = new Map<string, number>()
  for (const [ending, count] of counts) {
    const stems = ending.split(' ')
    for (let to = stems.length - 1; to > 0; to--) {
      const base = stems.slice(0, to).join(' ')
      maxExtended.set(base, Math.max(maxExtended.get(base) ?? 0, count))
    }
  }
  const isBase = ([ending, count]: [string, number]) =>
    (count > 1 || whole.has(ending)) && count > (maxExtended.get(ending) ?? 0)
  return new Map([...counts].filter(isBase))
}

function isAccessory(
  { stems, isNoun, purpose }: Thing,
  bases: ReadonlyMap<string, number>,
  isAccessoryName: (extension: readonly string[]) => boolean,
): boolean {
  for (let to = stems.length - 1; to > 0 && to >= stems.length - maxExtension && isNoun[to]; to--)
    for (let from = 0; from < to; from++)
      if (isNoun[to - 1] && bases.has(stems.slice(from, to).join(' ')) && isAccessoryName(stems.slice(to))) return true
  const isOther = isNoun.at(-1) === true && purpose.at(-1) !== stems.at(-1) && isAccessoryName(stems.slice(-1))
  return isOther && purpose.some((_, from) => (bases.get(purpose.slice(from).join(' ')) ?? 0) > 1)
}
