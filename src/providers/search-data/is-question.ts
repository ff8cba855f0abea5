import { baseLanguage } from './vendor-client/vendor-locale.ts'

const openings: Record<string, string> = {
  en: 'how what why when where which who whose whom can could should would is are am was were do does did will has have had may might',
  de: 'wie was warum wieso weshalb wann wo wohin woher welche welcher welches wer wem wen kann können soll sollte ist sind hat haben gibt darf muss',
  fr: 'comment pourquoi quand où quel quelle quels quelles qui que combien est-ce peut-on faut-il puis-je',
  es: 'cómo como qué que por cuándo dónde cuál cuáles quién cuánto cuánta puedo puede',
  it: 'come perché quando dove quale quali chi cosa quanto quanta posso può',
  pt: 'como porque por quando onde qual quais quem quanto o posso pode',
  nl: 'hoe wat waarom wanneer waar welke welk wie kan kun moet mag is zijn',
  sv: 'hur vad varför när var vilken vilket vem kan ska är',
  da: 'hvordan hvad hvorfor hvornår hvor hvilken hvem kan skal er',
  no: 'hvordan hva hvorfor når hvor hvilken hvem kan skal er',
  pl: 'jak co dlaczego kiedy gdzie który która które kto czy ile',
}

// Words that open as many statements as questions there.
const needMark: Record<string, Set<string>> = {
  es: new Set(['como', 'que', 'por']),
  fr: new Set(['que', 'qui', 'quand']),
  pt: new Set(['o', 'por', 'quando', 'como']),
}

const words = new Map<string, Set<string>>()

/** Whether a title asks something: by its mark, or by its first word in the language. */
export function isQuestionLike(title: string, language: string): boolean {
  const text = title.trim().replace(/["'”»)\]]+$/, '')
  if (/[?？؟]$/.test(text) || text.startsWith('¿')) return true
  const base = baseLanguage(language)
  const known = words.get(base) ?? new Set((openings[base] ?? '').split(' ').filter(Boolean))
  words.set(base, known)
  const first = /^[\p{L}'’-]+/u.exec(text.toLowerCase())?.[0]?.replace(/['’].*$/, '') ?? ''
  return known.has(first) && !needMark[base]?.has(first) && text.includes(' ')
}
