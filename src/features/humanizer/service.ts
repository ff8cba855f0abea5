import { randomUUIDv7 } from 'node:crypto'
import type { Voices } from '#features/ai-content/brand-voices.ts'
import { countWords } from '#features/ai-content/markdown-text.ts'
import { toAppError } from '#features/ai-content/model-errors.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { Models } from '#features/ai-content/workspace-model.ts'
import type { Plans, Reservation } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import {
  type Facts,
  maxTextLength,
  type Run,
  retentionDays,
  type Sentence,
  type Strength,
  type TextReading,
} from './contract.ts'
import { planRewriting, type RewriteOptions, type RewritePlan } from './rewrite-plan.ts'
import { rewritePromptVersion } from './rewrite-prompt.ts'
import { checkFacts, rewriteText } from './rewrite-text.ts'
import {
  closeAbandonedOfAllWorkspaces,
  deleteOldRunsOfAllWorkspaces,
  deleteRun,
  endAllRuns,
  endLeasesOfAllWorkspaces,
  endRun,
  findRun,
  findRuns,
  insertRun,
  locateRun,
  type RunRef,
  saveProgress,
} from './store.ts'
import { type Reading, readSignals, threshold } from './style-signals.ts'
import { detectLanguage } from './text-language.ts'

/**
 * A run lasts as long as its stream and works in the process that serves it. Sentences are saved every few seconds and when the
 * stream ends; the unit is refunded when no sentence changed. If the process dies, another process notices the expired lease
 * and closes the run with the saved sentences.
 */

export type Humanizer = ReturnType<typeof createHumanizer>

type Dependencies = {
  db: Database
  plans: Plans
  models: Models
  documents: Documents
  voices: Voices
  log: Log
}

type Input = {
  text: string
  strength: Strength
  tone?: string
  language?: string
  freeze?: string[]
  voice_id?: string
  document_id?: string
}

const saveEveryMs = 3000
const sweepEveryMs = 30_000
const sweepAtOnce = 100
/** Rules block the event loop, so that a run yields to other streams after this long. */
const yieldEveryMs = 8

