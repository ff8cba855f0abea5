import { serveStatic } from '@hono/node-server/serve-static'
import { compress } from 'hono/compress'
import type { Http } from './http.ts'

/** The built pages' scripts, styles and fonts. Their names carry a hash of what they hold, so they may be kept for ever. */
export function mountStaticFiles(http: Http, folder: string) {
  http.use('/assets/*', compress())
  http.use(
    '/assets/*',
    serveStatic({
      root: folder,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  for (const name of ['/favicon.svg', '/icon.png']) {
    http.get(
      name,
      serveStatic({ root: folder, onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400') }),
    )
  }
}
