import { constants, crc32, deflateRawSync } from 'node:zlib'
import { takes } from './static-files.ts'

/**
 * Big parts of pages that are the same for everybody. A page is drawn with a mark in their place; the part is put in on the way out,
 * already compressed. A gzip body may be made of separately deflated pieces, as long as each ends on a whole byte and looks back at
 * none before it (a full flush), so only the few kilobytes around the part are compressed for each visitor.
 */

type Fragment = { text: string; bytes: Buffer; deflated: Buffer }

const fragments = new Map<string, Fragment>()

/** The compressed part of this name, made when it is first asked for and again when its text is another. */
function getFragment(name: string, text: string): Fragment {
  const known = fragments.get(name)
  if (known?.text === text) return known
  const bytes = Buffer.from(text)
  const made = { text, bytes, deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) }
  fragments.set(name, made)
  return made
}

export type Fragments = {
  /** What to draw in place of this part. */
  mark(name: string, text: string): string
  /** The page with its part in it, compressed where the visitor takes that. */
  fill(response: Response, acceptEncoding: string): Promise<Response>
}

/** For one page. It may hold one such part. */
export function createFragments(): Fragments {
  let wanted: { name: string; text: string; mark: string } | null = null
  return {
    mark(name, text) {
      wanted = { name, text, mark: `<!--fragment ${crypto.randomUUID()}-->` }
      return wanted.mark
    },

    async fill(response, acceptEncoding) {
      if (wanted === null || response.body === null) return response
      const page = await response.text()
      const at = page.indexOf(wanted.mark)
      // An error after the fragment is rendered in its place.
      if (at < 0) return new Response(page, response)
      const head = Buffer.from(page.slice(0, at))
      const tail = Buffer.from(page.slice(at + wanted.mark.length))
      const fragment = getFragment(wanted.name, wanted.text)
      const headers = new Headers(response.headers)
      headers.append('Vary', 'Accept-Encoding')
      const takesGzip = takes(acceptEncoding, 'gzip')
      const body = takesGzip ? gzipped(head, fragment, tail) : Buffer.concat([head, fragment.bytes, tail])
      if (takesGzip) headers.set('Content-Encoding', 'gzip')
      headers.set('Content-Length', String(body.byteLength))
      return new Response(body, { status: response.status, headers })
    },
  }
}

/** RFC 1952: no name, no time, an unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

function gzipped(head: Buffer, fragment: Fragment, tail: Buffer) {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(tail, crc32(fragment.bytes, crc32(head))), 0)
  end.writeUInt32LE((head.byteLength + fragment.bytes.byteLength + tail.byteLength) % 2 ** 32, 4)
  return Buffer.concat([
    gzipHead,
    deflateRawSync(head, { finishFlush: constants.Z_FULL_FLUSH }),
    fragment.deflated,
    deflateRawSync(tail),
    end,
  ])
}
