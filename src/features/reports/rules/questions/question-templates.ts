/**
 * The words people put around a topic, language by language, and where each language puts them.
 *
 * A language without a phrasebook gets the seed and the letters of its own script, nothing else: English question
 * words in front of a Finnish term would bring back English keywords and call them Finnish.
 */
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { getAlphabet } from './question-templates/alphabets.ts'
import ar from './question-templates/ar.json' with { type: 'json' }
import de from './question-templates/de.json' with { type: 'json' }
import en from './question-templates/en.json' with { type: 'json' }
import es from './question-templates/es.json' with { type: 'json' }
import fr from './question-templates/fr.json' with { type: 'json' }
import hi from './question-templates/hi.json' with { type: 'json' }
import id from './question-templates/id.json' with { type: 'json' }
import it from './question-templates/it.json' with { type: 'json' }
import ja from './question-templates/ja.json' with { type: 'json' }
import ko from './question-templates/ko.json' with { type: 'json' }
import nl from './question-templates/nl.json' with { type: 'json' }
import type { Phrasebook, PhraseGroup } from './question-templates/phrasebook.ts'
import pl from './question-templates/pl.json' with { type: 'json' }
import pt from './question-templates/pt.json' with { type: 'json' }
import ru from './question-templates/ru.json' with { type: 'json' }
import sv from './question-templates/sv.json' with { type: 'json' }
import tr from './question-templates/tr.json' with { type: 'json' }
import vi from './question-templates/vi.json' with { type: 'json' }
import zh from './question-templates/zh.json' with { type: 'json' }

export type ExpansionType = 'seed' | 'question' | 'comparison' | 'preposition' | 'alphabetical'

/** One thing to ask a source. `modifier` is the word it was made with ("how", "vs", "b"); empty for the seed. */
export type Expansion = { term: string; type: ExpansionType; modifier: string }

const phrasebooks = new Map<string, Phrasebook>(
  [ar, de, en, es, fr, hi, id, it, ja, ko, nl, pl, pt, ru, sv, tr, vi, zh].map((book) => [book.language, book]),
)

/** Languages with question words, prepositions and comparisons; all others are asked by letter. */
export const phrasedLanguages = [...phrasebooks.keys()]

/** "pt-BR" → "pt". */
export function baseLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
}

/** The phrasebook of a BCP 47 language, or null when there is none. */
export function getPhrasebook(language: string): Phrasebook | null {
  return phrasebooks.get(baseLanguage(language)) ?? null
}

/**
 * What to ask about a topic, in the order worth asking: the seed, questions, comparisons, prepositions, then letters.
 * No two ask the same thing; a word the query already holds is not put around it again, and a query that is a
 * question gets no question words. 80 for a plain English query.
 */
export function expand(query: string, language: string): Expansion[] {
  const seed = query.replace(/\s+/gu, ' ').trim()
  if (seed === '') return []
  const book = getPhrasebook(language)
  const expansions: Expansion[] = [{ term: seed, type: 'seed', modifier: '' }]
  if (book) {
    const held = ` ${keywordKey(seed)} `
    const isQuestion = /[?？]$/.test(seed) || book.questions.some((group) => opensWith(held, group))
    if (!isQuestion) expansions.push(...phrase(seed, held, book.questions, 'question'))
    expansions.push(...phrase(seed, held, book.comparisons, 'comparison'))
    expansions.push(...phrase(seed, held, book.prepositions, 'preposition'))
  }
  for (const letter of getAlphabet(language))
    expansions.push({ term: `${seed} ${letter}`, type: 'alphabetical', modifier: letter })
  return withoutRepeats(expansions)
}

function phrase(seed: string, held: string, groups: PhraseGroup[], type: ExpansionType): Expansion[] {
  return groups
    .filter((group) => !held.includes(` ${group.modifier} `))
    .flatMap(({ ask, modifier }) =>
      ask.map((template) => ({ term: template.replace('{q}', () => seed), type, modifier })),
    )
}

function opensWith(held: string, { modifier, forms, inversion }: PhraseGroup): boolean {
  if (inversion && held.trim().split(' ').length < 3) return false
  return [modifier, ...(forms ?? [])].some((form) => held.startsWith(` ${form} `))
}

function withoutRepeats(expansions: Expansion[]): Expansion[] {
  const seen = new Set<string>()
  return expansions.filter(({ term }) => {
    const key = keywordKey(term)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
