import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drained, failAfter, failAtOnce, type ModelFault, streamHeaders } from './language-model-faults.ts'
import {
  type AskedModel,
  type ModelWire,
  readCall,
  refusalOf,
  refusalOfResponses,
  type Writer,
  wires,
  writerFor,
} from './language-model-wire.ts'

export type { ModelFault } from './language-model-faults.ts'
export { type AskedModel, type ModelWire, wires } from './language-model-wire.ts'

export type LoggedCall = {
  wire: ModelWire
  asked: AskedModel
  /** The parsed request body. */
  body: Record<string, unknown>
  path: string
  headers: Record<string, string | string[] | undefined>
  /** Milliseconds since 1970. */
  at: number
  sentTokens: number
  /** `left`: the client closed the connection before the end. */
  state: 'open' | 'done' | 'left'
  endedAt: number | null
}

export type CallLog = {
  calls: LoggedCall[]
  count(wire?: ModelWire, state?: LoggedCall['state']): number
  clear(): void
}

/** The response's text or tokens. Tokens of a generator are created as they are sent. */
export type ModelAnswer = (asked: AskedModel) => string | Iterable<string>

/** `tokens` count against the limit of the answer. `hidden`: the thoughts aren't sent, only that the model thinks. */
export type Thinking = { tokens: number; hidden?: boolean; stallsAfter?: number }

export type LanguageModels = {
  /** `http://127.0.0.1:port` */
  url: string
  /** Environment variables that make Earshot use the double with the OpenAI wire format. */
  settings: Record<string, string>
  settingsFor(wire: ModelWire): Record<string, string>
  log: CallLog
  setFault(fault: ModelFault | null, wire?: ModelWire): void
  /** Lets the model think before each text, as a model of today does; null ends that. */
  setThinking(thinking: Thinking | null): void
  /** Sets the response; null restores the generated text. */
  setAnswer(answer: ModelAnswer | null): void
  /** `tokensPerSecond` 0: as fast as they are read. */
  setPace(pace: { tokensPerSecond?: number; firstTokenMs?: number }): void
  close(): Promise<void>
}

export type LanguageModelsOptions = {
  port?: number
  tokensPerSecond?: number
  firstTokenMs?: number
  answer?: ModelAnswer
}

/** The double's only model as described by each vendor's list, null for another name. */
function describeModel(pathname: string, { headers }: IncomingMessage) {
  if (!pathname.endsWith('/models/double-1')) return null
  if (headers['anthropic-version'])
    return { type: 'model', id: 'double-1', max_input_tokens: 200_000, max_tokens: 64_000, created_at: '2026-01-01' }
  if (headers['x-goog-api-key'])
    return { name: 'models/double-1', inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }
  return { id: 'double-1', object: 'model', created: 1_767_225_600, owned_by: 'double', shutdown_date: '2026-12-01' }
}

/**
 * One server with the APIs of all model vendors, which generates its texts. To run it by hand: `node
 * tests/doubles/language-models.ts --port 4700 --pace 40`. Set faults with `curl -d
 * '{"fault":{"kind":"cut","after":20}}' localhost:4700/double/fault` and responses with `curl -d '{"text":"…"}'
 * localhost:4700/double/answer`; `curl localhost:4700/double/last` returns the last request.
 */
