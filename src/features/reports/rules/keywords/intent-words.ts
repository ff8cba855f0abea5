/**
 * Words that tell what a person wants, one JSON file a language. A weight is how much more likely the intent is than without
 * the word, as a natural logarithm: 3 settles it, 1 leans.
 */
import type { Intent } from './intent.ts'
import ar from './intent-words/ar.json' with { type: 'json' }
import de from './intent-words/de.json' with { type: 'json' }
import en from './intent-words/en.json' with { type: 'json' }
import es from './intent-words/es.json' with { type: 'json' }
import fr from './intent-words/fr.json' with { type: 'json' }
import hi from './intent-words/hi.json' with { type: 'json' }
import id from './intent-words/id.json' with { type: 'json' }
import it from './intent-words/it.json' with { type: 'json' }
import ja from './intent-words/ja.json' with { type: 'json' }
import ko from './intent-words/ko.json' with { type: 'json' }
import nl from './intent-words/nl.json' with { type: 'json' }
import pl from './intent-words/pl.json' with { type: 'json' }
import pt from './intent-words/pt.json' with { type: 'json' }
import ru from './intent-words/ru.json' with { type: 'json' }
import sites from './intent-words/sites.json' with { type: 'json' }
import sv from './intent-words/sv.json' with { type: 'json' }
import tr from './intent-words/tr.json' with { type: 'json' }
import vi from './intent-words/vi.json' with { type: 'json' }
import zh from './intent-words/zh.json' with { type: 'json' }

export type IntentWords = {
  /** ISO 639-1. */
  language: string
  /** "^order" counts only as the first word, "price$" only as the last. */
  words: { [intent in Intent]?: { weight: number; forms: string[] }[] }
  /** Phrases that hold a word of another list and say nothing of it: "point of sale", "best man". */
  neutral: string[]
  /** Places and trades one goes to. */
  venues: string[]
  cities: string[]
  /** States and provinces that stand behind a town. */
  regions?: string[]
  /** Things people compare and buy: a bare one is being shopped for more often than read about. */
  products?: string[]
}

export const intentWords: Record<string, IntentWords> = Object.fromEntries(
  [ar, de, en, es, fr, hi, id, it, ja, ko, nl, pl, pt, ru, sv, tr, vi, zh].map((words) => [words.language, words]),
)

/**
 * Names people type to get there. `words` are names that are words as well ("target"), so they count alone or before one of
 * `pages` ("login", "maps").
 */
export const siteNames: { names: string[]; words: string[]; pages: string[] } = sites
