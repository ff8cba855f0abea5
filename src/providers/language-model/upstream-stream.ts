import { StringDecoder } from 'node:string_decoder'
import { createParser, type EventSourceParser } from 'eventsource-parser'
import type { Dispatcher } from 'undici'
import { FaultError, faultInside, faultOfStatus, faults, getRetryAfter, retryDelayInside } from './model-errors.ts'
import type { Fault, Voice } from './model-fault.ts'
import { getFields, type Reader, type ReceivedAnswer } from './wire-format.ts'

export type StreamLimits = {
  /** Until the model says anything, from the first byte sent. */
  firstTokenMs: number
  /** Between two messages. Comments and pings are no messages. */
  silenceMs: number
  /** The same after the model said that it thinks: some vendors send nothing until it is done. */
  thinkingSilenceMs: number
  /** What is waited for the counts after the model said it has ended. */
  afterEndMs: number
  maxLineBytes: number
  /** Of an answer that is not streamed, and of what is read of an error. */
  maxBodyBytes: number
  /** Text not yet taken, in characters, from which on the server is read no further. */
  pauseAt: number
  /** From the first byte sent to the end of the answer: keeps a server that drips from holding a connection forever. */
  maxAnswerMs: number
}

export type UpstreamOptions = {
  dispatcher: Dispatcher
  origin: string
  path: string
  headers: Record<string, string | undefined>
  body: string
  received: ReceivedAnswer
  reader: Reader
  voice: Voice
  limits: StreamLimits
  /** Bytes on the wire this answer may take, reasoning and framing included. */
  maxBytes: number
  /** See ModelRequest. */
  gapMs: (() => number) | null
  signal: AbortSignal
}

const maxErrorBytes = 16_384
/** How often a reader is told that the model thinks. */
const thinkingGapMs = 1000

/**
 * One request and its answer, read as it is wanted: text gathers in `received` until `pauseAt`, then the socket is left unread.
 * Below undici's `request` and `fetch`, for what those cost a token is most of what a token costs.
 */
export class Upstream implements Dispatcher.DispatchHandler {
  readonly #options: UpstreamOptions
  /** Keeps the bytes of a letter that is cut in two, at half of what the streaming TextDecoder costs. */
  readonly #decoder = new StringDecoder('utf8')
  readonly #parser: EventSourceParser
  #controller: Dispatcher.DispatchController | null = null
  #status = 0
  #headers: Record<string, string | string[] | undefined> = {}
  #form: 'unknown' | 'stream' | 'whole' | 'error' = 'unknown'
  #gathered = ''
  #fault: Fault | null = null
  #ended = false
  #closed = false
  #spoke = false
  #spokeBefore = false
  readonly #startedAt = performance.now()
  /** When the model last made progress: text, reasoning, a count that grew. */
  #receivedAt = performance.now()
  #bytes = 0
  /** When the model said that its answer has ended. */
  #endedAt: number | null = null
  /** What was received last when silence was first suspected. */
  #doubtedAt = -1
  /** When the reader last began to wait. */
  #askedAt = performance.now()
  #wake: (() => void) | null = null
  #timer: NodeJS.Timeout
  /** Runs for `gapMs` after each piece of text, while the next ones are joined. */
  #gapTimer: NodeJS.Timeout | null = null
  /** Runs while the model thinks. */
  #thinkingTimer: NodeJS.Timeout | null = null
  /** The reader is due to be told that the model thinks. */
  #thinkingDue = false