export async function startLanguageModels(options: LanguageModelsOptions = {}): Promise<LanguageModels> {
  const faults = new Map<ModelWire, { fault: ModelFault; left: number }>()
  const calls: LoggedCall[] = []
  const pace = { tokensPerSecond: options.tokensPerSecond ?? 0, firstTokenMs: options.firstTokenMs ?? 0 }
  const firstAnswer = options.answer ?? madeUpText
  let answer = firstAnswer
  let thinking: Thinking | null = null

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', url)
    const text = await toBody(request)
    if (pathname.startsWith('/double/')) return control(pathname, text, response)
    if (request.method === 'GET' && pathname.endsWith('/models'))
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ object: 'list', data: [{ id: 'double-1', object: 'model' }] }))
    const described = request.method === 'GET' ? describeModel(pathname, request) : null
    if (described)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(described))
    const asked = request.method === 'POST' ? readCall(pathname, text) : null
    if (!asked) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    const call: LoggedCall = {
      wire: asked.wire,
      asked,
      body: JSON.parse(text),
      path: request.url ?? '/',
      headers: request.headers,
      at: Date.now(),
      sentTokens: 0,
      state: 'open',
      endedAt: null,
    }
    calls.push(call)
    response.once('close', () => {
      call.state = response.writableFinished ? 'done' : 'left'
      call.endedAt = Date.now()
    })
    request.socket.setNoDelay(true)
    const fault = takeFault(asked.wire)
    const writer = writerFor(asked)
    const refused =
      (thinking && refusalOf(asked.wire, call.body)) ??
      (asked.wire === 'responses' ? refusalOfResponses(call.body) : null)
    if (refused)
      return void response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify(writer.failure(400, refused)))
    if (fault && (await failAtOnce(fault, writer, request, response))) return
    if (pace.firstTokenMs > 0) await wait(pace.firstTokenMs)
    if (!asked.stream || fault?.kind === 'whole') return answerWhole(asked, writer, call, response)
    await answerStream(asked, writer, call, fault, request, response)
  }

  function answerWhole(asked: AskedModel, writer: Writer, call: LoggedCall, response: ServerResponse) {
    const all = [...tokenize(answer(asked))]
    const sent = all.slice(0, asked.maxTokens)
    call.sentTokens = sent.length
    const ending = sent.length < all.length ? 'length' : 'stop'
    const usage = { input: inputTokens(asked), output: sent.length }
    response.writeHead(200, { 'content-type': 'application/json' }).end(writer.whole(sent.join(''), ending, usage))
  }

  async function answerStream(
    asked: AskedModel,
    writer: Writer,
    call: LoggedCall,
    fault: ModelFault | null,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const send = senderTo(response, fault?.kind === 'pieces' ? fault.bytes : null)
    const faultAfter = fault ? ((fault as { after?: number }).after ?? 0) : -1
    response.writeHead(200, streamHeaders)
    response.flushHeaders()
    const opening = writer.begin()
    if (opening !== '') await send(opening)
    const startedAt = performance.now()
    let ending: 'stop' | 'length' = 'stop'
    const thought = thinking && (await think(thinking, asked, writer, send, request))
    if (thought?.stalled) return
    const room = asked.maxTokens - (thought?.tokens ?? 0)
    for (const token of tokenize(answer(asked))) {
      if (fault && call.sentTokens === faultAfter && (await failAfter(fault, writer, request, response))) return
      if (call.sentTokens >= room) {
        ending = 'length'
        break
      }
      if (response.destroyed) return
      await send(writer.token(token))
      call.sentTokens++
      if (pace.tokensPerSecond > 0) {
        const dueMs = startedAt + (call.sentTokens * 1000) / pace.tokensPerSecond - performance.now()
        // Sends what was written before creating the next token, so that its timestamp is right.
        await (dueMs > 0 ? wait(dueMs) : turn())
      }
    }
    const usage =
      fault?.kind === 'no-usage'
        ? null
        : { input: inputTokens(asked), output: call.sentTokens, ...(thought ? { thinking: thought.tokens } : {}) }
    const end = writer.finish(ending, usage)
    if (fault?.kind !== 'lingers') return void response.end(end)
    await send(end.replace(/data: \[DONE\]\n\n$|event: message_stop\n.*\n\n$/, ''))
  }

  /** Sends the thoughts, as many as fit. */
  async function think(
    { tokens, hidden = false, stallsAfter = Number.POSITIVE_INFINITY }: Thinking,
    asked: AskedModel,
    writer: Writer,
    send: (text: string) => Promise<void>,
    request: IncomingMessage,
  ) {
    const fitting = Math.min(tokens, asked.maxTokens)
    await send(writer.thought(''))
    for (let at = 0; at < fitting; at++) {
      if (at === stallsAfter) {
        await new Promise<void>((resolve) => request.socket.once('close', () => resolve()))
        return { tokens: at, stalled: true }
      }
      if (!hidden) await send(writer.thought(' hmm'))
      if (pace.tokensPerSecond > 0) await wait(1000 / pace.tokensPerSecond)
    }
    return { tokens: fitting, stalled: false }
  }

  function takeFault(wire: ModelWire) {
    const set = faults.get(wire)
    if (!set) return null
    set.left--
    if (set.left <= 0) faults.delete(wire)
    return set.fault
  }

  function setFault(fault: ModelFault | null, wire?: ModelWire) {
    for (const name of wire ? [wire] : wires) {
      if (fault) faults.set(name, { fault, left: fault.times ?? Number.POSITIVE_INFINITY })
      else faults.delete(name)
    }
  }

  function control(path: string, text: string, response: ServerResponse) {
    if (path === '/double/fault') {
      const { wire, fault } = JSON.parse(text) as { wire?: ModelWire; fault: ModelFault | null }
      setFault(fault, wire)
    }
    if (path === '/double/answer') {
      const { text: given } = JSON.parse(text) as { text: string | null }
      answer = given === null ? firstAnswer : () => given
    }
    if (path === '/double/thinking') thinking = JSON.parse(text) as Thinking | null
    if (path === '/double/pace') Object.assign(pace, JSON.parse(text))
    if (path === '/double/last')
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(calls.at(-1)?.body ?? null))
    const counts = Object.fromEntries(
      (['open', 'done', 'left'] as const).map((state) => [state, log.count(undefined, state)]),
    )
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ counts }))
  }

  const log: CallLog = {
    calls,
    count: (wire, state) =>
      calls.filter((call) => (!wire || call.wire === wire) && (!state || call.state === state)).length,
    clear: () => void calls.splice(0),
  }

  const settingsFor = (wire: ModelWire): Record<string, string> => ({
    LLM_PROVIDER: providers[wire],
    LLM_BASE_URL: wire === 'google' ? `${url}/v1beta` : `${url}/v1`,
    LLM_API_KEY: 'double-model-key',
    LLM_MODEL: 'double-1',
  })

  return {
    url,
    settings: settingsFor('openai'),
    settingsFor,
    log,
    setFault,
    setThinking: (given) => {
      thinking = given
    },
    setAnswer: (given) => {
      answer = given ?? firstAnswer
    },
    setPace: (given) => void Object.assign(pace, given),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The provider that speaks each wire format. */
const providers = {
  openai: 'openai-compatible',
  responses: 'openai',
  anthropic: 'anthropic',
  google: 'google',
} as const

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** Tokens of a request as the double reports them in its usage. */
export const inputTokens = ({ system, messages }: AskedModel) =>
  split([system, ...messages.map(({ text }) => text)].join(' ')).length

/** Writes as fast as the client reads, at once or in chunks of some bytes. */
function senderTo(response: ServerResponse, bytes: number | null) {
  return async (text: string) => {
    if (bytes === null) {
      if (!response.write(text)) await drained(response)
      return
    }
    const whole = Buffer.from(text)
    for (let at = 0; at < whole.length && !response.destroyed; at += bytes) {
      response.write(whole.subarray(at, at + bytes))
      await turn()
    }
  }
}

/** Tokens of realistic length: a word with the preceding space, and long words in parts. */
const split = (text: string): string[] => text.match(/\s*\S{1,6}|\s+$/g) ?? []
const tokenize = (given: string | Iterable<string>) => (typeof given === 'string' ? split(given) : given)

/** Paragraphs about the topic of the last message, or an object if JSON was requested. */
function madeUpText({ messages, json }: AskedModel): string {
  const question = messages.at(-1)?.text ?? ''
  const subject = (/"([^"]{3,80})"/.exec(question)?.[1] ?? question.split(/\s+/).slice(0, 8).join(' ')).trim() || 'this'
  const paragraphs = Array.from({ length: 4 }, (_, index) =>
    [
      `Part ${index + 1} looks at ${subject}.`,
      'People ask about it for different reasons, and most of them want a short answer first.',
      'Start with what can be measured, then compare two or three choices side by side.',
      'Write down what each of them costs, how long it lasts and who it suits.',
      'When two of them come out equal, take the one that is easier to undo.',
    ].join(' '),
  )
  return json ? JSON.stringify({ subject, paragraphs }) : paragraphs.join('\n\n')
}

/** Tokens with the time they were sent, in milliseconds since 1970, for measurements. */
export function* stampedTokens(count: number): Generator<string> {
  for (let at = 0; at < count; at++) yield ` ${(performance.timeOrigin + performance.now()).toFixed(2)}`
}

async function toBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      pace: { type: 'string' },
      'first-token': { type: 'string' },
      /** This many tokens with timestamps instead of a text. */
      stamps: { type: 'string' },
    },
  })
  const stamps = Number(values.stamps ?? 0)
  const double = await startLanguageModels({
    port: Number(values.port ?? 4700),
    tokensPerSecond: Number(values.pace ?? 0),
    firstTokenMs: Number(values['first-token'] ?? 0),
    answer: stamps > 0 ? () => stampedTokens(stamps) : undefined,
  })
  for (const [name, value] of Object.entries(double.settings)) console.log(`${name}=${value}`)
}
