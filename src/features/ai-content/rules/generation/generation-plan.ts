import type { Heading } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import { findSection, headingKey } from '../markdown-text.ts'
import type { WritingContext, WritingStep } from './generation-context.ts'
import { getEffectiveOutline, planContinuation, planSection, planWriting } from './plan-generation.ts'

/** What one generation writes, and the document's text before and after it. */
export type WritingJob = {
  context: WritingContext
  /** `continues`: starts in the middle of a section or sentence. */
  steps: { step: WritingStep; continues: boolean }[]
  before: string
  after: string
  instruction: string | undefined
  /** The effective outline: the user's own, or the one made from the report. */
  outline: Heading[]
}

export type GenerationRequest = { section?: number; instruction?: string; mode: 'write' | 'continue' }

/** Each step is a model call, and all steps cost one unit. An outline of 200 headings and 10,000 words has fewer. */
const maxSteps = 250

/**
 * @param builtin whether the built-in writer is used; it can't continue inside a section and starts with the next one
 * @throws AppError invalid_input (no such section, or too many of them), conflict (nothing is left to write)
 */
export function createWritingJob(
  context: WritingContext,
  contentMd: string,
  request: GenerationRequest,
  builtin: boolean,
): WritingJob {
  const job = toWritingJob(context, contentMd, request, builtin)
  if (job.steps.length > maxSteps)
    throw new AppError(
      'invalid_input',
      `outline has too many headings for one generation: ${job.steps.length} parts, maximum ${maxSteps}. Remove some or write section by section.`,
      { field: 'outline', reason: 'too_many_parts', params: { parts: job.steps.length, max: maxSteps } },
    )
  return job
}

function toWritingJob(
  context: WritingContext,
  contentMd: string,
  request: GenerationRequest,
  builtin: boolean,
): WritingJob {
  const { section, instruction } = request
  const outline = getEffectiveOutline(context)
  const whole = (steps: WritingStep[]) => steps.map((step) => ({ step, continues: false }))
  if (section !== undefined) {
    const steps = planSection(context, section)
    if (steps.length === 0)
      throw new AppError(
        'invalid_input',
        `section must be the index of an outline heading. The outline has ${outline.length}.`,
        { field: 'section', reason: 'section_missing' },
      )
    const range = findSection(contentMd, outline, section)
    const [before, after] = range
      ? [contentMd.slice(0, range.start).trimEnd(), contentMd.slice(range.end).trim()]
      : [contentMd.trimEnd(), '']
    return { context, instruction, outline, steps: whole(steps), before, after }
  }
  if (request.mode === 'continue' && contentMd.trim() !== '') {
    const { current, rest } = planContinuation(context, contentMd)
    const steps = [...(builtin ? [] : [{ step: current, continues: true }]), ...whole(rest)]
    if (steps.length === 0)
      throw new AppError('conflict', 'Every section of the outline is written. Add a heading or rewrite a section.', {
        reason: 'outline_complete',
      })
    return { context, instruction, outline, steps, before: contentMd.trimEnd(), after: '' }
  }
  return { context, instruction, outline, steps: whole(planWriting(context)), before: '', after: '' }
}

/** Returns the gap between the text so far and a step that starts a new block. */
export const getBlockGap = (written: string) => (written === '' || written.endsWith('\n\n') ? '' : '\n\n')

/**
 * Merges the text's headings with planned headings it doesn't have yet. Headings that were in `before` but are no
 * longer in the text were deleted by the user.
 */
export function mergeOutline(plan: Heading[], written: Heading[], before: Heading[] = []): Heading[] {
  const removed = new Set(before.map(({ text }) => headingKey(text)))
  // A linked list keeps inserting fast: a text may have a hundred thousand headings.
  const start: Link = { heading: null, next: null }
  const byKey = new Map<string, Link>()
  let last = start
  const add = (heading: Heading, key: string) => {
    last.next = { heading, next: last.next }
    last = last.next
    if (!byKey.has(key)) byKey.set(key, last)
  }
  for (const heading of written) add(heading, headingKey(heading.text))
  last = start
  for (const heading of plan) {
    const key = headingKey(heading.text)
    const known = byKey.get(key)
    if (known) last = known
    else if (!removed.has(key)) add(heading, key)
  }
  const outline: Heading[] = []
  for (let link = start.next; link; link = link.next) outline.push(link.heading!)
  return outline
}

type Link = { heading: Heading | null; next: Link | null }
