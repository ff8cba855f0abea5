import { toAppError } from '#features/ai-content/rules/generation/model-errors.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Facts, Sentence, TextReading } from './contract.ts'
import { rewriteOffLoop } from './rewrite-off-loop.ts'
import { closed, getEndError } from './run-errors.ts'
import { presentReading, type StartedRun } from './start-run.ts'
import { endRun, saveProgress } from './store/store.ts'

type Dependencies = {
  db: Database
  plans: Plans
  log: Log
  runs: LeasedRuns
  threads: Threads
}

const saveEveryMs = 3000
/** Sentences that are ready at once are sent in a row, so that a run yields to other streams after this long. */
const yieldEveryMs = 8

export function createRunStream({ db, plans, log, threads, runs }: Dependencies) {
  /** Sends the rewritten sentences as they come, saves them, and settles the run's credit at the end. */
  return async function streamRun(run: StartedRun, send: SendEvent, clientSignal: AbortSignal): Promise<void> {
    const { ref, plan, options, model, before, rules } = run
    const closedController = new AbortController()
    const signal = AbortSignal.any([clientSignal, closedController.signal])
    const state = {
      sentences: [] as Sentence[],
      changed: 0,
      wrote: model ? { provider: model.provider, model: model.model } : { provider: 'builtin', model: 'builtin' },
      tokens: { input: null as number | null, output: null as number | null },
    }
    const heartbeat = runs.startHeartbeat({
      save: () => saveProgress(db, ref, state.sentences, state.changed),
      getGapMs: () => saveEveryMs,
      onLost: () => closedController.abort(closed()),
    })
    let failure: unknown = null
    try {
      await rewrite()
    } catch (error) {
      failure = error
    }
    await heartbeat.stop()
    const result = failure ? null : getResult()
    const wasOpen = await finish(result)
    if (failure && clientSignal.aborted) return
    if (failure) throw toAppError(failure)
    if (!wasOpen) throw closed()
    await send('done', result!.done)

    async function rewrite() {
      await send('score', {
        before: before.score,
        _id: ref.id,
        reading: presentReading(rules, before),
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
      const sentences = modelOptions
        ? rules.rewriteByModel(plan, options, modelOptions)
        : rewriteOffLoop(threads, { plan, options }, { workspaceId: ref.workspaceId, signal })
      for await (const sentence of sentences) {
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

    function getResult() {
      const text = state.sentences.map(({ rewritten }) => rewritten).join('')
      const reading = presentReading(rules, state.changed > 0 ? rules.readSignals(text, options.language) : before)
      const facts = rules.checkFacts(state.sentences, options)
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
          error: failure ? getEndError(failure, clientSignal) : null,
          unitsReturned: !hasChanges,
        })
        if (open && !hasChanges) await plans.refund(tx, run.reservation)
        return open
      })
    }
  }
}

/** Sums token counts; null while the vendor reported none. */
const add = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more)
