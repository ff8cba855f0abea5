import type { EventOf } from '#kit/endpoint.ts'
import type { LiveCaret, LiveSession, liveContract } from '../../contract-live.ts'

export type LiveEvent = EventOf<typeof liveContract.follow>

/** What a live session needs of the network. Tests replace it. */
export type LiveTransport = {
  join(input: { version: number; seed?: string }): Promise<LiveSession | null>
  /** @throws AppError `conflict` with reason `live_ended` once the session ended */
  update(epoch: string, update: string): Promise<{ seq: number }>
  presence(caret: LiveCaret): Promise<unknown>
  /** Opens the stream of events and returns what closes it. `onClosed` is called if it ends otherwise. */
  open(position: LivePosition, on: { event(event: LiveEvent): void; closed(): void }): () => void
}

/** The session that a stream follows, and the last update that it needn't send. */
export type LivePosition = { epoch: string | null; after: number }

export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // As arguments of a function, so in parts.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

export const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
