import { setTimeout as delay } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { cutAt, storable } from '#platform/sanitize-text.ts'
import { findKnownModel } from './known-models.ts'
import { readAddress } from './model-address.ts'
import { describeModel } from './model-description.ts'
import { FaultError, faults, modelError } from './model-errors.ts'
import type { Fault, Voice } from './model-fault.ts'
import type { KnownModel, LanguageModel, ModelCheck, ModelEvent, ModelRequest } from './port.ts'
import { RequestAdaptations } from './request-adaptations.ts'
import { getRetryDelay } from './retry-delay.ts'
import { ThinkingRoom, thinkingRooms } from './thinking-room.ts'
import { type StreamLimits, Upstream } from './upstream-stream.ts'
import { ReceivedAnswer, type Wire } from './wire-format.ts'

export type ModelLimits = StreamLimits & {
  /** Bytes on the wire one answer may take when so many tokens were asked for. */
  maxAnswerBytes(maxOutputTokens: number): number
  /** Tries after the first, before any text has come. */
  retries: number
  /** Before the second try; doubles with each, less up to half at random. */
  backoffMs: number
  /** The longest `Retry-After` that is waited for; a longer one fails immediately. */
  maxWaitMs: number
}

export const defaultModelLimits: ModelLimits = {
  firstTokenMs: 30_000,
  silenceMs: 30_000,
  thinkingSilenceMs: 120_000,
  afterEndMs: 3000,
  maxLineBytes: 1_000_000,
  maxBodyBytes: 4_000_000,
  pauseAt: 65_536,
  maxAnswerMs: 30 * 60_000,
  // The framing of a token takes 150 to 500 bytes; models that reason may spend tens of thousands on it.
  maxAnswerBytes: (maxOutputTokens) => 8_000_000 + maxOutputTokens * 2000,
  retries: 2,
  backoffMs: 400,
  maxWaitMs: 10_000,
}

/**
 * Text one answer may hold when so many tokens were asked for. A token is four characters of English and never sixteen on the
 * average of an answer: a model that sends more does not know the limit it was given.
 */
export const maxCharacters = (maxOutputTokens: number) => 16_000 + maxOutputTokens * 16

export type ModelLog = { warn(fields: object, message: string): void }

export type ModelClientOptions = {
  wire: Wire
  voice: Voice
  /** With or without the wire's own path. Null when none was set and the vendor has none. */
  baseUrl: string | null
  key: string | null
  keyNeeded: boolean
  /** Makes the connections, and with them decides which hosts may be reached. */
  getDispatcher: () => Dispatcher
  userAgent: string
  limits?: Partial<ModelLimits>
  log?: ModelLog
  /** What is known of models at the moment. Default: shipped data. */
  knownModels?: () => readonly KnownModel[]
}

type RunOptions = { retries: number; emptyIsFine: boolean; mayThink: boolean }

type Tokens = { input: number | null; output: number | null }
const addCounts = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

