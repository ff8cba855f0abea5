import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian'
import { stopwords as arabicWords } from '@orama/stopwords/arabic'
import { stopwords as bulgarianWords } from '@orama/stopwords/bulgarian'
import { stopwords as danishWords } from '@orama/stopwords/danish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as englishWords } from '@orama/stopwords/english'
import { stopwords as finnishWords } from '@orama/stopwords/finnish'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as greekWords } from '@orama/stopwords/greek'
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian'
import { stopwords as hindiWords } from '@orama/stopwords/indian'
import { stopwords as indonesianWords } from '@orama/stopwords/indonesian'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as romanianWords } from '@orama/stopwords/romanian'
import { stopwords as russianWords } from '@orama/stopwords/russian'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { stopwords as turkishWords } from '@orama/stopwords/turkish'
import { stopwords as ukrainianWords } from '@orama/stopwords/ukrainian'

/** Clustering rules of a language: its stemmer and stop words. */
export type LanguageRules = {
  stem: (word: string) => string
  functionWords: readonly string[]
  /** Words with the same intent, one group per line: each counts as the first of its line. */
  sameIntent: readonly (readonly string[])[]
}

// Only words without another common meaning in searches: `top` is also clothing, `budget` a document.
const englishIntents = [
  ['recipe', 'make', 'making', 'homemade'],
  ['vs', 'versus', 'compared', 'comparison'],
  ['cheap', 'cheapest', 'affordable', 'inexpensive'],
  ['price', 'cost', 'pricing'],
  ['buy', 'purchase', 'buying'],
  ['image', 'picture', 'photo'],
  ['guide', 'tutorial'],
  ['kid', 'child', 'children'],
]

const rules = (
  stem: (word: string) => string,
  functionWords: readonly string[],
  sameIntent: LanguageRules['sameIntent'] = [],
): LanguageRules => ({ stem, functionWords, sameIntent })

const byCode: Record<string, LanguageRules> = {
  ar: rules(arabic, arabicWords),
  bg: rules(bulgarian, bulgarianWords),
  da: rules(danish, danishWords),
  de: rules(german, germanWords),
  el: rules(greek, greekWords),
  // The list lacks `a`.
  en: rules(english, ['a', ...englishWords], englishIntents),
  es: rules(spanish, spanishWords),
  fi: rules(finnish, finnishWords),
  fr: rules(french, frenchWords),
  hi: rules(hindi, hindiWords),
  hu: rules(hungarian, hungarianWords),
  id: rules(indonesian, indonesianWords),
  it: rules(italian, italianWords),
  nb: rules(norwegian, norwegianWords),
  nl: rules(dutch, dutchWords),
  nn: rules(norwegian, norwegianWords),
  no: rules(norwegian, norwegianWords),
  pt: rules(portuguese, portugueseWords),
  ro: rules(romanian, romanianWords),
  ru: rules(russian, russianWords),
  sv: rules(swedish, swedishWords),
  tr: rules(turkish, turkishWords),
  uk: rules(ukrainian, ukrainianWords),
}

const unknownLanguage = rules((word) => word, [])

/** Returns the rules for a BCP 47 tag such as `en` or `pt-BR`. An unsupported language gets whole words and no stop words. */
export function languageRules(tag: string): LanguageRules {
  const code = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return byCode[code] ?? unknownLanguage
}
