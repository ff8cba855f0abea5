import type { Plans } from '#features/plans/service.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Log } from '#platform/log.ts'
import { cutAt } from '#platform/sanitize-text.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { builtinEdit } from './builtin-writer.ts'
import { createDeltaSender, gapWith } from './coalesce-deltas.ts'
import { type EditAction, maxContentLength } from './contract.ts'
import { getContext } from './generation-sources.ts'
import { type Ended, endGeneration } from './generation-store.ts'
import { toAppError } from './model-errors.ts'
import { planWriting } from './plan-generation.ts'
import { type Prompt, promptForEdit, promptForVariation } from './prompts.ts'
import { missing } from './service.ts'
import { nothingWritten, type Started, startGenerations, tooLongText } from './start-generation.ts'
import { findDocument, type Place } from './store.ts'
import { templates } from './templates.ts'
import type { Models } from './workspace-model.ts'

/** Texts beside the document: an edited passage, further variations. They never change the document. */

export type Passages = ReturnType<typeof createPassages>

type EditInput = {
  action: EditAction
  text: string
  before?: string
  after?: string
  instruction?: string
  language?: string
}

/** Asked at the same time, so each is told where to start. */
const approaches = [
  'Begin with what the reader gains.',
  'Begin with a question the reader has.',
  'Begin with one concrete detail.',
  'Be as short and plain as the form allows.',
  'Begin with the objection a reader may have.',
]

export function createPassages({
  db,
  plans,
  reports,
  models,
  log,
}: {
  db: Database
  plans: Plans
  reports: Reports
  models: Models
  log: Log
}) {
  return {
    /** Takes a unit and answers what fills the stream. @throws AppError limit_…, invalid_input */
    async beginEdit(
      userId: string,
      place: Place,
      input: EditInput,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const row = (await findDocument(db, place)) ?? missing()
      if (input.action === 'translate' && !input.language)
        throw new AppError('invalid_input', 'language is missing. Choose a target language.', {
          field: 'language',
          reason: 'missing',
        })
      const model = await models.choose(place.workspaceId, row.model)
      const { voice } = await getContext({ db, reports }, { ...row, report_id: null })
      // What only a model can do is refused before anything is taken.
      const edited = model ? null : builtinEdit(input.action, input.text, row.briefing.language)
      const prompt = promptForEdit({ ...input, language: input.language ?? row.briefing.language, voice })
      const [started] = await startGenerations({ db, plans }, { userId, place, kind: 'edit', model, count: 1 })
      return async (send, signal) => {
        const deltas = createDeltaSender(send, gapMs)
        const text = await bring(
          place,
          started!,
          model,
          input.action === 'sentence' ? null : input.text,
          async (made) => {
            if (edited !== null) {
              await send('start', { provider: 'builtin', model: 'builtin' })
              made.text = edited
              await deltas.add(edited)
            } else
              await ask(model!, prompt, signal, made, {
                start: (wrote) => send('start', wrote),
                text: (piece) => deltas.add(piece),
              })
            await deltas.flush()
            await send('usage', { input_tokens: made.inputTokens, output_tokens: made.outputTokens })
          },
        )
        await send('done', { text })
      }
    },

    /** As many as came, of an article its opening; units of those that did not go back. @throws AppError when none came */
    async more(
      userId: string,
      place: Place,
      count: number,
      keepAnswer: KeepAnswer,
      signal: AbortSignal,
    ): Promise<{ outputs: { _id: string; text: string }[] }> {
      const row = (await findDocument(db, place)) ?? missing()
      const model = await models.choose(place.workspaceId, row.model)
      if (!model)
        throw new AppError(
          'unavailable',
          'The built-in writer writes one text per brief. Set up an AI model to get variations.',
          { retryable: false, reason: 'variations_need_model' },
        )
      const context = await getContext({ db, reports }, row)
      const step = planWriting(context)[0]!
      // An article is varied where it begins: its sections are written again one by one.
      const whole = templates[row.template].shape === 'single'
      const existing = (whole ? row.content_md : (row.content_md.split(/^##\s/m)[0] ?? '')).trim()
      const started = await startGenerations({ db, plans }, { userId, place, kind: 'more', model, count })
      const results = await Promise.allSettled(
        started.map(async (each, at) => {
          const prompt = promptForVariation(context, step, {
            previous: existing ? [existing] : [],
            instruction: approaches[at % approaches.length],
          })
          const text = await bring(place, each, model, null, (made) => ask(model, prompt, signal, made))
          return { _id: each.id, text }
        }),
      )
      const outputs = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (outputs.length === 0) throw (results[0] as PromiseRejectedResult).reason
      const answer = { outputs }
      await db.transaction().execute((tx) => keepAnswer(tx, answer))
      return answer
    },
  }

  /** Runs one generation to its end, whatever that is: its text is kept, and its unit goes back when there is none. */
  async function bring(
    place: Place,
    { id, reservation }: Started,
    model: LanguageModel | null,
    /** What was to be changed: given back as it was, nothing was made. */
    original: string | null,
    produce: (made: Made) => Promise<void>,
  ): Promise<string> {
    const made: Made = { text: '', inputTokens: null, outputTokens: null, wrote: null }
    let failure: unknown = null
    let repeated = false
    try {
      await produce(made)
      repeated = made.text.trim() !== '' && made.text.trim() === original?.trim()
      if (repeated)
        throw new AppError(
          'upstream_failed',
          'The model returned the passage unchanged. The unit was refunded. Try again, or add an instruction.',
          { reason: 'passage_unchanged' },
        )
      if (made.text.trim() === '') throw nothingWritten()
    } catch (error) {
      failure = toAppError(error)
      log.warn(
        { err: error, document: place.id, provider: model?.provider, model: model?.model },
        'Passage edit failed',
      )
    }
    const brought = made.text.trim() !== '' && !repeated
    const ended: Ended = {
      status: failure ? (brought ? 'cut' : 'failed') : 'done',
      ...made.wrote,
      inputTokens: made.inputTokens,
      outputTokens: made.outputTokens,
      output: brought ? made.text : null,
      progress: failure ? 0 : 1,
      characters: made.text.length,
      error: failure instanceof AppError ? failure.message : failure ? 'Something went wrong on our side.' : null,
      unitsReturned: !brought,
    }
    await db.transaction().execute(async (tx) => {
      if ((await endGeneration(tx, place, id, ended)) && !brought) await plans.refund(tx, reservation)
    })
    if (failure) throw failure
    return made.text
  }
}

/** Passages are short, and few are asked for at once. */
const gapMs = () => gapWith(1)

type Made = {
  text: string
  inputTokens: number | null
  outputTokens: number | null
  wrote: { provider: string; model: string } | null
}

async function ask(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
  made: Made,
  tell: {
    start?(wrote: { provider: string; model: string }): Promise<void>
    text?(piece: string): Promise<void>
  } = {},
) {
  for await (const event of model.stream({ ...prompt, signal, gatherMs: gapMs })) {
    if (event.kind === 'text') {
      const text = cutAt(event.text, maxContentLength - made.text.length)
      made.text += text
      await tell.text?.(text)
      if (text.length < event.text.length) throw tooLongText()
    } else if (event.kind === 'start') {
      made.wrote = { provider: event.provider, model: event.model }
      await tell.start?.(made.wrote)
    } else if (event.kind === 'usage') {
      made.inputTokens = event.inputTokens
      made.outputTokens = event.outputTokens
    }
  }
}
