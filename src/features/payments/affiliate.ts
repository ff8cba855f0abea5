import { affiliateCookie } from './payment-pages.ts'

const maxLength = 200

/** Who recommended us, from a `Cookie` header; undefined when nobody did. */
export function readAffiliateCookie(cookies: string | null): string | undefined {
  for (const part of (cookies ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=')
    if (name !== affiliateCookie) continue
    return readAffiliate(decode(value)) ?? undefined
  }
  return undefined
}

/** A name somebody gave at our door: one line of plain text. Null when nothing of it is left. */
export const readAffiliate = (given: string | null | undefined) =>
  given
    ?.replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, maxLength) || null

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    // Somebody else's cookie under our name.
    return ''
  }
}
