import type { Plans } from '#features/plans/service.ts'
import type { Heading } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db, HotWrite } from '#platform/database.ts'
import type { Gate } from '#platform/http.ts'
import type { Log } from '#platform/log.ts'
import type { Signals } from '#platform/notify-signals.ts'
import { cutAt } from '#platform/sanitize-text.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/worker-threads.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { getUsedCitations } from './citation-marks.ts'
import { createSectionStream } from './citation-stream.ts'
import { createDeltaSender, gapWith } from './coalesce-deltas.ts'
import { type Citation, maxContentLength, type Provenance } from './contract.ts'
import { getOpening } from './generation-context.ts'
import { createWritingJob, getBlockGap, mergeOutline, type WritingJob } from './generation-plan.ts'
import { getContext } from './generation-sources.ts'
import {
  type Ended,
  endAllGenerations,
  endGeneration,
  endLeasesOfAllWorkspaces,
  lockAbandonedOfAllWorkspaces,
  saveCheckpoint,
} from './generation-store.ts'
import { type Continuation, createContinuationReader, isInFence } from './join-continuation.ts'
import { countWords, getHeadings } from './markdown-text.ts'
import { toAppError } from './model-errors.ts'
import type { BuiltinTexts, JobAnswer, JobTask } from './plan-thread.ts'
import { type Prompt, promptFor, promptForContinue, promptVersion } from './prompts.ts'
import { missing } from './service.ts'
import { nothingWritten, type Started, startGeneration, tooLongText } from './start-generation.ts'
import {
  type CallerDocument,
  type Content,
  type DocumentRow,
  findCallerDocument,
  findDocument,
  lockDocument,
  type ResourceRef,
  type State,
  saveVersion,
  setState,
} from './store.ts'
import type { Models } from './workspace-model.ts'

/**
 * Runs a generation in the process that streams it, for as long as its reader is connected. The text is saved every few
 * seconds
 * (checkpoint) and at the end. The unit is refunded if there's no text. If the process dies, another one finds the
 * expired lease
 * and closes the generation with the text saved so far.
 */

export type Writing = ReturnType<typeof createWriting>

type Dependencies = {
  db: Database
  hotWrite: HotWrite
  gate: Gate
  plans: Plans
  reports: Reports
  models: Models
  signals: Signals
  threads: Threads
  log: Log
  /** Enqueues a job that scores the text. */
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
}

/** The most text, in milliseconds of writing, that a killed process can lose. */
const checkpointMs = 3000
/** Backpressure: one process saves at most this many checkpoints a second. */
const checkpointsPerSecond = 60
const sweepEveryMs = 30_000
const sweepAtOnce = 100

type Tokens = { input: number | null; output: number | null }