  constructor(options: UpstreamOptions) {
    this.#options = options
    const { dispatcher, origin, path, headers, body, limits, signal } = options
    this.#parser = createParser({
      maxBufferSize: limits.maxLineBytes,
      onEvent: ({ event, data }) => this.#read(event, data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#fail(faults.tooLong(limits.maxLineBytes))
      },
    })
    this.#timer = this.#arm(limits.firstTokenMs)
    signal.addEventListener('abort', this.#cancel, { once: true })
    if (signal.aborted) this.#cancel()
    try {
      // Both waits are ours: undici's are for the whole and cannot tell a slow reader from a silent model.
      if (!signal.aborted)
        dispatcher.dispatch({ origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 }, this)
    } catch (error) {
      this.#fail(faults.network(error, options.voice))
    }
  }

  /**
   * The next text, empty once the answer has ended; null, once a second, while the model thinks. Text that comes within
   * `gapMs` of the last is joined, for each piece takes many more steps to its reader than a token takes to here.
   * @throws FaultError once all text was taken
   */
  async next(): Promise<string | null> {
    const { received, gapMs } = this.#options
    while (!this.#isReady()) {
      // Resuming may deliver text synchronously.
      this.#controller?.resume()
      if (!this.#isReady()) await this.#news()
    }
    const isOver = this.#fault !== null || this.#ended
    if (this.#thinkingDue) {
      this.#thinkingDue = false
      if (!isOver && !received.hasText) return null
    }
    const text = received.takeText(isOver)
    if (text === '' && this.#fault) throw new FaultError(this.#fault)
    if (gapMs && !isOver) this.#gapTimer = setTimeout(this.#endGap, gapMs())
    return text
  }

  #isReady() {
    const { received, limits } = this.#options
    if (this.#fault || this.#ended || this.#thinkingDue) return true
    return received.hasText && (!this.#gapTimer || received.text.length >= limits.pauseAt)
  }

  #followThinking() {
    const { received } = this.#options
    if (received.thinking === (this.#thinkingTimer !== null)) return
    if (!received.thinking) return this.#endThinking()
    const tick = () => {
      this.#thinkingDue = true
      this.#announce()
    }
    this.#thinkingTimer = setInterval(tick, thinkingGapMs).unref()
    tick()
  }

  #endThinking() {
    if (this.#thinkingTimer) clearInterval(this.#thinkingTimer)
    this.#thinkingTimer = null
  }

  readonly #endGap = () => {
    this.#gapTimer = null
    if (this.#isReady()) this.#announce()
  }

  /** What the answer looked like, for one that ended without saying so. */
  get form(): 'nothing' | 'broken' | 'unreadable' {
    if (this.#form === 'unknown') return 'nothing'
    return this.#spoke ? 'broken' : 'unreadable'
  }

  /** Releases the connection; closes it if the answer hasn't ended. */
  close() {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.#gapTimer) clearTimeout(this.#gapTimer)
    this.#endThinking()
    this.#options.signal.removeEventListener('abort', this.#cancel)
    const controller = this.#controller
    if (!this.#options.received.complete) return controller?.abort(new Error('The stream was left'))
    // Its last bytes are on their way; the socket is kept for the next request if they come.
    controller?.resume()
    setTimeout(() => controller?.abort(new Error('The stream did not end')), this.#options.limits.afterEndMs).unref()
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#closed || this.#fault) controller.abort(new Error('The stream was left'))
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ) {
    this.#status = status
    this.#headers = headers
    const encoding = String(headers['content-encoding'] ?? 'identity')
      .trim()
      .toLowerCase()
    const compressed = encoding !== '' && encoding !== 'identity'
    if (status >= 300) this.#form = 'error'
    // Never decompresses: a few bytes could expand to gigabytes (zip bomb).
    if (compressed) status >= 300 ? this.#failWithStatus() : this.#fail(faults.compressed(this.#options.voice))
    else if (status >= 300) return
    else if (/\bhtml\b/i.test(String(headers['content-type'] ?? ''))) this.#fail(faults.html(this.#options.voice))
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer) {
    if (this.#closed || this.#fault || this.#ended) return
    const { received, limits, maxBytes } = this.#options
    this.#bytes += chunk.length
    this.#take(this.#decoder.write(chunk))
    if (received.fault) this.#fail(received.fault)
    if (received.complete) this.#end()
    else if (this.#bytes > maxBytes) this.#fail(faults.tooMuch())
    else if (received.end !== null) {
      // Once: messages that follow the end don't put it off.
      if (this.#endedAt === null) this.#rearm(limits.afterEndMs)
      this.#endedAt ??= performance.now()
    } else if (this.#spoke && !this.#spokeBefore) this.#rearm(limits.silenceMs)
    this.#spokeBefore = this.#spoke
    this.#followThinking()
    if (this.#isReady()) this.#announce()
    if (received.text.length >= limits.pauseAt && !this.#ended) controller.pause()
  }

  onResponseEnd() {
    // After the end the socket belongs to the next request of the pool.
    this.#controller = null
    if (this.#fault || this.#ended) return
    this.#take(this.#decoder.end())
    if (this.#form === 'stream') this.#parser.feed('\n\n')
    if (this.#form === 'error') this.#failWithStatus()
    else if (this.#form === 'whole') this.#readWhole()
    if (this.#options.received.fault) this.#fail(this.#options.received.fault)
    if (!this.#fault) this.#end()
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    this.#controller = null
    if (this.#ended || this.#closed) return
    const { voice, received } = this.#options
    if (this.#form === 'error') this.#failWithStatus()
    else if (received.end !== null) this.#end()
    else this.#fail(this.#status === 0 ? faults.network(error, voice) : faults.cut(this.#spoke, error))
  }

  #take(text: string) {
    if (text === '') return
    const { limits, voice } = this.#options
    if (this.#form === 'stream') return this.#parser.feed(text)
    this.#gathered += text
    if (this.#form === 'unknown') {
      this.#gathered = this.#gathered.trimStart()
      const start = this.#gathered[0]
      if (start === undefined) {
        if (this.#bytes > limits.maxLineBytes) this.#fail(faults.tooLong(limits.maxLineBytes))
        return
      }
      if (start === '<') return this.#fail(faults.html(voice))
      // Some servers do not know how to stream and answer in one piece.
      this.#form = start === '{' || start === '[' ? 'whole' : 'stream'
      if (this.#form === 'stream') {
        const gathered = this.#gathered
        this.#gathered = ''
        this.#parser.feed(gathered)
      }
    } else if (this.#form === 'error' && this.#gathered.length > maxErrorBytes) this.#failWithStatus()
    else if (this.#gathered.length > limits.maxBodyBytes) this.#fail(faults.tooMuch())
  }

  #read(name: string | undefined, data: string) {
    const { received, reader, voice } = this.#options
    if (this.#fault || received.fault || received.complete || name === 'ping' || data === '') return
    const { outputTokens } = received
    received.progressed = false
    if (!this.#spoke) this.#receivedAt = performance.now()
    this.#spoke = true
    if (data === '[DONE]') {
      received.complete = true
      return
    }
    try {
      const body = getFields(JSON.parse(data))
      if (body.error) received.fault = faultInside(body.error, voice)
      else reader.message(body)
      if (received.progressed || received.outputTokens !== outputTokens) this.#receivedAt = performance.now()
    } catch (error) {
      received.fault = faults.notJson(error)
    }
  }

  #readWhole() {
    const { received, reader, voice } = this.#options
    try {
      const body: unknown = JSON.parse(this.#gathered)
      this.#spoke = true
      // Google answers a list where it is not asked for a stream of events.
      const parts = Array.isArray(body) ? body : [body]
      for (const part of parts.map(getFields)) {
        if (part.error) received.fault = faultInside(part.error, voice)
        else reader.whole(part)
      }
    } catch (error) {
      received.fault = faults.notJson(error)
    }
  }

  #failWithStatus() {
    let body: unknown = null
    try {
      body = JSON.parse(this.#gathered)
    } catch {
      // Errors of proxies are pages: their words say nothing about the model.
      const isPage = /^\s*</.test(this.#gathered)
      body = isPage ? null : { message: this.#gathered.slice(0, 300) }
    }
    const wait = getRetryAfter(this.#headers) ?? retryDelayInside(getFields(Array.isArray(body) ? body[0] : body))
    this.#fail(faultOfStatus(this.#status, body, wait, this.#options.voice))
  }

  readonly #cancel = () => this.#fail(faults.cancelled())

  #fail(fault: Fault) {
    if (this.#fault || this.#ended) return
    this.#fault = fault
    // The caller no longer wants a cancelled answer.
    if (fault.code === 'cancelled') this.#options.received.text = ''
    this.#controller?.abort(new Error(fault.what))
    this.#announce()
  }

  #end() {
    this.#options.reader.ended?.()
    this.#ended = true
    this.#announce()
  }

  #announce() {
    const wake = this.#wake
    this.#wake = null
    wake?.()
  }

  #news() {
    // Backpressure pauses don't count toward the model's idle timeout.
    this.#askedAt = performance.now()
    return new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  #rearm(ms: number) {
    clearTimeout(this.#timer)
    this.#timer = this.#arm(ms)
  }

  #arm(ms: number) {
    const left = this.#startedAt + this.#options.limits.maxAnswerMs - performance.now()
    return setTimeout(this.#judgeSilence, Math.max(1, Math.min(ms, left))).unref()
  }

  #getSilenceLimit() {
    const { received, limits } = this.#options
    if (received.end !== null) return limits.afterEndMs
    if (!this.#spoke) return limits.firstTokenMs
    return received.thinking ? limits.thinkingSilenceMs : limits.silenceMs
  }

  readonly #judgeSilence = () => {
    if (this.#fault || this.#ended || this.#closed) return
    const { received, limits } = this.#options
    const now = performance.now()
    if (now - this.#startedAt >= limits.maxAnswerMs) return this.#fail(faults.unfinished(limits.maxAnswerMs))
    if (this.#endedAt !== null && now - this.#endedAt >= limits.afterEndMs - 1) return this.#end()
    const limit = this.#getSilenceLimit()
    const silentMs = this.#wake ? now - Math.max(this.#receivedAt, this.#askedAt) : 0
    if (silentMs < limit - 1) this.#timer = this.#arm(limit - silentMs)
    // Were we the ones kept busy, what it said lies unread in the socket: the socket has its turn before it is judged.
    else if (this.#doubtedAt !== this.#receivedAt) {
      this.#doubtedAt = this.#receivedAt
      this.#timer = this.#arm(1)
    } else if (received.end !== null) this.#end()
    else this.#fail(faults.silent(limit, this.#spoke))
  }
}
