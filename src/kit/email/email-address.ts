import { domainToUnicode } from '../domain-to-unicode.ts'

/**
 * The form in which an email address is stored and compared: lowercase, with the domain in Unicode. Browsers send the domain
 * of an email field in Punycode, people and programs type either.
 */
export function normalizeEmail(email: string): string {
  const trimmed = email.trim().normalize('NFC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const domain = trimmed.slice(at + 1)
  if (at < 0 || !/xn--|[^\0-\x7F]/.test(domain) || /[/?#:@\\\s]/.test(domain)) return trimmed
  const url = URL.parse(`http://${domain}`)
  return url ? `${trimmed.slice(0, at)}@${domainToUnicode(url.hostname)}` : trimmed
}

/** As Zod's pattern, with letters of every script in the domain. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([a-z0-9_'+\-.]*)[a-z0-9_+-]@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}]{2,}$/iu