export function createHumanizer({ db, plans, models, documents, voices, log }: Dependencies) {
  const activeRuns = new Set<Promise<unknown>>()
  const track = <T>(work: Promise<T>): Promise<T> => {
    activeRuns.add(work)
    void work.then(
      () => activeRuns.delete(work),
      () => activeRuns.delete(work),
    )
    return work
  }

  return {
    locate: (workspaceIds: string[], id: string) => locateRun(db, workspaceIds, id),

    /**
     * Analyzes the text, reserves a unit and returns the function that fills the stream.
     * @throws AppError too_large (over 20,000 characters), not_found (voice or document of another workspace), limit_…
     */
    async begin(
      userId: string,
      workspaceId: string,
      input: Input,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const { text } = input
      if (text.length > maxTextLength)
        throw new AppError(
          'too_large',
          `text has ${text.length.toLocaleString('en')} characters. The maximum is ${maxTextLength.toLocaleString('en')}. Send it in parts.`,
          { field: 'text', reason: 'too_long', params: { max: maxTextLength, length: text.length } },
        )
      const [model, voice] = await Promise.all([
        models.choose(workspaceId, null),
        input.voice_id ? getVoice(workspaceId, input.voice_id) : [],
        input.document_id ? requireDocument(workspaceId, input.document_id) : null,
      ])
      const options: RewriteOptions = {
        strength: input.strength,
        tone: input.tone ?? null,
        language: input.language ?? detectLanguage(text),
        freeze: input.freeze ?? [],
        voice,
      }
      const before = readSignals(text, options.language)
      const plan = planRewriting(text, before, options, model === null)
      const ref = { workspaceId, id: randomUUIDv7() }
      const reservation = await db.transaction().execute(async (tx) => {
        const taken = await plans.reserve(tx, workspaceId, 'humanizer', 1)
        await insertRun(tx, {
          ...ref,
          documentId: input.document_id ?? null,
          text,
          words: countWords(text),
          strength: options.strength,
          tone: options.tone,
          language: options.language,
          freeze: options.freeze,
          voiceId: input.voice_id ?? null,
          provider: model?.provider ?? 'builtin',
          model: model?.model ?? 'builtin',
          promptVersion: rewritePromptVersion,
          before: present(before),
          notice: plan.notice,
          payerId: taken.userId,
          units: taken.amount,
          unitsPeriod: taken.periodStart,
          startedBy: userId,
        })
        return taken
      })
      const work: Work = { ref, reservation, text, before, plan, options, model }
      return (send, signal) => track(rewrite(work, send, signal))
    },

    async find(workspaceId: string, paging: { page: number; limit: number }) {
      return { ...(await findRuns(db, workspaceId, paging)), ...paging }
    },

    async single(ref: RunRef): Promise<Run> {
      return (await findRun(db, ref)) ?? missing()
    },

    /** Deletes a run and stops it if it's still running. */
    async delete(ref: RunRef) {
      await db.transaction().execute(async (tx) => {
        const deleted = (await deleteRun(tx, ref)) ?? missing()
        if (deleted.status === 'running' && deleted.changed === 0) await plans.refund(tx, getReservation(deleted))
      })
    },

    /** Applies retention: deletes runs older than `retentionDays`. */
    deleteOld: () => deleteOldRunsOfAllWorkspaces(db, retentionDays),

    /** Periodically closes runs of dead processes. `alone`: no other process uses this database. */
    async watch({ alone }: { alone: boolean }): Promise<() => void> {
      if (alone) await endLeasesOfAllWorkspaces(db)
      await warm()
      const sweep = () =>
        this.sweep().catch((err) => log.warn({ err }, 'Interrupted humanizer runs could not be closed'))
      await sweep()
      const timer = setInterval(sweep, sweepEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    /** Closes runs whose lease expired; each by one process only. */
    async sweep(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const run of await closeAbandonedOfAllWorkspaces(tx, sweepAtOnce, interrupted))
          if (run.changed === 0) await plans.refund(tx, getReservation(run))
      })
    },

    /** Ends all runs of a workspace that's being deleted and refunds runs without changes. Returns an after-commit callback. */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      for (const run of await endAllRuns(tx, workspaceId, 'The workspace was deleted.'))
        if (run.changed === 0) await plans.refund(tx, getReservation(run))
      return () => undefined
    },

    /** Waits for pending saves; for graceful shutdown, before the database closes. */
    async settle() {
      await Promise.allSettled([...activeRuns])
    },
  }

  /** Warms up: compiles patterns before the first request. */
  async function warm() {
    const text = 'Moreover, it is important to note that a name such as Ada, a day such as 3 May 2021 and 12% stay.'
    const options: RewriteOptions = { strength: 'strong', tone: null, language: 'en', freeze: ['Ada'], voice: [] }
    const reading = readSignals(text, 'en')
    for await (const { rewritten } of rewriteText(planRewriting(text, reading, options, true), options, null))
      checkFacts(text, rewritten, { language: 'en' })
  }

  async function getVoice(workspaceId: string, id: string): Promise<string[]> {
    const found = (await voices.list(workspaceId)).find(({ _id }) => _id === id)
    if (!found)
      throw new AppError('not_found', 'This workspace has no such brand voice.', {
        field: 'voice_id',
        reason: 'voice_missing',
      })
    return found.traits
  }

  async function requireDocument(workspaceId: string, id: string) {
    if (!(await documents.locate([workspaceId], id)))
      throw new AppError('not_found', 'This workspace has no such document.', {
        field: 'document_id',
        reason: 'document_missing',
      })
    return null
  }

  async function rewrite(work: Work, send: SendEvent, clientSignal: AbortSignal): Promise<void> {
    const { ref, plan, options, model, before } = work
    const closedController = new AbortController()
    const signal = AbortSignal.any([clientSignal, closedController.signal])
    const state = {
      sentences: [] as Sentence[],
      changed: 0,
      wrote: model ? { provider: model.provider, model: model.model } : { provider: 'builtin', model: 'builtin' },
      tokens: { input: null as number | null, output: null as number | null },
    }
    let saving: Promise<void> | null = null
    // One save at a time, so that a slow database doesn't pile up saves.
    const saveTimer = setInterval(() => {
      saving ??= track(save())
        .catch((err) => log.warn({ err, run: ref.id }, 'Humanizer progress could not be saved'))
        .finally(() => {
          saving = null
        })
    }, saveEveryMs)
    let failure: unknown = null
    try {
      await produce()
    } catch (error) {
      failure = error
    } finally {
      clearInterval(saveTimer)
    }
    await saving
    const result = failure ? null : getResult()
    const wasOpen = await finish(result)
    if (failure && clientSignal.aborted) return
    if (failure) throw toAppError(failure)
    if (!wasOpen) throw closed()
    await send('done', result!.done)

    async function produce() {
      await send('score', {
        before: before.score,
        _id: ref.id,
        reading: present(before),
        ...state.wrote,
        sentences: plan.units.length,
        notice: plan.notice,
      })
      const modelOptions = model && {
        model,
        signal,
        onStart: (wrote: { provider: string; model: string }) => {
          state.wrote = wrote
        },
        onUsage: ({ input, output }: { input: number | null; output: number | null }) => {
          state.tokens.input = add(state.tokens.input, input)
          state.tokens.output = add(state.tokens.output, output)
        },
      }
      let since = performance.now()
      for await (const sentence of rewriteText(plan, options, modelOptions)) {
        if (signal.aborted) throw signal.reason
        state.sentences.push(sentence)
        await send('sentence', sentence)
        // Counted after sending: a credit is used only for sentences that reached the client.
        if (!sentence.kept) state.changed++
        // Yields after the first change, so that it's sent immediately.
        if (performance.now() - since > yieldEveryMs || (state.changed === 1 && !sentence.kept)) {
          await new Promise(setImmediate)
          since = performance.now()
        }
      }
    }

    async function save() {
      if (!(await saveProgress(db, ref, state.sentences, state.changed))) closedController.abort(closed())
    }

    function getResult() {
      const text = state.sentences.map(({ rewritten }) => rewritten).join('')
      const reading = state.changed > 0 ? present(readSignals(text, options.language)) : present(before)
      const facts = checkFacts(work.text, text, options)
      const done = { text, before: before.score, after: reading.score, changed: state.changed, facts, reading }
      return { done, reading, facts }
    }

    /** Stores the result. Returns false when the run was closed or deleted in the meantime. */
    async function finish(result: { reading: TextReading; facts: Facts } | null): Promise<boolean> {
      const hasChanges = state.changed > 0
      if (failure && !clientSignal.aborted)
        log.warn({ err: failure, run: ref.id, ...state.wrote, changed: state.changed }, 'Humanizer run ended early')
      return db.transaction().execute(async (tx) => {
        const open = await endRun(tx, ref, {
          status: failure ? (hasChanges ? 'cut' : 'failed') : 'done',
          ...state.wrote,
          inputTokens: state.tokens.input,
          outputTokens: state.tokens.output,
          sentences: state.sentences,
          changed: state.changed,
          after: result?.reading ?? null,
          facts: result?.facts ?? null,
          error: failure ? getSentence(failure, clientSignal.aborted) : null,
          unitsReturned: !hasChanges,
        })
        if (open && !hasChanges) await plans.refund(tx, work.reservation)
        return open
      })
    }
  }
}

