import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import type { TrackerIds } from '#features/analytics/rules/trackers/tracker-list.ts'
import type { PagesEntry } from '#platform/pages/pages.ts'
import { type FormatStyle, setFormatStyleSource, toFormatStyle, usStyle } from '#ui/format/format-style.ts'
import { ServerNonce } from '#web/public-pages/csp-nonce.ts'
import { pageContext } from '#web/public-pages/page-context.ts'

// The server reads the key of its page context from here: its own copy of the module would be another key.
export { pageContext }

const readerStyle = new AsyncLocalStorage<FormatStyle>()
setFormatStyleSource(() => readerStyle.getStore() ?? usStyle)

/** Loads and renders a page with numbers and dates as its reader’s region writes them. */
export const withReaderFormat: PagesEntry<TrackerIds>['withReaderFormat'] = (acceptLanguage, work) =>
  readerStyle.run(toFormatStyle(acceptLanguage), work)

export const streamTimeout = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce } = loadContext.get(pageContext)
  const whole = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'
  return new Promise<Response>((resolve, reject) => {
    let answered = false
    const { pipe, abort } = renderToPipeableStream(
      <ServerNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </ServerNonce>,
      {
        nonce,
        // Big parts stay where they belong in the HTML: otherwise React sends them behind, for a script to put in place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [whole]() {
          answered = true
          const body = new PassThrough({
            final: (done) => {
              clearTimeout(timer)
              done()
            },
          })
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
        },
        onShellError: reject,
        onError(error) {
          status = 500
          if (answered) throw error
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1000)
  })
}

/**
 * Errors of pages go to the server's log through here. An address that is none (scanners ask for thousands) and a method a page
 * doesn't take are the visitor's errors, not ours.
 */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  globalThis.reportPageError?.(error, request)
}

declare global {
  var reportPageError: ((error: unknown, request: Request) => void) | undefined
}
