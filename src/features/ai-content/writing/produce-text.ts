import { AppError } from '#kit/errors.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import {
  createSectionStream,
  type SectionPiece,
  type SectionStream,
} from '../rules/generation/citations/citation-stream.ts'
import { findLinkKeys } from '../rules/generation/citations/read-link.ts'
import {
  type Continuation,
  createContinuationReader,
  isInFence,
} from '../rules/generation/cleaning/join-continuation.ts'
import { type ChatterFilter, createChatterFilter } from '../rules/generation/cleaning/model-chatter.ts'
import { getOpening, type WritingContext } from '../rules/generation/generation-context.ts'
import { getBlockGap, type WritingJob } from '../rules/generation/generation-plan.ts'
import { type Prompt, promptFor, promptForContinue } from '../rules/generation/prompts.ts'
import { templates } from '../rules/templates/templates.ts'
import type { GeneratedText } from './generated-text.ts'
import type { BuiltinTexts } from './plan-thread.ts'
import { nothingWritten, tooLongText } from './start-generation.ts'

/** What to write, and what writes it. */
export type WritingTask = {
  job: WritingJob
  /** Output of the built-in writer. */
  texts: BuiltinTexts | null
  model: LanguageModel | null
  /** Null for the built-in writer. */
  firstPrompt: Prompt | null
}

export type Production = {
  task: WritingTask
  text: GeneratedText
  send: SendEvent
  signal: AbortSignal
  /** Milliseconds a model's deltas are collected before they are passed on. */
  gapMs(): number
}

/** How often a step that hits the token limit is continued. */
const maxRounds = 3

/**
 * Writes all steps into `text` and streams them.
 * @throws AppError unavailable or upstream_failed (nothing to write), too_large (the text reached its limit)
 */
export async function produceText(production: Production): Promise<void> {
  const { task, text, send } = production
  const { job, model } = task
  let isStarted = false
  const sendStart = async () => {
    if (isStarted) return
    isStarted = true
    await send('start', text.wrote)
  }
  if (!model) await sendStart()
  refuseNothing(task)
  for (const at of job.steps.keys()) {
    await produceStep(production, at, sendStart)
    text.progress = (at + 1) / job.steps.length
  }
  if (text.made.trim() === '') throw nothingWritten()
}

/** Titles and notes alone aren't a text: they aren't stored, and the unit is refunded. @throws AppError unavailable */
export function refuseNothing({ texts }: WritingTask): void {
  if (!texts?.nothing) return
  const { reason, message } = texts.nothing
  throw new AppError('unavailable', message, { retryable: false, reason })
}

/** Writes one step into `text` and streams it. */
export async function produceStep(production: Production, at: number, sendStart: () => Promise<void>): Promise<void> {
  const { task, text, send } = production
  const { step, continues } = task.job.steps[at]!
  const opening = continues ? '' : getOpening(step)
  const section = openSection(task, at)
  /** The gap between the text so far and a step that continues it. */
  let joint = ''
  let isOpen = false
  const add = async (added: string) => {
    const part = text.append(added)
    if (part !== '') await send('delta', { text: part })
    if (part.length < added.length) throw tooLongText()
  }
  const begin = async () => {
    if (isOpen) return
    isOpen = true
    await sendStart()
    if (step.heading && opening !== '')
      await send('section', { index: step.outlineIndex ?? step.index, text: step.heading.text })
    await add(continues ? joint : getBlockGap(text.written()) + opening)
  }
  const take = async (piece: SectionPiece) => {
    if (piece.text !== '') {
      await begin()
      await add(piece.text)
    }
    text.removed.push(...piece.removed)
    for (const citation of piece.citations) {
      if (text.citations.has(citation.n)) continue
      text.citations.set(citation.n, citation)
      await send('citation', citation)
    }
  }
  const join = (gap: string) => {
    joint = gap
  }
  const filter = createChatterFilter({
    keepsClosing: task.job.context.template === 'email',
    startsInFence: continues && isInFence(task.job.before),
    continues,
  })
  for await (const piece of getPieces(production, at, filter, join)) await take(section.push(piece))
  await take(section.end())
  text.addNotes(filter.notes())
}