type Work = {
  ref: RunRef
  reservation: Reservation
  text: string
  before: Reading
  plan: RewritePlan
  options: RewriteOptions
  model: LanguageModel | null
}

const present = ({ score, verdict, signals, words, note }: Reading): TextReading => ({
  score,
  verdict,
  threshold,
  signals,
  words,
  note,
})

const getReservation = (run: { payer_id: string; units: number; units_period: Date }): Reservation => ({
  userId: run.payer_id,
  tool: 'humanizer',
  amount: run.units,
  periodStart: run.units_period,
})

/** Sums token counts; null while the vendor reported none. */
const add = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more)

const interrupted = 'The server stopped during this run. The sentences so far were saved.'

const closed = () =>
  new AppError('conflict', 'This run was closed or deleted in the meantime. Start again.', { reason: 'run_closed' })

const missing = (): never => {
  throw new AppError('not_found', 'This run doesn’t exist, or it’s in a workspace you’re not a member of.', {
    reason: 'run_missing',
  })
}

function getSentence(failure: unknown, clientSignal: boolean): string {
  if (clientSignal) return 'This run was stopped early. The sentences so far were saved.'
  const refusal = toAppError(failure)
  return refusal instanceof AppError
    ? refusal.message
    : 'Something went wrong on our side. The sentences so far were saved.'
}
