import { parse } from 'content-type'

/** No honest header is longer. */
const maxHeaderLength = 1000

export type ContentType = { type: string; charset: string | null }

/** Parses another server's `Content-Type` header, with its type in lower case; null when it can't be parsed. */
export function parseContentType(header: string | null | undefined): ContentType | null {
  if (!header) return null
  const { type, parameters } = parse(header.slice(0, maxHeaderLength))
  return { type, charset: parameters.charset?.trim().replace(/^'|'$/g, '') || null }
}