function openSection({ job, model }: WritingTask, at: number): SectionStream {
  const { step, continues } = job.steps[at]!
  return createSectionStream({
    kind: step.kind,
    language: job.context.briefing.language,
    pages: job.context.pages,
    // The built-in writer reads all pages, a model only what it got.
    passages: model ? step.passages : [],
    heading: step.heading,
    links: model ? getGivenLinks(job) : [],
    isTrusted: model === null,
    cites: templates[job.context.template].cited,
    startsInFence: continues && isInFence(job.before),
  })
}

/** The addresses that the user gave: in the brief, the instruction and the text so far. */
const getGivenLinks = ({ context, instruction, before, after }: WritingJob) => [
  ...getBriefLinks(context),
  ...[instruction, before, after].flatMap((text) => findLinkKeys(text ?? '')),
]

/** The addresses that the user gave in the brief. */
export const getBriefLinks = ({ briefing }: WritingContext) =>
  [briefing.text, briefing.instructions, ...(briefing.links ?? []).map(({ url }) => url)].flatMap((text) =>
    findLinkKeys(text ?? ''),
  )

/**
 * Yields a step's text from the model or the built-in writer. A model that hits its token limit is asked to continue.
 * @param filter cleans the model's text
 * @param join gets the gap between the text so far and a step that continues it, before its first words
 */
async function* getPieces(
  production: Production,
  at: number,
  filter: ChatterFilter,
  join: (gap: string) => void,
): AsyncGenerator<string> {
  const { task, text, send, signal, gapMs } = production
  const { job, model } = task
  if (!model) {
    for (const piece of task.texts!.pieces[at]!) {
      if (signal.aborted) throw signal.reason
      yield piece
    }
    return
  }
  /** The model's raw text, including trailing white space that the section stream holds back. */
  let raw = job.steps[at]!.continues ? job.before : ''
  for (let round = 0; round < maxRounds; round++) {
    const isFirst = at === 0 && round === 0
    const prompt = isFirst ? task.firstPrompt! : getPrompt(job, at, text.written(), round)
    const reader = raw === '' ? null : createContinuationReader(raw, job.steps[at]!.step.heading?.text)
    const joined = (found: Continuation | null): string => {
      if (!found) return ''
      const isStep = round === 0
      if (isStep) join(found.gap)
      return isStep ? found.text : found.gap + found.text
    }
    const toNext = (cleaned: string) => (reader && cleaned !== '' ? joined(reader.push(cleaned)) : cleaned)
    let reason = 'stop'
    filter.begin()
    for await (const event of model.stream({ ...prompt, signal, gapMs })) {
      if (event.kind === 'text') {
        const next = toNext(filter.push(event.text))
        raw += next
        if (next !== '') yield next
        if (filter.isLooping) break
      } else if (event.kind === 'start') text.wrote = { provider: event.provider, model: event.model }
      else if (event.kind === 'usage') text.countTokens(event.inputTokens, event.outputTokens, event.cachedTokens)
      else if (event.kind === 'thinking') await send('thinking', { seconds: event.seconds })
      else reason = event.reason
    }
    // The tokens of an answer that was stopped aren't known.
    if (filter.isLooping) text.countTokens(null, null)
    const rest = toNext(filter.end(reason === 'length')) + (reader ? joined(reader.end()) : '')
    raw += rest
    if (rest !== '') yield rest
    if (reason !== 'length') return
  }
}

/** Returns the prompt of a step. From the second round on, it asks to continue where the token limit cut the text. */
export function getPrompt(job: WritingJob, at: number, writtenTail: string, round: number): Prompt {
  const { step, continues } = job.steps[at]!
  const { instruction } = job
  const ask = continues || round > 0 ? promptForContinue : promptFor
  return ask(job.context, step, { writtenTail, instruction })
}
