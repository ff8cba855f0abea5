import type { Signals } from '../database/notify-signals.ts'
import { createWakeableSleep } from './wakeable-sleep.ts'

type FollowOptions = {
  signals: Signals
  topic: string
  id: string
  /** Time between two looks at least: signals that arrive together are answered together. */
  gapMs: number
  /** Longest wait between two looks, for a signal that was missed. */
  pollMs: number
  /** The reader disconnected. */
  signal: AbortSignal
}

/** Looks now and after each signal, until `look` answers false or the reader disconnects. */
export async function followSignals(
  { signals, topic, id, gapMs, pollMs, signal }: FollowOptions,
  look: () => Promise<boolean>,
): Promise<void> {
  const rest = createWakeableSleep()
  const stop = signals.subscribe(topic, id, rest.wake)
  signal.addEventListener('abort', rest.wake, { once: true })
  try {
    while (!signal.aborted) {
      rest.clear()
      if (!(await look())) return
      await new Promise((resolve) => setTimeout(resolve, gapMs))
      await rest.sleep(pollMs)
    }
  } finally {
    stop()
  }
}
