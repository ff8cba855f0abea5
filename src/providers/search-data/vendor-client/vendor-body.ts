import { parseContentType } from '#kit/content-type.ts'

/** More was sent than may be read. */
export class BodyTooLarge extends Error {}

/**
 * A response's body as text in the charset it names (Google answers `client=firefox` in ISO-8859-1), UTF-8 without one.
 * @throws BodyTooLarge
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  return decode(await readBytes(response, maxBytes), response.headers.get('content-type'))
}

async function readBytes(response: Response, maxBytes: number) {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by an error cancels the body.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array, contentType: string | null) {
  try {
    return new TextDecoder(parseContentType(contentType)?.charset ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

export const looksLikePage = (text: string) =>
  /^[\s\uFEFF]*<(?:!doctype|html|head|body|\?xml|!--|div|script)/i.test(text)

/** `Retry-After` in seconds, from seconds or an HTTP date. Null when it is neither. */
export function getRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

/** One line a vendor gave as its reason, wherever it put it; null when there is none. */
export function vendorWords(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const fields = body as Record<string, unknown>
  const nested = typeof fields.error === 'object' && fields.error !== null ? fields.error : {}
  const candidates = [
    fields.error_message,
    fields.status_message,
    fields.message,
    fields.detail,
    fields.error,
    (nested as Record<string, unknown>).message,
    (nested as Record<string, unknown>).info,
  ]
  const words = candidates.find((value) => typeof value === 'string' && value.trim() !== '') as string | undefined
  return words
    ? words
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/[."]+$/, '')
        .slice(0, 200)
    : null
}
