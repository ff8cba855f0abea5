import { storable } from '#platform/sanitize-text.ts'
import type { Fault, Voice } from './model-fault.ts'
import type { JsonShape, ModelEvent, ModelFacts, ModelMessage, ModelRequest } from './port.ts'

/** What one answer has brought so far. Readers write it; the client takes from it. */
export class ReceivedAnswer {
  /** Text not yet taken. */
  text = ''
  /** A message brought something: text, reasoning, a refusal. Messages without only keep the connection open. */
  progressed = false
  /** The model thinks: it has begun to, and no text has come since. */
  thinking = false
  /** The model as the vendor names it in its answer. */
  model: string | null = null
  inputTokens: number | null = null
  outputTokens: number | null = null
  /** Those of the input that were read from the prompt cache. */
  cachedTokens: number | null = null
  /** Why it ended, once the vendor said so. */
  end: Extract<ModelEvent, { kind: 'end' }>['reason'] | null = null
  /** Why the vendor or the model declined, in the vendor's words. */
  refusal: string | null = null
  /** The vendor's own mark that nothing follows. */
  complete = false
  fault: Fault | null = null

  /** Whether there is text to take before the answer has ended. */
  get hasText(): boolean {
    return this.text.length > (endsInHalf(this.text) ? 1 : 0)
  }

  /** A character that came in two halves stays until the second one is there, or until the answer has ended. */
  takeText(isEnd: boolean): string {
    const end = !isEnd && endsInHalf(this.text) ? -1 : this.text.length
    const text = this.text.slice(0, end)
    this.text = this.text.slice(text.length)
    return storable(text)
  }
}

const endsInHalf = (text: string) => /[\ud800-\udbff]$/.test(text)

export type Reader = {
  /** One message of the stream. */
  message(body: Fields): void
  /** The whole answer, from a server that does not stream. */
  whole(body: Fields): void
  /** Nothing follows. */
  ended?(): void
}

export type WireRequest = { path: string; headers: Record<string, string | undefined>; body: Fields }

/** One vendor's wire format: builds requests and parses answers. Knows nothing about connections. */
export type Wire = {
  /** Path prefix of the calls, used when the base URL has no path. */
  basePath: string
  /** Ends of an address people paste along; cut off. */
  pastedPath: RegExp
  request(request: ModelRequest, model: string, key: string | null): WireRequest
  /** False for models known not to think before they write: they get no room for it. */
  mayThink(model: string): boolean
  /** The body without what the vendor has just refused; null when its words name no such field. */
  adapt?(body: Fields, vendorWords: string): Fields | null
  reader(received: ReceivedAnswer, voice: Voice): Reader
  /** Where the vendor describes a model, and what of it is read. */
  describe?(model: string, key: string | null): Omit<WireRequest, 'body'> & { read(body: Fields): ModelFacts }
}

export type Fields = Record<string, unknown>

export const getFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
export const toTokenCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** Whether any of these fields says something. */
export const saysAnything = (fields: Fields) =>
  Object.values(fields).some((value) => (Array.isArray(value) ? value.length > 0 : value != null && value !== ''))

/** A day as YYYY-MM-DD; null when it is none. */
export const getDay = (value: unknown): string | null => /^\d{4}-\d{2}-\d{2}$/.exec(toText(value))?.[0] ?? null

/** The counts that were given, together; null when none was. */
export function getSum(...values: unknown[]): number | null {
  const counts = values.map(toTokenCount).filter((count) => count !== null)
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : null
}

/** The shape of the JSON that was requested; null without one. */
export const getShape = ({ json }: ModelRequest): JsonShape | null => (typeof json === 'object' ? json : null)

const jsonInstruction: ModelMessage = { role: 'system', text: 'Answer with one JSON object and nothing around it.' }

/** The messages with the wish for JSON spelled out: some vendors refuse to answer JSON unless the messages speak of it. */
export const getMessages = ({ messages, json }: ModelRequest): ModelMessage[] =>
  json ? [jsonInstruction, ...messages] : messages

export type Turn = { role: ModelMessage['role']; parts: ModelMessage[] }

export const joinParts = (parts: ModelMessage[]) => parts.map(({ text }) => text).join('\n\n')

/** For vendors that take instructions apart and want speakers to take turns. */
export function splitMessages(request: ModelRequest): { instructions: ModelMessage[]; turns: Turn[] } {
  const messages = getMessages(request)
  const turns: Turn[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'system') continue
    if (last?.role === message.role) last.parts.push(message)
    else turns.push({ role: message.role, parts: [message] })
  }
  return { instructions: messages.filter(({ role }) => role === 'system'), turns }
}
