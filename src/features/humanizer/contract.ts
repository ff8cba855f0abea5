import { z } from 'zod'
import { signal } from '#features/ai-content/contract.ts'
import { access, endpoint, eventStream } from '#kit/endpoint.ts'
import { getPage, id, language, paging, text, timestamp } from '#kit/fields.ts'

export const strengths = ['light', 'balanced', 'strong'] as const
export type Strength = (typeof strengths)[number]

/** Maximum characters per text. Longer texts get 413. */
export const maxTextLength = 20_000
/** Retention of runs, in days. */
export const retentionDays = 90

export const verdicts = ['human', 'unclear', 'machine'] as const
export type Verdict = (typeof verdicts)[number]

/** The style score of a text and its signals. */
export const textReading = z.object({
  /** 0 to 100; higher reads more like AI. */
  score: z.number(),
  verdict: z.enum(verdicts),
  /** A score from here on reads as AI. */
  threshold: z.number(),
  signals: z.array(signal),
  words: z.number(),
  /** The error rate, or why there is no verdict. */
  note: z.string(),
})
export type TextReading = z.output<typeof textReading>

export const sentence = z.object({
  index: z.number(),
  /** Includes surrounding white space and marks: joining all originals gives the text. */
  original: z.string(),
  rewritten: z.string(),
  /** What was changed and why, or why the sentence was kept. */
  reasons: z.array(z.string()),
  /** The original sentence was kept. */
  kept: z.boolean(),
})
export type Sentence = z.output<typeof sentence>

export const facts = z.object({ kept: z.array(z.string()), lost: z.array(z.string()) })
export type Facts = z.output<typeof facts>

export const runStatuses = ['running', 'done', 'cut', 'failed'] as const
/** `cut`: ended early with a partial result. `failed`: ended without a result. */
export type RunStatus = (typeof runStatuses)[number]

export const runHead = z.object({
  _id: z.string(),
  status: z.enum(runStatuses),
  /** The first words of the text. */
  excerpt: z.string(),
  words: z.number(),
  strength: z.enum(strengths),
  before: z.number().nullable(),
  after: z.number().nullable(),
  changed: z.number(),
  document_id: z.string().nullable(),
  created_at: timestamp,
})
export type RunHead = z.output<typeof runHead>

export const run = runHead.extend({
  text: z.string(),
  tone: z.string().nullable(),
  language: z.string(),
  freeze: z.array(z.string()),
  voice_id: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  sentences: z.array(sentence),
  reading_before: textReading.nullable(),
  reading_after: textReading.nullable(),
  facts: facts.nullable(),
  notice: z.string().nullable(),
  /** Why the run ended early. */
  error: z.string().nullable(),
})
export type Run = z.output<typeof run>

/** Rejects NUL and lone surrogates: PostgreSQL can't store them, and replacing them would change the text. */
const isStorable = (given: string) => given.isWellFormed() && !given.includes('\0')
const notStorable = (field: string) => ({
  error: `${field} must be valid text, without NUL characters or unpaired surrogates.`,
  params: { reason: 'invalid_characters' },
})

const strength = z.enum(strengths, `strength must be one of: ${strengths.join(', ')}.`)

export const humanizerContract = {
  humanize: eventStream({
    path: '/humanize',
    access: access.workspace('editor', 'content:write'),
    summary:
      'Rewrite a text sentence by sentence, as Server-Sent Events. Numbers, names, quotations and frozen terms stay. Uses one humanizer unit (credit).',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      /** White space and Markdown are preserved. Over 20,000 characters is 413. */
      text: z
        .string('text must be a string.')
        .refine((given) => given.trim() !== '', { error: 'text is missing.', params: { reason: 'missing' } })
        .refine(isStorable, notStorable('text')),
      strength,
      tone: text('tone', 100).refine(isStorable, notStorable('tone')).optional(),
      /** Detected from the text when missing. */
      language: language.optional(),
      freeze: z
        .array(text('freeze', 200).refine(isStorable, notStorable('freeze')))
        .max(100, 'freeze can have at most 100 terms.')
        .optional(),
      voice_id: id('voice_id').optional(),
      /** The document the text was taken from. */
      document_id: id('document_id').optional(),
    }),
    output: z.object({
      score: z.object({
        before: z.number(),
        _id: z.string(),
        reading: textReading,
        /** "builtin" when no AI model is used. */
        provider: z.string(),
        model: z.string(),
        sentences: z.number(),
        /** Why less than requested, or nothing, is rewritten. */
        notice: z.string().nullable(),
      }),
      sentence,
      done: z.object({
        text: z.string(),
        before: z.number(),
        after: z.number(),
        changed: z.number(),
        facts,
        reading: textReading,
      }),
      error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }),
    }),
  }),
  find: endpoint({
    path: '/humanizer/find',
    access: access.workspace('viewer', 'content:read'),
    summary: 'List the humanizer runs of the last 90 days, newest first.',
    input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
    output: getPage(runHead),
  }),
  single: endpoint({
    path: '/humanizer/single',
    access: access.resource('viewer', 'content:read'),
    summary: 'Get a run with its text, its sentences and the changes in each.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ run }),
  }),
  delete: endpoint({
    path: '/humanizer/delete',
    access: access.resource('editor', 'content:write'),
    summary: 'Delete a run and its text.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}
