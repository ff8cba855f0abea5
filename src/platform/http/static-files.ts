import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Http } from './context.ts'

const forEver = 'public, max-age=31536000, immutable'
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
}
/** Smaller ones fit into a packet as they are. */
const worthBytes = 1000

/** The built pages' scripts, styles and fonts. Their names carry a hash of what they hold, so they may be kept for ever. */
export function mountStaticFiles(http: Http, folder: string) {
  const compressed = createCompressed(path.join(folder, 'assets'))
  http.get('/assets/:file', async (c, next) => {
    const file = c.req.param('file')
    const type = types[path.extname(file)]
    const accepted = c.req.header('Accept-Encoding') ?? ''
    const encoding = type && (['br', 'gzip'] as const).find((each) => takes(accepted, each))
    const bytes = encoding && (await compressed(file, encoding))
    if (!bytes) return next()
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'Content-Type': type,
      'Content-Encoding': encoding,
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': forEver,
      Vary: 'Accept-Encoding',
    })
  })
  http.use('/assets/*', serveStatic({ root: folder, onFound: (_path, c) => c.header('Cache-Control', forEver) }))
  for (const name of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']) {
    http.get(
      name,
      serveStatic({ root: folder, onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400') }),
    )
  }
}

type Encoding = 'br' | 'gzip'

/** Whether an `Accept-Encoding` takes this one: `q=0` refuses it. */
export const takes = (accepted: string, encoding: Encoding) =>
  accepted
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, quality] = part.split(';').map((word) => word.trim())
      return name === encoding && !/^q=0(\.0+)?$/.test(quality ?? '')
    })

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compressed as well as it goes, once a file and process, in a thread beside; null where there is no such file or it is not worth it. */
function createCompressed(folder: string) {
  const compressed = new Map<string, Promise<Buffer | null>>()

  async function make(file: string, encoding: Encoding): Promise<Buffer | null> {
    const bytes = await readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
      throw error
    })
    if (bytes === null || bytes.byteLength < worthBytes) return null
    return encoding === 'gzip'
      ? zip(bytes, { level: 9 })
      : brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        })
  }

  return async (file: string, encoding: Encoding) => {
    if (!/^[\w.-]+$/.test(file)) return null
    const key = `${encoding} ${file}`
    const known = compressed.get(key)
    if (known) return known
    const made = make(file, encoding)
    compressed.set(key, made)
    // Caches only files that exist: unknown names are unlimited.
    const found = await made.catch((error: unknown) => {
      compressed.delete(key)
      throw error
    })
    if (found === null) compressed.delete(key)
    return found
  }
}
