/** How codes are written: `LIFE-7KQ2-…` for life, `YEAR-7KQ2-…` for a year; five groups without letters that look alike. */

export type CodeInterval = 'lifetime' | 'annual'

const prefixes: Record<CodeInterval, string> = { lifetime: 'LIFE', annual: 'YEAR' }

/** No I, L, O, 0, 1. */
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 5
const groupLength = 4
/** 20 letters of 31: 99 bits. */
export const codeLetters = groups * groupLength

export function formatCode(interval: CodeInterval, letters: string): string {
  return [prefixes[interval], ...(letters.match(/.{4}/g) ?? [])].join('-')
}

/** A code as someone typed it, without spaces, dashes and case; null when it cannot be one. */
export function parseCode(typed: string): { plain: string; interval: CodeInterval } | null {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  const [, prefix, letters] = /^(LIFE|YEAR)([A-Z2-9]+)$/.exec(plain) ?? []
  if (letters?.length !== codeLetters) return null
  return { plain, interval: prefix === prefixes.annual ? 'annual' : 'lifetime' }
}
