export type Direction = 'ltr' | 'rtl'

const rightToLeftLanguage = /^(?:ar|arc|ckb|dv|fa|he|iw|ji|ks|nqo|pnb|prs|ps|sd|syr|ug|ur|yi)$/
const rightToLeftScript = /^(?:adlm|arab|hebr|mand|nkoo|rohg|syrc|thaa)$/
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const letters = /\p{L}/gu
/** Enough to tell, also for a very long text. */
const maxLength = 20_000

/** Text direction of a language. `language`: BCP 47; a script in it, such as in "ku-Arab", decides. */
export function getLanguageDirection(language: string): Direction {
  const [name = '', ...subtags] = language.toLowerCase().split(/[-_]/)
  const script = subtags.find((tag) => /^[a-z]{4}$/.test(tag))
  return (script ? rightToLeftScript.test(script) : rightToLeftLanguage.test(name)) ? 'rtl' : 'ltr'
}

/** Whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string) => rightToLeftLetter.test(text)

/** Whether most letters of a text are written from right to left. */
export function isMostlyRightToLeft(text: string): boolean {
  if (!rightToLeftLetter.test(text)) return false
  let balance = 0
  for (const [letter] of text.slice(0, maxLength).matchAll(letters)) balance += rightToLeftLetter.test(letter) ? 1 : -1
  return balance > 0
}

/** Direction of a text: what most of its letters have. A few letters are enough where the language is written from right to left. */
export function getTextDirection(language: string, text: string): Direction {
  if (isMostlyRightToLeft(text)) return 'rtl'
  if (getLanguageDirection(language) === 'ltr') return 'ltr'
  return rightToLeftLetter.test(text) || !/\p{L}/u.test(text) ? 'rtl' : 'ltr'
}
