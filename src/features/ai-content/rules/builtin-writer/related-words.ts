/** Finds a question's words in a text, in another form or as another word for the same. */
import { getTerms } from '../scoring/text-terms.ts'
import { synonyms } from './synonyms.ts'

const related = new Map<string, Set<string>>()
const read = getTerms('en')
for (const group of synonyms) {
  const terms = new Set(read(group))
  for (const term of terms) related.set(term, new Set([...(related.get(term) ?? []), ...terms]))
}

export type RelatedWords = {
  /** How much a text with these terms says of a term: 1 for the word, less for another form of it or a related word. */
  holds(terms: ReadonlySet<string>, term: string): number
  /** The vocabulary's terms that are one of these terms, another form of it or related to it. */
  getFamily(terms: Iterable<string>): Set<string>
}

/**
 * @param vocabulary all terms of the texts
 * @param topic terms that most texts have, which say nothing of another word: "cold" of "heat"
 */
export function createRelatedWords(
  vocabulary: ReadonlySet<string>,
  topic: ReadonlySet<string>,
  language: string,
): RelatedWords {
  const isEnglish = /^en(?:-|$)/i.test(language)
  const matches = new Map<string, [string, number][]>()
  const findMatches = (term: string): [string, number][] => {
    const group = isEnglish ? related.get(term) : undefined
    return [...vocabulary].flatMap((own): [string, number][] => {
      if (own === term) return []
      if (isSameFamily(own, term)) return [[own, 0.9]]
      return group?.has(own) ? [[own, topic.has(own) ? 0.4 : 0.75]] : []
    })
  }
  const getMatches = (term: string) => {
    const found = matches.get(term) ?? findMatches(term)
    matches.set(term, found)
    return found
  }
  return {
    holds(terms, term) {
      if (terms.has(term)) return 1
      let best = 0
      for (const [own, value] of getMatches(term)) if (value > best && terms.has(own)) best = value
      return best
    },
    getFamily: (terms) => new Set([...terms].flatMap((term) => [term, ...getMatches(term).map(([own]) => own)])),
  }
}

/** "composting" and "compost", "calories" and "kilocalories": one is the other with an ending, or ends with it. */
function isSameFamily(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 4 || /^\p{N}/u.test(short)) return false
  if (short.length >= 5 && long.endsWith(short)) return true
  if (long.startsWith(short) && endings.test(long.slice(short.length))) return true
  if (short.length < 5 || long.length - short.length > (short.length < 6 ? 1 : 3)) return false
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return same >= short.length - 1
}

const endings =
  /^(?:e?s|e?d|e?r|ing|i?ty|i?c|i?al|ly|y|n|en|able|ible|e?rs|ers?y?|ment|ation|ion|or|ous|ful|less|ness)$/

/** Whether the words' initials spell an abbreviation: "hsa" for "health savings account". */
export function spells(text: string, abbreviation: string): boolean {
  if (!/^\p{Ll}{3,4}$/u.test(abbreviation)) return false
  const initials = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word[0]).join('')
  return initials.includes(abbreviation)
}
