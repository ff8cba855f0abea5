/**
 * Prevents formula injection: spreadsheets run cells that start like a formula. A leading apostrophe makes them text (OWASP,
 * "CSV Injection"). A text that already starts with one gets another, so that removing one always restores the original.
 */
const startsLikeFormula = /^'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/

export const formulaStart = startsLikeFormula

export const guardFormula = (text: string) => (startsLikeFormula.test(text) ? `'${text}` : text)

export const unguardFormula = (text: string) =>
  text.startsWith("'") && startsLikeFormula.test(text) ? text.slice(1) : text