/** A language model behind one wire format: tries again while no text has come, and names what went wrong. */
export function createModelClient(options: ModelClientOptions): LanguageModel {
  const { wire, voice, key, getDispatcher, userAgent, log } = options
  const { provider, model } = voice
  const limits = { ...defaultModelLimits, ...options.limits }
  const address = readAddress(options.baseUrl, wire)
  const adaptations = new RequestAdaptations(wire)
  const getMaxTokens = () => findKnownModel(provider, model, options.knownModels?.())?.outputTokens
  const thinkingRoom = new ThinkingRoom(wire.mayThink(model), () => getMaxTokens() ?? Number.POSITIVE_INFINITY)

  /** Whether the vendor refused something it can do without, which is left out from now on. */
  function adapts({ code, vendorWords }: Fault, request: ModelRequest): boolean {
    if (code !== 'invalid_request' || !vendorWords) return false
    const { body } = wire.request(request, model, key)
    return adaptations.learnRefusal(body, vendorWords) || thinkingRoom.learnRefusal(vendorWords)
  }

  function open(request: ModelRequest, received: ReceivedAnswer): Upstream {
    const { path, headers, body } = wire.request(request, model, key)
    return new Upstream({
      dispatcher: getDispatcher(),
      origin: address!.origin,
      path: address!.path + path,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...headers,
      },
      body: JSON.stringify(adaptations.apply(body)),
      received,
      reader: wire.reader(received, voice),
      voice,
      limits,
      maxBytes: limits.maxAnswerBytes(request.maxOutputTokens),
      gapMs: request.gapMs ?? null,
      signal: request.signal,
    })
  }

  async function* run(
    request: ModelRequest,
    { retries, emptyIsFine, mayThink }: RunOptions,
  ): AsyncGenerator<ModelEvent> {
    const problem = findSettingFault(options, address)
    if (problem) throw modelError(problem, voice, false)
    /** What earlier requests used that thought and wrote nothing. */
    let used: Tokens = { input: 0, output: 0 }
    let attempt = 0
    let thinkingSince: number | null = null
    for (let failures = 0; ; ) {
      const received = new ReceivedAnswer()
      const upstream = open(mayThink ? thinkingRoom.add(request, attempt) : request, received)
      let started = false
      let room = maxCharacters(request.maxOutputTokens)
      try {
        for (let next = await upstream.next(); next !== ''; next = await upstream.next()) {
          if (next === null) {
            thinkingSince ??= performance.now()
            yield { kind: 'thinking', seconds: Math.round((performance.now() - thinkingSince) / 1000) }
            continue
          }
          const text = cutAt(next, room)
          room -= next.length
          if (!started) {
            started = true
            yield { kind: 'start', provider, model: storable(received.model ?? model) }
          }
          yield { kind: 'text', text }
          if (room < 0) throw new FaultError(faults.tooMuch())
        }
        const fault = faultOfEnd(received, started, upstream.form, emptyIsFine)
        if (fault) throw new FaultError(fault)
        yield {
          kind: 'usage',
          inputTokens: addCounts(used.input, received.inputTokens),
          outputTokens: addCounts(used.output, received.outputTokens),
          cachedTokens: received.cachedTokens,
        }
        yield { kind: 'end', reason: received.end ?? 'other' }
        return
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        const { fault } = error
        if (started || request.signal.aborted) throw modelError(fault, voice, started)
        if (thinkingRoom.learnRefusalOfMore(attempt, fault.vendorWords))
          throw modelError(faults.spentBeforeText(), voice, false)
        if (adapts(fault, request)) continue
        if (!request.once && fault.spentOnThinking && mayThink && thinkingRoom.hasMore(attempt)) {
          attempt++
          thinkingRoom.noteThinking()
          used = {
            input: addCounts(used.input, received.inputTokens),
            output: addCounts(used.output, received.outputTokens),
          }
          log?.warn({ provider, model, room: thinkingRooms[attempt] }, 'Asking the model again with more room to think')
          continue
        }
        const waitMs = getRetryDelay(failures, fault, limits.backoffMs)
        if (!fault.retry || failures >= retries || waitMs > limits.maxWaitMs) throw modelError(fault, voice, false)
        failures++
        log?.warn({ provider, model, code: fault.code, status: fault.status, waitMs }, 'Retrying the model')
        await delay(waitMs, undefined, { signal: request.signal }).catch(() => {
          throw modelError(faults.cancelled(), voice, false)
        })
      } finally {
        upstream.close()
      }
    }
  }

  async function check(signal: AbortSignal): Promise<ModelCheck> {
    const startedAt = performance.now()
    const request: ModelRequest = {
      messages: [{ role: 'user', text: 'Answer with the one word: ready' }],
      maxOutputTokens: 16,
      signal,
    }
    let named = model
    let firstTokenMs: number | null = null
    for await (const event of run(request, { retries: 0, emptyIsFine: true, mayThink: false })) {
      firstTokenMs ??= Math.round(performance.now() - startedAt)
      if (event.kind === 'start') named = event.model
    }
    return { provider, model: named, firstTokenMs: firstTokenMs ?? 0 }
  }

  return {
    provider,
    model,
    describe: async (signal) => {
      const request = wire.describe?.(model, key)
      if (!request || !address || findSettingFault(options, address)) return null
      return describeModel(request, { address, dispatcher: getDispatcher(), userAgent, voice, log, signal })
    },
    stream: (request) =>
      run(request, { retries: request.once ? 0 : limits.retries, emptyIsFine: false, mayThink: true }),
    getMaxOutput: ({ maxOutputTokens, thinkingRoom = thinkingRooms[0] }) =>
      maxOutputTokens + (wire.mayThink(model) ? Math.min(thinkingRooms[0], thinkingRoom) : 0),
    check,
  }
}

/** What is missing in the settings, if anything. */
function findSettingFault(
  { baseUrl, voice, key, keyNeeded }: ModelClientOptions,
  address: ReturnType<typeof readAddress>,
): Fault | null {
  if (baseUrl === null) return faults.setting('has no URL', `Set ${voice.settings.address} to the URL of its API.`)
  if (!address) return faults.setting('has no valid http(s) URL', `Check ${voice.settings.address}.`)
  if (!voice.model) return faults.setting('has no model', `Set ${voice.settings.model} to a model ID.`)
  if (!key) return keyNeeded ? faults.noKey(voice) : null
  return /^[\x21-\x7e]+$/.test(key) ? null : faults.badKey(voice)
}

/** What is wrong with an answer that has ended, if anything. */
function faultOfEnd(
  received: ReceivedAnswer,
  started: boolean,
  form: Upstream['form'],
  emptyIsFine: boolean,
): Fault | null {
  if (received.refusal !== null) return faults.refused(received.refusal)
  if (received.end === null && !received.complete) {
    if (started || form === 'broken') return faults.cut(started)
    return form === 'nothing' ? faults.empty() : faults.notJson(null)
  }
  if (started || emptyIsFine) return null
  return received.end === 'length' ? faults.spentBeforeText() : faults.empty()
}
