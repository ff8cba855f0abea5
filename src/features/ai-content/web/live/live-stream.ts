import type { LiveEvent, LivePosition, LiveTransport } from './live-transport.ts'

export type LiveStream = ReturnType<typeof createLiveStream>

const firstRetryMs = 500
const maxRetryMs = 5000

/**
 * Follows a document that is open for writing. A connection that breaks off is opened again after the last update that came, so that
 * nothing is missed.
 */
export function createLiveStream({
  open,
  onEvent,
  onDown = () => {},
}: {
  open: LiveTransport['open']
  onEvent: (event: LiveEvent) => void
  /** A connection broke off. */
  onDown?: () => void
}) {
  let position: LivePosition = { epoch: null, after: 0 }
  let close: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let retryMs = firstRetryMs
  let over = false

  function connect() {
    if (timer) clearTimeout(timer)
    timer = null
    close?.()
    close = null
    if (over) return
    // Events of a connection that was replaced are ignored.
    let isCurrent = true
    const stop = open(position, {
      event(event) {
        if (!isCurrent || over) return
        retryMs = firstRetryMs
        if (event.event === 'updates' && event.data.epoch === position.epoch)
          position = { ...position, after: Math.max(position.after, event.data.seq) }
        onEvent(event)
      },
      closed() {
        if (!isCurrent || over) return
        isCurrent = false
        close = null
        onDown()
        timer = setTimeout(connect, retryMs * (0.75 + Math.random() / 2))
        retryMs = Math.min(retryMs * 2, maxRetryMs)
      },
    })
    close = () => {
      isCurrent = false
      stop()
    }
  }

  connect()
  return {
    /** Follows a session, or none. */
    follow(next: LivePosition) {
      position = next
      connect()
    },
    /** Opens the connection now, such as when the browser is online again. */
    reconnect: connect,
    close() {
      over = true
      connect()
    },
  }
}
