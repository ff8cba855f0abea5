import { intentWords } from '#features/reports/rules/keywords/intent-words.ts'
import { type Modifiers, readCores } from './group-heads.ts'
import english from './name-words.json' with { type: 'json' }
import { isAdjective, type NounDetector } from './name-words.ts'
import type { Word } from './word-reader.ts'

const split = (list: string) => new Set(list.split(' '))
const attributes = split(english.attributes).union(new Set(intentWords.en?.cities))
const prepositions = split('for with without in on of to from under over by at near around as')
const compares = /^(?:vs|versus|or|difference|compared)$/
const asks = /^(?:how|what|why|when|where|which|who|is|are|was|do|does|did|can|could|should|will|would)$/
/** "installation", "expiration", but not "station". */
const action = /[^t]ation$/

/** The noun phrase that names what a keyword is about. */
export type Thing = {
  stems: string[]
  /** Of each stem: whether it can name another thing when it follows one, unlike "price", "v2" or "cordless". */
  isNoun: boolean[]
  /** Stems of what it is for: "10 gallon tank" of "heater for 10 gallon tank". */
  purpose: string[]
  /** Stems of where it is: "air fryer" of "salmon in air fryer". */
  location: string[]
}

/**
 * Reads what each keyword names: "heater" of "best heater for 10 gallon tank", as in English the last noun before a preposition
 * names the thing. Questions and comparisons name none.
 */
export function readThings(words: readonly Word[][], modifiers: Modifiers, nouns: NounDetector): (Thing | null)[] {
  const phrases = words.map((own) => {
    const at = own.findIndex(({ written }, index) => index > 0 && prepositions.has(written))
    return at === -1 ? own : own.slice(0, at)
  })
  const cores = readCores(phrases, [...words.keys()], modifiers)
  return words.map((own, at) => {
    if (own.length === 0 || asks.test(own[0]!.written) || own.some(({ written }) => compares.test(written))) return null
    const writtenByStem = new Map(own.map(({ stem, written }) => [stem, written]))
    const stems = cores.get(at)!
    if (stems.length === 0 || nouns.isVerb(own[0]!)) return null
    const rest = own.slice(phrases[at]!.length)
    const after = (preposition: string) =>
      rest[0]?.written === preposition ? rest.flatMap((word) => (word.isFunctionWord ? [] : [word.stem])) : []
    return {
      stems,
      isNoun: stems.map((stem) => namesThing(writtenByStem.get(stem) ?? stem, nouns)),
      purpose: after('for'),
      location: after('in'),
    }
  })
}

function namesThing(written: string, nouns: NounDetector): boolean {
  if (/\p{Nd}/u.test(written) || written.length < 3 || action.test(written)) return false
  const singular = written.replace(/s$/, '')
  return !attributes.has(written) && !attributes.has(singular) && !nouns.isGerund(written) && !isAdjective(written)
}
