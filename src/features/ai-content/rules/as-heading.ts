/** "How to", "where to": what follows isn't a whole question in English. */
const instruction = /^(?:how|when|where|what|which|whether) to(?![\p{L}\p{N}'’-])/iu

/** Turns a search into the heading of a section or a title: instructions take no question mark ("How to make cold brew"). */
export const asSectionHeading = (text: string, question: boolean): string =>
  asHeading(text, question && !instruction.test(text.trim()))

/** Turns a search into a heading: "how to make cold brew" → "How to make cold brew?", as in questions and answers. */
export function asHeading(text: string, question: boolean): string {
  const trimmed = text.replace(/\s+/g, ' ').trim().replace(/[.:]$/, '')
  const capital = (isRawQuery(trimmed) ? restoreCase(trimmed) : trimmed).replace(
    /^([¿"'“„«]*)(\p{Ll})/u,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  )
  if (!question || /[?？؟;]$/.test(capital)) return capital
  if (/\p{Script=Arabic}/u.test(capital)) return `${capital}؟`
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(capital)) return `${capital}？`
  return `${capital}?`
}

/** Whether a heading is a search as people type it: words that are all lowercase. "example.com" isn't one. */
export const isRawQuery = (text: string): boolean =>
  /\p{Ll}/u.test(text) && !/\p{Lu}/u.test(text) && (/\s/.test(text) || /^[\p{L}\p{M}'’-]+$/u.test(text))

const upperCase =
  /(?<![\p{L}\p{N}'’-])(?:i(?=$|[\s'’])|ai|api|diy|eu|faq|fda|gps|hsa|hvac|led|pdf|seo|suv|tv|uk|usa|usb|vpn)(?![\p{L}\p{N}])/giu

/** English words that are never lowercase: "do i need an hsa" → "do I need an HSA". */
const restoreCase = (text: string): string =>
  text
    .replace(upperCase, (word) => word.toUpperCase())
    .replace(/(?<= )(?:versus|vs\.?)(?= )/g, 'vs.')
    .replace(
      /(?<![\p{L}\p{N}])(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|april|june|july|august|september|october|november|december|america|american|europe|european|english|german|french|google)(?![\p{L}\p{N}])/gu,
      (word) => word[0]!.toUpperCase() + word.slice(1),
    )
