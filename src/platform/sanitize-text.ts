/**
 * What was sent, with texts PostgreSQL can hold: U+0000 and halves of surrogate pairs become U+FFFD, as they do wherever text is
 * read as UTF-8. Lists and plain objects are gone through; anything else (files) stays as it is.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return (isStorable(value) ? value : cleaned(value)) as T
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = storable(value[at])
  } else if (isPlain(value)) {
    const fields: Record<string, unknown> = value
    for (const key of Object.keys(fields)) fields[key] = storable(fields[key])
  }
  return value
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const cleaned = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Truncates a text to `length` UTF-16 units, one fewer where that would split a surrogate pair. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
