import type { Fault } from './model-errors.ts'
import type { ModelEvent, ModelFacts, ModelMessage, ModelRequest } from './port.ts'

/** What one answer has brought so far. Readers write it; the client takes from it. */
export class ReceivedAnswer {
  /** Text not yet taken. */
  text = ''
  /** Characters of reasoning removed from the text, counted for progress only. */
  reasoningLength = 0
  /** The model as the vendor names it in its answer. */
  model: string | null = null
  inputTokens: number | null = null
  outputTokens: number | null = null
  /** Why it ended, once the vendor said so. */
  end: Extract<ModelEvent, { kind: 'end' }>['reason'] | null = null
  /** Why the vendor or the model declined, in the vendor's words. */
  refusal: string | null = null
  /** The vendor's own mark that nothing follows. */
  complete = false
  fault: Fault | null = null

  takeText() {
    const { text } = this
    this.text = ''
    return text
  }
}

export type Reader = {
  /** Takes a message unparsed where it is like those before but for its text. False: it is to be parsed. */
  repeated?(data: string): boolean
  /** One message of the stream, parsed, and as it came. */
  message(body: Fields, data: string): void
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
  /** The body without what the vendor has just refused; null when its words name no such field. */
  adapt?(body: Fields, vendorWords: string): Fields | null
  reader(received: ReceivedAnswer): Reader
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

/** Where the vendors put text, reasoning and what belongs to them. */
const wordFields =
  /^(?:text|content|delta|thinking|reasoning(?:_\w+)?|summary|signature|thoughtSignature|data|partial_json|arguments|refusal)$/

/** Whether a message says anything, in the answer or beside it. Without that it only keeps the connection open. */
export function holdsWords(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 8) return false
  return Object.entries(value).some(([name, field]) =>
    typeof field === 'string' ? field !== '' && wordFields.test(name) : holdsWords(field, depth + 1),
  )
}

/** A day as YYYY-MM-DD; null when it is none. */
export const getDay = (value: unknown): string | null => /^\d{4}-\d{2}-\d{2}$/.exec(toText(value))?.[0] ?? null

/** The counts that were given, together; null when none was. */
export function getSum(...values: unknown[]): number | null {
  const counts = values.map(toTokenCount).filter((count) => count !== null)
  return counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : null
}

const jsonInstruction: ModelMessage = { role: 'system', text: 'Answer with one JSON object and nothing around it.' }

/** The messages with the wish for JSON spelled out: some vendors refuse to answer JSON unless the messages speak of it. */
export const getMessages = ({ messages, json }: ModelRequest): ModelMessage[] =>
  json ? [jsonInstruction, ...messages] : messages

/** For vendors that take instructions apart and want speakers to take turns. */
export function splitMessages(request: ModelRequest): { instructions: string; turns: ModelMessage[] } {
  const messages = getMessages(request)
  const turns: ModelMessage[] = []
  for (const { role, text } of messages) {
    const last = turns.at(-1)
    if (role === 'system') continue
    if (last?.role === role) last.text += `\n\n${text}`
    else turns.push({ role, text })
  }
  const instructions = messages.filter(({ role }) => role === 'system')
  return { instructions: instructions.map(({ text }) => text).join('\n\n'), turns }
}