export function createWriting(dependencies: Dependencies) {
  const { db, hotWrite, gate, plans, reports, models, signals, threads, log, enqueueScore } = dependencies
  const pendingWork = new Set<Promise<unknown>>()
  /** Generations of this process. They count as running even if their lease is renewed late. */
  const ownGenerations = new Set<string>()
  const gapMs = () => gapWith(ownGenerations.size)
  const getCheckpointGapMs = () => Math.max(checkpointMs, (ownGenerations.size * 1000) / checkpointsPerSecond)
  const track = <T>(work: Promise<T>): Promise<T> => {
    pendingWork.add(work)
    void work.then(
      () => pendingWork.delete(work),
      () => pendingWork.delete(work),
    )
    return work
  }

  return {
    /** Reads the caller and everything `begin` needs in one query. Null for an unknown token. */
    async identify(tokenHash: Buffer, id: string) {
      const caller = await findCallerDocument(gate, tokenHash, id)
      return caller && { ...caller, workspaceId: caller.found?.row.workspace_id ?? null }
    },

    /**
     * Reserves a unit and returns the function that fills the stream.
     * @param found the result of `identify`, if it was called
     * @throws AppError limit_…, conflict (the document is being written), invalid_input
     */
    async begin(
      userId: string,
      ref: ResourceRef,
      input: { section?: number; instruction?: string; mode: 'write' | 'continue' },
      found: CallerDocument | null = null,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const row = found?.row ?? (await findDocument(db, ref)) ?? missing()
      const model = found
        ? models.pick(ref.workspaceId, found.ownModel, row.model)
        : await models.choose(ref.workspaceId, row.model)
      const context = await getContext({ db, reports }, row)
      const { job, texts } = await plan({ context, contentMd: row.content_md, request: input, builtin: model === null })
      if (job.before.length + job.after.length + minRemaining > maxContentLength) throw tooLongText()
      const kind = input.section !== undefined ? 'section' : input.mode === 'continue' ? 'continue' : 'document'
      // The first prompt is built while the database reserves the unit.
      const [started, firstPrompt] = await Promise.all([
        startGeneration({ db, hotWrite, plans }, { userId, ref, kind, model, version: row.version }),
        (async () => (model ? getPrompt(job, 0, job.before, 0) : null))(),
      ])
      signals.publish('document', ref.id)
      return (send, signal) => {
        ownGenerations.add(started.id)
        return track(write({ ref, row, job, texts, model, firstPrompt, ...started }, send, signal)).finally(() =>
          ownGenerations.delete(started.id),
        )
      }
    },

    /** Closes generations whose lease expired because their process died; each is closed by one process. */
    async sweep(): Promise<void> {
      const closed = await db.transaction().execute(async (tx) => {
        const abandoned = await lockAbandonedOfAllWorkspaces(tx, [...ownGenerations], sweepAtOnce)
        for (const one of abandoned) {
          const ref = { workspaceId: one.workspace_id, id: one.document_id }
          const hasText = one.characters > 0
          await endGeneration(tx, ref, one.id, {
            status: hasText ? 'cut' : 'failed',
            inputTokens: null,
            outputTokens: null,
            progress: one.progress,
            characters: one.characters,
            error: interrupted,
            unitsReturned: !hasText,
          })
          if (!hasText)
            await plans.refund(tx, {
              userId: one.payer_id,
              tool: 'ai',
              amount: one.units,
              periodStart: one.units_period,
            })
          if (one.kind === 'more' || one.kind === 'edit') continue
          const row = await lockDocument(tx, ref)
          if (!row) continue
          if (hasText) await saveDraft(tx, row, row.outline, { status: 'partial', error: interrupted })
          else await setState(tx, ref, { status: restStatus(row), error: interrupted })
        }
        return abandoned
      })
      for (const one of closed) signals.publish('document', one.document_id)
    },

    /**
     * Sweeps at intervals. `alone`: no other process uses this database, so all open generations belong to a dead
     * process.
     */
    async watch({ alone }: { alone: boolean }): Promise<() => void> {
      if (alone) await endLeasesOfAllWorkspaces(db)
      const sweep = () => this.sweep().catch((err) => log.warn({ err }, 'Interrupted generations could not be closed'))
      await sweep()
      const timer = setInterval(sweep, sweepEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    /**
     * Ends generations before a workspace or document is deleted and refunds those without text. Returns what to do
     * after the
     * commit.
     */
    async endAll(tx: Db, workspaceId: string, documentId?: string): Promise<() => void> {
      const ended = await endAllGenerations(
        tx,
        { workspaceId, ...(documentId ? { id: documentId } : {}) },
        documentId ? 'The document was deleted.' : 'The workspace was deleted.',
      )
      for (const { payer_id, units, units_period, characters } of ended)
        if (characters === 0)
          await plans.refund(tx, { userId: payer_id, tool: 'ai', amount: units, periodStart: units_period })
      return () => {
        for (const { document_id } of ended) signals.publish('document', document_id)
      }
    },

    /** Waits for pending saves. Call it before the database closes. */
    async drain() {
      await Promise.allSettled([...pendingWork])
    },
  }

  /** Plans in a worker thread if there are pages, because pages are long. */
  async function plan(task: JobTask): Promise<{ job: WritingJob; texts: BuiltinTexts | null }> {
    const inline = !task.builtin && task.context.pages.length === 0
    const answer = inline
      ? { job: createWritingJob(task.context, task.contentMd, task.request, false), texts: null }
      : await threads.run<JobAnswer>(new URL('./plan-thread.ts', import.meta.url), task, { pool: 'texts' })
    return { job: { ...answer.job, context: task.context }, texts: answer.texts }
  }

  async function write(work: Work, send: SendEvent, readerSignal: AbortSignal): Promise<void> {
    const { ref, job, model } = work
    const deltas = createDeltaSender(send, gapMs)
    const leaseLost = new AbortController()
    const signal = AbortSignal.any([readerSignal, leaseLost.signal])
    const state = {
      made: '',
      citations: new Map<number, Citation>(),
      tokens: { input: 0, output: 0 } as Tokens,
      wrote: model ? { provider: model.provider, model: model.model } : { provider: 'builtin', model: 'builtin' },
      progress: 0,
    }
    /** Words are counted line by line, so that counting stays cheap in long texts. */
    const counted = { upTo: 0, words: 0 }
    const wordsAfter = countWords(job.after)
    let checkpoint = Promise.resolve()
    let over = false
    // One checkpoint at a time, so a slow database doesn't pile up pending writes.
    const scheduleCheckpoint = () => {
      checkpoint = track(keep())
        .catch((err) => log.warn({ err, document: ref.id }, 'Generation progress could not be saved'))
        .finally(() => {
          if (!over) checkpointTimer = setTimeout(scheduleCheckpoint, getCheckpointGapMs())
        })
    }
    let checkpointTimer = setTimeout(scheduleCheckpoint, getCheckpointGapMs())
    let failure: unknown = null
    try {
      await produce()
    } catch (error) {
      failure = error
    } finally {
      over = true
      clearTimeout(checkpointTimer)
    }
    await checkpoint
    const ended = await finish()
    if (failure && readerSignal.aborted) {
      deltas.drop()
      return
    }
    if (failure) throw toAppError(failure)
    if (!ended) throw generationClosed()
    await send('usage', { input_tokens: state.tokens.input, output_tokens: state.tokens.output })
    await send('done', { _id: ref.id, ...ended })

    async function produce() {
      let isStarted = false
      const sendStart = async () => {
        if (isStarted) return
        isStarted = true
        await deltas.send('start', state.wrote)
      }
      if (!model) await sendStart()
      // Titles and notes alone aren't a text: they aren't stored, and the unit is refunded.
      if (work.texts?.nothing) {
        const { reason, message } = work.texts.nothing
        throw new AppError('unavailable', message, { retryable: false, reason })
      }
      for (const [at, { step, continues }] of job.steps.entries()) {
        const opening = continues ? '' : getOpening(step)
        const section = createSectionStream({
          kind: step.kind,
          language: job.context.briefing.language,
          pages: job.context.pages,
          passages: step.passages,
          heading: step.heading,
          startsInFence: continues && isInFence(job.before),
        })
        /** The gap between the text so far and a step that continues it. */
        let joint = ''
        let open = false
        const begin = async () => {
          if (open) return
          open = true
          await sendStart()
          if (step.heading && opening !== '')
            await deltas.send('section', { index: step.outlineIndex ?? step.index, text: step.heading.text })
          await add(continues ? joint : getBlockGap(written()) + opening)
        }
        const take = async ({ text, citations }: { text: string; citations: Citation[] }) => {
          if (text !== '') {
            await begin()
            await add(text)
          }
          for (const citation of citations) {
            if (state.citations.has(citation.n)) continue
            state.citations.set(citation.n, citation)
            await deltas.send('citation', citation)
          }
        }
        const join = (gap: string) => {
          joint = gap
        }
        for await (const piece of pieces(at, join)) await take(section.push(piece))
        await take(section.end())
        state.progress = (at + 1) / job.steps.length
      }
      await deltas.flush()
      if (state.made.trim() === '') throw nothingWritten()
    }

    async function add(text: string) {
      const room = maxContentLength - job.before.length - job.after.length - betweenParts - state.made.length
      const part = cutAt(text, Math.max(0, room))
      state.made += part
      await deltas.add(part)
      if (part.length < text.length) throw tooLongText()
    }

    /**
     * Yields a step's text from the model or the built-in writer. A model that hits its token limit is asked to
     * continue.
     * @param join gets the gap between the text so far and a step that continues it, before its first words
     */
    async function* pieces(at: number, join: (gap: string) => void): AsyncGenerator<string> {
      if (!model) {
        for (const piece of work.texts!.pieces[at]!) {
          if (signal.aborted) throw signal.reason
          yield piece
        }
        return
      }
      /** The model's raw text, including trailing white space that the section stream holds back. */
      let raw = job.steps[at]!.continues ? job.before : ''
      for (let round = 0; round < maxRounds; round++) {
        const isFirst = at === 0 && round === 0
        const prompt = isFirst ? work.firstPrompt! : getPrompt(job, at, written(), round)
        const reader = raw === '' ? null : createContinuationReader(raw, job.steps[at]!.step.heading?.text)
        const joined = (found: Continuation | null): string => {
          if (!found) return ''
          const isStep = round === 0
          if (isStep) join(found.gap)
          return isStep ? found.text : found.gap + found.text
        }
        let reason = 'stop'
        for await (const event of model.stream({ ...prompt, signal, gatherMs: gapMs })) {
          if (event.kind === 'text') {
            const text = reader ? joined(reader.push(event.text)) : event.text
            raw += text
            if (text !== '') yield text
          } else if (event.kind === 'start') state.wrote = { provider: event.provider, model: event.model }
          else if (event.kind === 'usage') count(event.inputTokens, event.outputTokens)
          else reason = event.reason
        }
        const rest = reader ? joined(reader.end()) : ''
        raw += rest
        if (rest !== '') yield rest
        if (reason !== 'length') return
      }
    }

    function written() {
      return job.before + state.made
    }

    function count(input: number | null, output: number | null) {
      const { tokens } = state
      tokens.input = input === null || tokens.input === null ? null : tokens.input + input
      tokens.output = output === null || tokens.output === null ? null : tokens.output + output
    }

    async function keep() {
      const text = state.made === '' ? null : whole()
      const reached = { progress: state.progress, characters: state.made.length }
      const open = await saveCheckpoint(
        hotWrite,
        ref,
        work.id,
        reached,
        text === null ? null : { text, words: wordsSoFar() },
      )
      if (!open) leaseLost.abort(generationClosed())
    }

    function wordsSoFar() {
      const text = written()
      const end = text.lastIndexOf('\n')
      if (end > counted.upTo) {
        counted.words += countWords(text.slice(counted.upTo, end))
        counted.upTo = end
      }
      return counted.words + countWords(text.slice(counted.upTo)) + wordsAfter
    }

    function whole() {
      const text = written().trimEnd()
      return job.after === '' ? text : `${text}\n\n${job.after}`
    }

    /** Saves how the generation ended. Null if the document or the generation was deleted. */
    async function finish() {
      const hasText = state.made.trim() !== ''
      const error = failure ? getSentence(failure, readerSignal.aborted) : null
      if (failure && !readerSignal.aborted)
        log.warn(
          {
            err: failure,
            document: ref.id,
            provider: state.wrote.provider,
            model: state.wrote.model,
            saved: state.made.length,
          },
          'Generation ended early',
        )
      const ended: Ended = {
        status: failure ? (hasText ? 'cut' : 'failed') : 'done',
        ...state.wrote,
        inputTokens: state.tokens.input,
        outputTokens: state.tokens.output,
        progress: state.progress,
        characters: state.made.length,
        error,
        unitsReturned: !hasText,
      }
      const provenance: Provenance = { ...state.wrote, prompt_version: promptVersion }
      const result = await db.transaction().execute(async (tx) => {
        const row = await lockDocument(tx, ref)
        if (!row || !(await endGeneration(tx, ref, work.id, ended))) return null
        if (!hasText) {
          await plans.refund(tx, work.reservation)
          await setState(tx, ref, { status: restStatus(work.row), error })
          return null
        }
        const contentMd = whole()
        const saved = { ...row, content_md: contentMd, citations: [...row.citations, ...state.citations.values()] }
        return saveDraft(tx, saved, job.outline, { status: failure ? 'partial' : 'done', error, provenance })
      })
      signals.publish('document', ref.id)
      return result
    }
  }

  /** Saves the generated text as the document's next version. */
  async function saveDraft(tx: Db, row: DocumentRow, plan: Heading[], state: State) {
    const ref = { workspaceId: row.workspace_id, id: row.id }
    const headings = getHeadings(row.content_md)
    const content: Content = {
      title: row.title,
      contentMd: row.content_md,
      wordCount: countWords(row.content_md),
      outline: mergeOutline(plan, headings),
      citations: getUsedCitations(row.citations),
    }
    const made = { cause: 'generation', by: null, score: row.score, state } as const
    const version = (await saveVersion(tx, ref, row.version, content, made))!
    await enqueueScore(tx, ref)
    return { words: content.wordCount, version }
  }
}

/** Returns the prompt of a step. From the second round on, it asks to continue where the token limit cut the text. */
function getPrompt(job: WritingJob, at: number, writtenTail: string, round: number): Prompt {
  const { step, continues } = job.steps[at]!
  const { instruction } = job
  const ask = continues || round > 0 ? promptForContinue : promptFor
  return ask(job.context, step, { writtenTail, instruction })
}

type Work = Started & {
  ref: ResourceRef
  row: DocumentRow
  job: WritingJob
  /** Output of the built-in writer. */
  texts: BuiltinTexts | null
  model: LanguageModel | null
  /** Null for the built-in writer. */
  firstPrompt: Prompt | null
}

/** A generation doesn't start if the document has fewer characters left than this. */
const minRemaining = 100
/** Characters between the new text and the text after it. */
const betweenParts = 2

/** How often a step that hits the token limit is continued. */
const maxRounds = 3

const generationClosed = () =>
  new AppError('conflict', 'This generation was closed in the meantime. Reload the document.', {
    reason: 'generation_closed',
  })

const interrupted = 'The server stopped while writing. The text so far was saved.'

/** The status of a document after a generation without text. */
const restStatus = (row: DocumentRow) => (row.content_md.trim() === '' ? 'failed' : 'done')

function getSentence(failure: unknown, readerSignal: boolean): string {
  if (readerSignal) return 'Writing was stopped. The text so far was saved.'
  const refusal = toAppError(failure)
  return refusal instanceof AppError ? refusal.message : 'Something went wrong on our side. The text so far was saved.'
}
