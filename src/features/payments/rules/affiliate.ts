import { affiliateCookie } from './payment-pages.ts'

const maxLength = 200

/** The affiliate named in a `Cookie` header; undefined without one. */
export function readAffiliateCookie(cookies: string | null): string | undefined {
  for (const part of (cookies ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name !== affiliateCookie) continue
    return readAffiliate(decode(value)) ?? undefined
  }
  return undefined
}

/** Sanitizes an affiliate name to one line of printable ASCII. Null when nothing is left. */
export const readAffiliate = (given: string | null | undefined) =>
  given
    ?.replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, maxLength) || null

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Not a cookie we set: its value isn't URL-encoded.
    return ''
  }
}
