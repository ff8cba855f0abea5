/** English nouns by what they name, to tell in which sense the word beside them is meant. */
import lists from './noun-senses.json' with { type: 'json' }

const words = (lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')))

/** Ideas, activities and results. Nouns in -tion, -ment, -ness and the like are added by their ending. */
const abstract = words(lists.abstract)

const abstractEnding = /(?:tion|sion|ment|ness|ity|ship|ism|ance|ence|ancy|ency|hood|logy)$/
/** Things, places and people with such an ending. */
const concreteInSpite = words(lists.concreteInSpite)

const irregularPlurals = words(lists.irregularPlurals)
const singularInS = words(lists.singularInS)

export function isPlural(noun: string): boolean {
  if (irregularPlurals.has(noun)) return true
  return /[^s\W]s$/.test(noun) && !singularInS.has(noun) && !/(?:ics|ous|ss|us|is)$/.test(noun)
}

export function toSingular(noun: string): string {
  if (!isPlural(noun)) return noun
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  if (/(?:ches|shes|sses|xes|zes)$/.test(noun)) return noun.slice(0, -2)
  return noun.endsWith('s') ? noun.slice(0, -1) : noun
}

export function isAbstract(noun: string): boolean {
  const one = toSingular(noun)
  return abstract.has(one) || abstract.has(noun) || (abstractEnding.test(one) && !concreteInSpite.has(one))
}

/** Where a role is played on a stage or screen. */
export const performances = words(lists.performances)

/** What a place or product has, when it "boasts" it. */
export const proudOwners = words(lists.proudOwners)
