import { EventSourceParserStream } from 'eventsource-parser/stream'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { readAnswer } from '#kit/client.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import type { CallApi } from './caller.ts'

/** Reports a call's progress, from 0 to 1, with a sentence. */
export type OnProgress = (progress: number, message: string) => Promise<void>

type Answer = Record<string, unknown>
const finished = new Set(['done', 'failed', 'cancelled'])

/**
 * Waits up to `waitSeconds` for a new report. After that, the report keeps running and the result says so.
 * @throws AppError if the report's event stream fails and can't be retried
 */
export async function followReport(
  answer: Answer,
  callApi: CallApi,
  { onProgress, signal, waitSeconds }: { onProgress: OnProgress; signal: AbortSignal; waitSeconds: number },
): Promise<Answer> {
  const report = answer.report as ReportHead | undefined
  if (!report || waitSeconds === 0) return answer
  const enough = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)])
  const response = await callApi(reportsContract.events, { id: report._id })
  if (!response.ok) await readAnswer(response)
  let rows = 0
  for await (const { event, data } of getEvents(response, enough)) {
    if (event === 'rows') rows = data.total as number
    if (event === 'rows' || event === 'stage')
      await onProgress(data.progress as number, `${data.stage ?? 'collecting'}: ${rows} rows`)
    // A retryable error means that this process is shutting down. The report keeps running, so its id is returned.
    if (event === 'error' && !(data as ErrorBody).retryable) throw AppError.fromBody(data as ErrorBody)
    if (event === 'error' || event === 'done' || event === 'failed') break
  }
  const latest = await readAnswer(await callApi(reportsContract.get, { id: report._id, sections: 'overview' }))
  const head = latest.report as ReportHead & { sections: { overview?: unknown } }
  const { sections, ...rest } = head
  return {
    ...answer,
    report: rest,
    overview: sections.overview,
    ...(finished.has(head.status) ? {} : { note: 'The report is still running. Check report_status later.' }),
  }
}

/**
 * Reads a generation's event stream to the end and returns the document.
 * @throws AppError the stream's error, or upstream_failed if the stream ends early
 */
export async function readWriting(response: Response, callApi: CallApi, onProgress: OnProgress): Promise<Answer> {
  let words = 0
  let sections = 0
  let done: Answer | null = null
  for await (const { event, data } of getEvents(response)) {
    if (event === 'section') sections += 1
    if (event === 'delta') words += (data.text as string).split(/\s+/).length - 1
    if (event === 'section' || event === 'citation')
      await onProgress(1 - 1 / (1 + words / 300), `section ${sections}: ${words} words`)
    if (event === 'error') throw AppError.fromBody(data as ErrorBody)
    if (event === 'done') done = data
  }
  if (!done)
    throw new AppError('upstream_failed', 'Writing stopped early. The partial draft was saved in the document.', {
      reason: 'interrupted',
    })
  const { item } = await readAnswer(await callApi(aiContentContract.single, { _id: done._id as string }))
  return { item }
}

/**
 * Reads a humanizer run's event stream to the end and returns the changed sentences.
 * @throws AppError the stream's error, or upstream_failed if the stream ends early
 */
export async function readHumanizing(response: Response, onProgress: OnProgress): Promise<Answer> {
  let total = 0
  let seen = 0
  let notice: unknown = null
  const changed: Answer[] = []
  let done: Answer | null = null
  for await (const { event, data } of getEvents(response)) {
    if (event === 'score') {
      total = data.sentences as number
      notice = data.notice
    }
    if (event === 'sentence') {
      seen += 1
      if (!data.kept) changed.push(data)
      await onProgress(total > 0 ? seen / (total + 1) : 0, `${seen} of ${total} sentences`)
    }
    if (event === 'error') throw AppError.fromBody(data as ErrorBody)
    if (event === 'done') done = data
  }
  if (!done) throw new AppError('upstream_failed', 'The run stopped early. Try again.', { reason: 'interrupted' })
  return { ...done, sentences: changed, notice }
}

/** Reads the stream that rewrites a passage to its end. @throws AppError the stream's error, or upstream_failed */
export async function readEditing(response: Response): Promise<Answer> {
  for await (const { event, data } of getEvents(response)) {
    if (event === 'error') throw AppError.fromBody(data as ErrorBody)
    if (event === 'done') return data
  }
  throw new AppError('upstream_failed', 'Writing stopped early. Try again.', { reason: 'interrupted' })
}

const maxEvents = 500

/** The events of a progress stream, until it ends or `waitSeconds` are over. What runs isn't stopped. */
export async function readEvents(
  response: Response,
  { onProgress, signal, waitSeconds }: { onProgress: OnProgress; signal: AbortSignal; waitSeconds: number },
): Promise<Answer> {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)])
  const events: { event: string; data: Answer }[] = []
  let dropped = 0
  for await (const { event, data } of getEvents(response, enough)) {
    events.push({ event, data })
    if (typeof data.progress === 'number') await onProgress(data.progress, event)
    if (events.length > maxEvents) {
      events.shift()
      dropped += 1
    }
  }
  return { events, dropped, ended: !enough.aborted }
}

async function* getEvents(response: Response, signal?: AbortSignal): AsyncGenerator<{ event: string; data: Answer }> {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  // Cancels reading only. The report keeps running.
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    while (!signal?.aborted) {
      const { done, value } = await reader.read()
      if (done) return
      yield { event: value.event ?? 'message', data: JSON.parse(value.data) as Answer }
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}
