/**
 * Spreadsheet programs run a cell that starts like a formula, whoever wrote it. An apostrophe in front makes it text (OWASP,
 * "CSV Injection"). A text that already looks guarded gets one more, so that taking one away always gives back the original.
 */
const startsLikeFormula = /^'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/

export const formulaStart = startsLikeFormula

export const guardFormula = (text: string) => (startsLikeFormula.test(text) ? `'${text}` : text)

export const unguardFormula = (text: string) =>
  text.startsWith("'") && startsLikeFormula.test(text) ? text.slice(1) : text
