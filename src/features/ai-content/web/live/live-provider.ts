import { applyUpdate, type Doc, mergeUpdates } from 'yjs'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { LiveSession } from '../../contract-live.ts'
import { fromBase64, type LiveEvent, type LiveTransport, toBase64 } from './live-transport.ts'

export type LiveProvider = ReturnType<typeof createLiveProvider>

type ProviderSettings = {
  doc: Doc
  session: LiveSession
  send: LiveTransport['update']
  /** The session ended: the doc isn't shared any more. `hasUnsent`: changes of this doc were never stored. */
  onEnded: (end: { hasUnsent: boolean; reason: 'ended' | 'refused' }) => void
  /** Called when changes wait to be stored, and when all are. */
  onUnsent?: (hasUnsent: boolean) => void
  /** Sending failed and is tried again. */
  onTrouble?: (error: ErrorBody | null) => void
  batchMs?: number
  retryMs?: number
}

const maxRetryMs = 8000

/**
 * Shares a Yjs doc through a live session. Changes are sent in batches, one at a time, until the server has stored them; they can be
 * sent twice. Those of others are applied as they come, in any order.
 */
export function createLiveProvider(settings: ProviderSettings) {
  const { doc, session, send, onEnded, onUnsent = () => {}, onTrouble = () => {} } = settings
  const { batchMs = 80, retryMs = 500 } = settings
  const { epoch } = session
  let seq = session.seq
  let waiting: Uint8Array[] = []
  let sending: Uint8Array | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  let wait = retryMs
  let over = false
  let wasUnsent = false
  /** The number of this doc's last stored change. */
  let ownSeq = 0
  /** The origin of changes that came from the server. */
  const remote = { isRemote: true }

  const hasUnsent = () => sending !== null || waiting.length > 0
  const report = () => {
    if (hasUnsent() === wasUnsent) return
    wasUnsent = hasUnsent()
    onUnsent(wasUnsent)
  }

  function schedule(ms: number) {
    if (over || sending || timer) return
    timer = setTimeout(() => void flush(), ms)
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    if (over || sending || waiting.length === 0) return
    sending = waiting.length === 1 ? waiting[0]! : mergeUpdates(waiting)
    waiting = []
    try {
      const stored = await send(epoch, toBase64(sending))
      if (over) return
      sending = null
      wait = retryMs
      ownSeq = stored.seq
      // The next number: nothing of others is between.
      if (stored.seq === seq + 1) seq = stored.seq
      report()
      if (waiting.length > 0) schedule(batchMs)
    } catch (error) {
      if (over) return
      waiting.unshift(sending!)
      sending = null
      const known = error instanceof AppError ? error : null
      if (known?.code === 'conflict' && known.options.reason === 'live_ended') return end('ended')
      // A session that expired is renewed on this page.
      if (known && !known.retryable && known.code !== 'unauthenticated') return end('refused')
      onTrouble(known?.toBody() ?? null)
      schedule(wait)
      wait = Math.min(wait * 2, maxRetryMs)
    }
  }

  function end(reason: 'ended' | 'refused') {
    if (over) return
    const unsent = hasUnsent()
    stop()
    onEnded({ hasUnsent: unsent, reason })
  }

  function stop() {
    over = true
    if (timer) clearTimeout(timer)
    doc.off('update', onUpdate)
  }

  const onUpdate = (update: Uint8Array, origin: unknown) => {
    if (origin === remote) return
    waiting.push(update)
    report()
    schedule(batchMs)
  }

  const apply = (updates: string[]) =>
    doc.transact(() => {
      for (const update of updates) applyUpdate(doc, fromBase64(update), remote)
    }, remote)

  apply(session.updates)
  doc.on('update', onUpdate)

  return {
    epoch,
    /** The doc has all updates up to this number. */
    get seq() {
      return seq
    },
    get hasUnsent() {
      return hasUnsent()
    },
    /** Whether changes of this doc aren't in the session up to a number. */
    hasChangesAfter: (saved: number) => hasUnsent() || ownSeq > saved,
    get isOver() {
      return over
    },
    /** Takes an event of the stream. */
    receive(event: LiveEvent) {
      if (over) return
      if (event.event === 'updates' && event.data.epoch === epoch) {
        apply(event.data.updates)
        seq = Math.max(seq, event.data.seq)
      }
      if (event.event === 'session' && event.data.epoch !== epoch) end('ended')
    },
    /** Sends what waits now. Resolves when it was tried. */
    flush,
    /** Stops sharing the doc. What wasn't sent stays in it. */
    stop,
  }
}
