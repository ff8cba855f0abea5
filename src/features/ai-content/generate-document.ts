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
import { keptCitations } from './citation-marks.ts'
import { createSectionStream } from './citation-stream.ts'
import { createDeltaSender, gapWith } from './coalesce-deltas.ts'
import { type Citation, maxContentLength, type Provenance } from './contract.ts'
import { getOpening } from './generation-context.ts'
import { gapBefore, outlineWith, type WritingJob, writingJob } from './generation-plan.ts'
import { getContext } from './generation-sources.ts'
import {
  type Ended,
  endAllGenerations,
  endGeneration,
  endLeasesOfAllWorkspaces,
  keepWriting,
  lockAbandonedOfAllWorkspaces,
} from './generation-store.ts'
import { type Continuation, createContinuationReader, isInFence } from './join-continuation.ts'
import { countWords, getHeadings } from './markdown-text.ts'
import { toAppError } from './model-errors.ts'
import type { BuiltinTexts, JobAnswer, JobTask } from './plan-thread.ts'
import { type Prompt, promptFor, promptForContinue, promptVersion } from './prompts.ts'
import { missing } from './service.ts'
import { nothingWritten, type Started, startGeneration, tooLongText } from './start-generation.ts'
import {
  type Arrival,
  type Content,
  type DocumentRow,
  findArrival,
  findDocument,
  lockDocument,
  type Place,
  type State,
  saveVersion,
  setState,
} from './store.ts'
import type { Models } from './workspace-model.ts'

/**
 * A generation lives as long as its reader: it is written in the process that streams it. What comes is kept every few seconds and
 * when the stream ends, however it ends; its unit goes back when nothing came. Should the process die, another notices the
 * lease that ran out and closes the generation with what was kept.
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
  /** Has the text scored soon. */
  enqueueScore(tx: Db, place: Place): Promise<void>
}

/** How much of a text a kill may take along. */
const keepEveryMs = 3000
/** Where hundreds are written at once they are kept less often: texts kept a second, by one process. */
const keptPerSecond = 60
const sweepEveryMs = 30_000
const sweepAtOnce = 100

type Tokens = { input: number | null; output: number | null }

