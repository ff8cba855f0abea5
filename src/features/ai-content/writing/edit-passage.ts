import type { Plans } from '#features/plans/service.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Log } from '#platform/log.ts'
import { cutAt } from '#platform/sanitize-text.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { type EditAction, maxContentLength } from '../contract.ts'
import { missing } from '../get-document.ts'
import { builtinEdit } from '../rules/builtin-writer/builtin-writer.ts'
import {
  createSectionStream,
  type SectionPiece,
  type SectionStream,
} from '../rules/generation/citations/citation-stream.ts'
import { findLinkKeys } from '../rules/generation/citations/read-link.ts'
import { isClosing, withoutIntroduction } from '../rules/generation/cleaning/chatter-phrases.ts'
import { getDeltaGap } from '../rules/generation/cleaning/delta-gap.ts'
import { type ChatterFilter, createChatterFilter } from '../rules/generation/cleaning/model-chatter.ts'
import { isEnding } from '../rules/generation/cleaning/text-ending.ts'
import { readLabel } from '../rules/generation/cleaning/text-label.ts'
import { readWrapper } from '../rules/generation/cleaning/text-wrapper.ts'
import { planWriting } from '../rules/generation/plan-generation.ts'
import { type Prompt, promptForEdit, promptForVariation } from '../rules/generation/prompts.ts'
import { templates } from '../rules/templates/templates.ts'
import { findDocument } from '../store/store.ts'
import { getContext } from './generation-sources.ts'
import { getBriefLinks } from './produce-text.ts'
import { type EditOutput, runPassage } from './run-passage.ts'
import { startGenerations, tooLongText } from './start-generation.ts'
import type { Models } from './workspace-model.ts'

/** Generates text for passages and variations. The document itself never changes. */

export type Passages = ReturnType<typeof createPassages>

type EditInput = {
  action: EditAction
  text: string
  before?: string
  after?: string
  instruction?: string
  language?: string
}

