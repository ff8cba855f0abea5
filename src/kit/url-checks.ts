/** Which addresses people may put where a page links to them or shows them. What runs (`javascript:`, `data:`) or hides its host is none. */

const plain = /^[^\s"'<>\\`\p{Cc}]+$/u

/** Absolute, http or https, without a password in it. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !plain.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}

/** The same, or a path of this installation. */
export const isImageUrl = (address: string) =>
  isWebAddress(address) || (/^\/(?![/\\])/.test(address) && plain.test(address))