export function createWriting(dependencies: Dependencies) {
  const { db, hotWrite, gate, plans, reports, models, signals, threads, log, enqueueScore } = dependencies
  const atWork = new Set<Promise<unknown>>()
  /** Generations of this process: alive, however late their lease is renewed. */
  const here = new Set<string>()
  const gapMs = () => gapWith(here.size)
  const keepGapMs = () => Math.max(keepEveryMs, (here.size * 1000) / keptPerSecond)
  const track = <T>(work: Promise<T>): Promise<T> => {
    atWork.add(work)
    void work.then(
      () => atWork.delete(work),
      () => atWork.delete(work),
    )
    return work
  }

  return {
    /** Who calls and what `begin` needs to know, in one query. Null: a token of nobody. */
    async arrive(tokenHash: Buffer, id: string) {
      const arrived = await findArrival(gate, tokenHash, id)
      return arrived && { ...arrived, workspaceId: arrived.found?.row.workspace_id ?? null }
    },

    /**
     * Takes a unit and answers what fills the stream.
     * @param found what `arrive` found, where it was asked
     * @throws AppError limit_…, conflict (someone is writing it), invalid_input
     */
    async begin(
      userId: string,
      place: Place,
      input: { section?: number; instruction?: string; mode: 'write' | 'continue' },
      found: Arrival | null = null,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const row = found?.row ?? (await findDocument(db, place)) ?? missing()
      const model = found
        ? models.pick(place.workspaceId, found.ownModel, row.model)
        : await models.choose(place.workspaceId, row.model)
      const context = await getContext({ db, reports }, row)
      const { job, texts } = await plan({ context, contentMd: row.content_md, asked: input, builtin: model === null })
      if (job.before.length + job.after.length + minRoom > maxContentLength) throw tooLongText()
      const kind = input.section !== undefined ? 'section' : input.mode === 'continue' ? 'continue' : 'document'
      // The first question is put together while the database takes the unit.
      const [started, firstPrompt] = await Promise.all([
        startGeneration({ db, hotWrite, plans }, { userId, place, kind, model, version: row.version }),
        (async () => (model ? getPrompt(job, 0, job.before, 0) : null))(),
      ])
      signals.publish('document', place.id)
      return (send, signal) => {
        here.add(started.id)
        return track(write({ place, row, job, texts, model, firstPrompt, ...started }, send, signal)).finally(() =>
          here.delete(started.id),
        )
      }
    },

    /** Closes generations whose process died; each is closed by one process. */
    async sweep(): Promise<void> {
      const closed = await db.transaction().execute(async (tx) => {
        const abandoned = await lockAbandonedOfAllWorkspaces(tx, [...here], sweepAtOnce)
        for (const one of abandoned) {
          const place = { workspaceId: one.workspace_id, id: one.document_id }
          const brought = one.characters > 0
          await endGeneration(tx, place, one.id, {
            status: brought ? 'cut' : 'failed',
            inputTokens: null,
            outputTokens: null,
            progress: one.progress,
            characters: one.characters,
            error: interrupted,
            unitsReturned: !brought,
          })
          if (!brought)
            await plans.refund(tx, {
              userId: one.payer_id,
              tool: 'ai',
              amount: one.units,
              periodStart: one.units_period,
            })
          if (one.kind === 'more' || one.kind === 'edit') continue
          const row = await lockDocument(tx, place)
          if (!row) continue
          if (brought) await keepPart(tx, row, row.outline, { status: 'partial', error: interrupted })
          else await setState(tx, place, { status: restStatus(row), error: interrupted })
        }
        return abandoned
      })
      for (const one of closed) signals.publish('document', one.document_id)
    },

    /** Looks for them now and then. `alone`: no other process uses this database, so whatever is open died with the last one. */
    async watch({ alone }: { alone: boolean }): Promise<() => void> {
      if (alone) await endLeasesOfAllWorkspaces(db)
      const sweep = () => this.sweep().catch((err) => log.warn({ err }, 'Interrupted generations could not be closed'))
      await sweep()
      const timer = setInterval(sweep, sweepEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    /** Before a workspace or a document goes: units of what brought nothing go back. Answers what to do once that is committed. */
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

    /** Until what is being kept is kept: before the database closes. */
    async settle() {
      await Promise.allSettled([...atWork])
    },
  }

  /** Pages are long: with some, the plan is made in a thread. */
  async function plan(task: JobTask): Promise<{ job: WritingJob; texts: BuiltinTexts | null }> {
    const inline = !task.builtin && task.context.pages.length === 0
    const answer = inline
      ? { job: writingJob(task.context, task.contentMd, task.asked, false), texts: null }
      : await threads.run<JobAnswer>(new URL('./plan-thread.ts', import.meta.url), task, { pool: 'texts' })
    return { job: { ...answer.job, context: task.context }, texts: answer.texts }
  }

  async function write(work: Work, send: SendEvent, readerGone: AbortSignal): Promise<void> {
    const { place, job, model } = work
    const deltas = createDeltaSender(send, gapMs)
    const lost = new AbortController()
    const signal = AbortSignal.any([readerGone, lost.signal])
    const state = {
      made: '',
      citations: new Map<number, Citation>(),
      tokens: { input: 0, output: 0 } as Tokens,
      wrote: model ? { provider: model.provider, model: model.model } : { provider: 'builtin', model: 'builtin' },
      progress: 0,
    }
    /** Counted line by line: the whole again each time would cost more the longer it gets. */
    const counted = { upTo: 0, words: 0 }
    const wordsAfter = countWords(job.after)
    let keeping = Promise.resolve()
    let over = false
    // One at a time: where the database is slow, waiting ones would hold more and more.
    const keepOn = () => {
      keeping = track(keep())
        .catch((err) => log.warn({ err, document: place.id }, 'Generation progress could not be saved'))
        .finally(() => {
          if (!over) keeper = setTimeout(keepOn, keepGapMs())
        })
    }
    let keeper = setTimeout(keepOn, keepGapMs())
    let failure: unknown = null
    try {
      await produce()
    } catch (error) {
      failure = error
    } finally {
      over = true
      clearTimeout(keeper)
    }
    await keeping
    const ended = await finish()
    if (failure && readerGone.aborted) {
      deltas.drop()
      return
    }
    if (failure) throw toAppError(failure)
    if (!ended) throw generationClosed()
    await send('usage', { input_tokens: state.tokens.input, output_tokens: state.tokens.output })
    await send('done', { _id: place.id, ...ended })

    async function produce() {
      let said = false
      const sayStart = async () => {
        if (said) return
        said = true
        await deltas.send('start', state.wrote)
      }
      if (!model) await sayStart()
      // Titles and remarks on what is missing are no text: nothing is stored for them and nothing is charged.
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
        /** Between the text so far and a step that goes on in the middle of it. */
        let joint = ''
        let open = false
        const begin = async () => {
          if (open) return
          open = true
          await sayStart()
          if (step.heading && opening !== '')
            await deltas.send('section', { index: step.outlineIndex ?? step.index, text: step.heading.text })
          await add(continues ? joint : gapBefore(written()) + opening)
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
     * The writer's words for one step, whoever writes. A model that ran out of room is asked to go on.
     * @param join takes the gap between the text so far and a step that continues it, before its first words
     */
    async function* pieces(at: number, join: (gap: string) => void): AsyncGenerator<string> {
      if (!model) {
        for (const piece of work.texts!.pieces[at]!) {
          if (signal.aborted) throw signal.reason
          yield piece
        }
        return
      }
      /** As the model wrote it, white space at its end included, which the section holds back. */
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
      const open = await keepWriting(
        hotWrite,
        place,
        work.id,
        reached,
        text === null ? null : { text, words: wordsSoFar() },
      )
      if (!open) lost.abort(generationClosed())
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

    /** Writes down how it ended. Null: the document or the generation is gone. */
    async function finish() {
      const brought = state.made.trim() !== ''
      const error = failure ? getSentence(failure, readerGone.aborted) : null
      if (failure && !readerGone.aborted)
        log.warn(
          {
            err: failure,
            document: place.id,
            provider: state.wrote.provider,
            model: state.wrote.model,
            kept: state.made.length,
          },
          'Generation ended early',
        )
      const ended: Ended = {
        status: failure ? (brought ? 'cut' : 'failed') : 'done',
        ...state.wrote,
        inputTokens: state.tokens.input,
        outputTokens: state.tokens.output,
        progress: state.progress,
        characters: state.made.length,
        error,
        unitsReturned: !brought,
      }
      const provenance: Provenance = { ...state.wrote, prompt_version: promptVersion }
      const result = await db.transaction().execute(async (tx) => {
        const row = await lockDocument(tx, place)
        if (!row || !(await endGeneration(tx, place, work.id, ended))) return null
        if (!brought) {
          await plans.refund(tx, work.reservation)
          await setState(tx, place, { status: restStatus(work.row), error })
          return null
        }
        const contentMd = whole()
        const kept = { ...row, content_md: contentMd, citations: [...row.citations, ...state.citations.values()] }
        return keepPart(tx, kept, job.outline, { status: failure ? 'partial' : 'done', error, provenance })
      })
      signals.publish('document', place.id)
      return result
    }
  }

  /** Makes what was written the document's next version. */
  async function keepPart(tx: Db, row: DocumentRow, plan: Heading[], state: State) {
    const place = { workspaceId: row.workspace_id, id: row.id }
    const headings = getHeadings(row.content_md)
    const content: Content = {
      title: row.title,
      contentMd: row.content_md,
      wordCount: countWords(row.content_md),
      outline: outlineWith(plan, headings),
      citations: keptCitations(row.citations),
    }
    const made = { cause: 'generation', by: null, score: row.score, state } as const
    const version = (await saveVersion(tx, place, row.version, content, made))!
    await enqueueScore(tx, place)
    return { words: content.wordCount, version }
  }
}

/** What a model is asked for a step; from the second round on, to go on where it ran out of room. */
function getPrompt(job: WritingJob, at: number, writtenTail: string, round: number): Prompt {
  const { step, continues } = job.steps[at]!
  const { instruction } = job
  const ask = continues || round > 0 ? promptForContinue : promptFor
  return ask(job.context, step, { writtenTail, instruction })
}

type Work = Started & {
  place: Place
  row: DocumentRow
  job: WritingJob
  /** What the built-in writer wrote. */
  texts: BuiltinTexts | null
  model: LanguageModel | null
  /** Null for the built-in writer. */
  firstPrompt: Prompt | null
}

/** Nothing is begun in a document with less room than this. */
const minRoom = 100
/** Characters between what is written and what stands after it. */
const betweenParts = 2

/** A step's answer that hit the limit of tokens is continued so often at most. */
const maxRounds = 3

const generationClosed = () =>
  new AppError('conflict', 'This generation was closed in the meantime. Reload the document.', {
    reason: 'generation_closed',
  })

const interrupted = 'The server stopped while writing. The text so far was saved.'

/** Where a document stands after a generation that brought nothing. */
const restStatus = (row: DocumentRow) => (row.content_md.trim() === '' ? 'failed' : 'done')

function getSentence(failure: unknown, readerGone: boolean): string {
  if (readerGone) return 'Writing was stopped. The text so far was saved.'
  const refusal = toAppError(failure)
  return refusal instanceof AppError ? refusal.message : 'Something went wrong on our side. The text so far was saved.'
}