/** Variations are requested concurrently, so each gets its own opening. */
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
  const running = { db, plans, log }

  return {
    /** Reserves a unit and returns the function that fills the stream. @throws AppError limit_…, invalid_input */
    async beginEdit(
      userId: string,
      ref: ResourceRef,
      input: EditInput,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const row = (await findDocument(db, ref)) ?? missing()
      if (input.action === 'translate' && !input.language)
        throw new AppError('invalid_input', 'language is missing. Choose a target language.', {
          field: 'language',
          reason: 'missing',
        })
      const model = await models.choose(ref.workspaceId, row.model)
      const { voice } = await getContext({ db, reports }, { ...row, report_id: null })
      // An action only a model can do is rejected before a unit is reserved.
      const edited = model ? null : builtinEdit(input.action, input.text, row.briefing.language)
      const prompt = promptForEdit({ ...input, language: input.language ?? row.briefing.language, voice })
      const [started] = await startGenerations({ db, plans }, { userId, ref, kind: 'edit', model, count: 1 })
      return async (send, signal) => {
        const { text, links } = await runPassage(
          running,
          ref,
          started!,
          { model, original: input.action === 'sentence' ? null : input.text },
          async (output) => {
            if (edited !== null) {
              await send('start', { provider: 'builtin', model: 'builtin' })
              output.text = edited
              await send('delta', { text: edited })
            } else
              await ask(model!, prompt, signal, output, createPassageFilters(input), {
                start: (wrote) => send('start', wrote),
                text: (piece) => send('delta', { text: piece }),
                thinking: (seconds) => send('thinking', { seconds }),
              })
            await send('usage', { input_tokens: output.inputTokens, output_tokens: output.outputTokens })
          },
        )
        await send('done', { text, links })
      }
    },

    /** Returns the variations that succeeded, for an article of its opening; failed ones are refunded. @throws AppError when none did */
    async more(
      userId: string,
      ref: ResourceRef,
      count: number,
      storeResponse: StoreResponse,
      signal: AbortSignal,
    ): Promise<{ outputs: Variation[] }> {
      const row = (await findDocument(db, ref)) ?? missing()
      const model = await models.choose(ref.workspaceId, row.model)
      if (!model)
        throw new AppError(
          'unavailable',
          'The built-in writer writes one text per brief. Set up an AI model to get variations.',
          { retryable: false, reason: 'variations_need_model' },
        )
      const context = await getContext({ db, reports }, row)
      const step = planWriting(context)[0]!
      // For an article only the opening is varied: its sections can be rewritten one by one.
      const whole = templates[row.template].shape === 'single'
      const existing = (whole ? row.content_md : (row.content_md.split(/^##\s/m)[0] ?? '')).trim()
      const started = await startGenerations({ db, plans }, { userId, ref, kind: 'more', model, count })
      const results = await Promise.allSettled(
        started.map(async (each, at) => {
          const prompt = promptForVariation(context, step, {
            previous: existing ? [existing] : [],
            instruction: approaches[at % approaches.length],
          })
          const { text, links } = await runPassage(running, ref, each, { model }, (output) =>
            ask(model, prompt, signal, output, {
              chatter: createChatterFilter({ keepsClosing: row.template === 'email' }),
              section: createSectionStream({
                kind: step.kind,
                language: context.briefing.language,
                pages: context.pages,
                passages: step.passages,
                heading: null,
                links: getBriefLinks(context),
                cites: templates[row.template].cited,
              }),
            }),
          )
          return { _id: each.id, text, links }
        }),
      )
      const outputs = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      if (outputs.length === 0) throw (results[0] as PromiseRejectedResult).reason
      const answer = { outputs }
      await db.transaction().execute((tx) => storeResponse(tx, answer))
      return answer
    },
  }
}

const maxListedLinks = 100

/** Passages are short and rarely requested concurrently. */
const gapMs = () => getDeltaGap(1)

type Variation = { _id: string; text: string; links: EditOutput['links'] }

async function ask(
  model: LanguageModel,
  prompt: Prompt,
  signal: AbortSignal,
  output: EditOutput,
  filters: PassageFilters | null,
  on: {
    start?(wrote: { provider: string; model: string }): Promise<void>
    text?(piece: string): Promise<void>
    thinking?(seconds: number): Promise<void>
  } = {},
) {
  const { chatter, section } = filters ?? { chatter: null, section: null }
  const take = async (piece: SectionPiece) => {
    for (const removed of piece.removed)
      if (removed.kind === 'link' && output.links.length < maxListedLinks)
        output.links.push({ text: removed.text, url: removed.url })
    await write(piece.text)
  }
  const add = async (cleaned: string) => (section ? take(section.push(cleaned)) : write(cleaned))
  const write = async (cleaned: string) => {
    const text = cutAt(cleaned, maxContentLength - output.text.length)
    output.text += text
    if (text !== '') await on.text?.(text)
    if (text.length < cleaned.length) throw tooLongText()
  }
  chatter?.begin()
  for await (const event of model.stream({ ...prompt, signal, gapMs })) {
    if (event.kind === 'text') {
      await add(chatter ? chatter.push(event.text) : event.text)
      if (chatter?.isLooping) break
    } else if (event.kind === 'start') {
      output.wrote = { provider: event.provider, model: event.model }
      await on.start?.(output.wrote)
    } else if (event.kind === 'thinking') await on.thinking?.(event.seconds)
    else if (event.kind === 'usage') {
      output.inputTokens = event.inputTokens
      output.outputTokens = event.outputTokens
    }
  }
  if (chatter) await add(chatter.end(false))
  if (section) await take(section.end())
}

type PassageFilters = { chatter: ChatterFilter; section: SectionStream }

/**
 * Cleans a new passage: what the model says around it, marks and links that the text around it doesn't have. Null if the
 * passage itself is code, or starts like an introduction or a wrapper.
 */
function createPassageFilters({ text, before = '', after = '', instruction = '' }: EditInput): PassageFilters | null {
  const [first = '', ...others] = text.trim().split('\n')
  if (/^(?:```|~~~)/.test(first) || withoutIntroduction(first) !== first) return null
  if (readWrapper(text.trim(), true) || readLabel(text.trim(), true)) return null
  return {
    chatter: createChatterFilter({
      keepsClosing: [first, ...others].some((line) => isClosing(line) || isEnding(line.trim(), '', [])),
    }),
    section: createSectionStream({
      pages: [],
      heading: null,
      links: [text, before, after, instruction].flatMap(findLinkKeys),
      ownMarks: new Set([...text.matchAll(/\[\^(\d{1,3})\]/g)].map((match) => Number(match[1]))),
    }),
  }
}
