import { z } from 'zod'
import { signal } from '#features/ai-content/contract.ts'
import { access, endpoint, eventStream, group } from '#kit/endpoint.ts'
import { exampleId, failure, getPage, id, itemId, language, paging, text, timestamp } from '#kit/fields.ts'

export const strengths = ['light', 'balanced', 'strong'] as const
export type Strength = (typeof strengths)[number]

/** Maximum characters per text. Longer texts get 413. */
export const maxTextLength = 20_000
/** Retention of runs, in days. */
export const retentionDays = 90

export const verdicts = ['human', 'unclear', 'machine'] as const

export const styleScale = z.object({
  id: z.enum(['wording', 'rhythm', 'structure']).describe('Id of the scale.'),
  label: z.string().describe('Name of the scale.'),
  score: z
    .number()
    .nullable()
    .describe(
      '0 to 100, with one decimal: the share of texts, half human and half AI, with fewer signs of AI. Null if the text is too short.',
    ),
})

/** The style score of a text and its signals. */
export const textReading = z.object({
  score: z.number().describe('Style score, 0 to 100. Higher is more like the AI texts it was trained on.'),
  verdict: z.enum(verdicts).describe('The score in words: `machine` from the threshold on, `human` below 30.'),
  threshold: z.number().describe('Scores from here on are `machine`, 0 to 100.'),
  signals: z.array(signal).describe('Signs of AI writing that were found.'),
  scales: z
    .array(styleScale)
    .describe(
      'Wording (vocabulary, predictability, specificity), rhythm, and structure (with punctuation). They keep moving where the score is near 0 or 100. Wording is measured in English only. Empty for runs from before these scales.',
    ),
  words: z.number().describe('Number of words.'),
  note: z.string().describe('The error rate, or why there is no verdict.'),
})
export type TextReading = z.output<typeof textReading>

export const sentence = z.object({
  index: z.number().describe('Position of the sentence, from 0.'),
  original: z
    .string()
    .describe('The original with surrounding white space and markup. All originals joined are the text.'),
  rewritten: z.string().describe('The sentence as rewritten.'),
  reasons: z.array(z.string()).describe('What was changed and why, or why the sentence was kept.'),
  kept: z.boolean().describe('Whether the original sentence was kept.'),
})
export type Sentence = z.output<typeof sentence>

/** Facts that are compared letter by letter, in every language. */
export const literalKinds = ['number', 'date', 'name', 'quotation', 'address', 'code', 'citation', 'frozen'] as const
/** Words that carry a claim, and who does what to whom. English only. */
export const wordingKinds = [
  'negation',
  'exception',
  'quantifier',
  'modal',
  'comparison',
  'condition',
  'roles',
] as const
export type FactKind = (typeof literalKinds)[number] | (typeof wordingKinds)[number]

export const facts = z.object({
  kept: z
    .array(z.string())
    .describe('Numbers, dates, names, quotations, links, code, citations and frozen terms that are still in the text.'),
  lost: z.array(z.string()).describe('Those that are missing.'),
  checked: z
    .array(
      z.object({
        kind: z
          .enum([...literalKinds, ...wordingKinds])
          .describe('What was compared. `address` is a link or email address, `frozen` a term that had to stay.'),
        found: z
          .number()
          .describe('How many the original text has. For `roles`, how many changed sentences were compared.'),
        lost: z.number().describe('How many are missing or swapped.'),
      }),
    )
    .optional()
    .describe(
      'The kinds of facts that were compared; no other change of meaning was. Negations, exceptions, quantifiers, modals, comparisons, conditions and `roles` (who does what to whom) only in English. Missing for runs from before this field.',
    ),
})
export type Facts = z.output<typeof facts>

export const runStatuses = ['running', 'done', 'cut', 'failed'] as const
/** `cut`: ended early with a partial result. `failed`: ended without a result. */
export type RunStatus = (typeof runStatuses)[number]

export const runHead = z.object({
  _id: itemId.describe('Id of the run.'),
  status: z.enum(runStatuses).describe('Status of the run.'),
  excerpt: z.string().describe('The first words of the text.'),
  words: z.number().describe('Number of words in the text.'),
  strength: z.enum(strengths).describe('How much was rewritten.'),
  before: z.number().nullable().describe('Style score before, 0 to 100. Null if there is none.'),
  after: z.number().nullable().describe('Style score after, 0 to 100. Null until it’s done.'),
  changed: z.number().describe('Number of sentences changed.'),
  document_id: itemId.nullable().describe('Id of the document the text was taken from. Null if there is none.'),
  created_at: timestamp.describe('When the run began.'),
})
export type RunHead = z.output<typeof runHead>

export const run = runHead.extend({
  text: z.string().describe('The original text.'),
  tone: z.string().nullable().describe('Requested tone. Null if none.'),
  language: z.string().meta({ description: 'BCP 47 language tag of the text.', examples: ['en'] }),
  freeze: z.array(z.string()).describe('Words and phrases that had to stay.'),
  voice_id: itemId.nullable().describe('Id of the brand voice. Null if none.'),
  provider: z.string().describe('Provider of the model. `builtin` without an AI model.'),
  model: z.string().describe('Model that rewrote the text.'),
  sentences: z.array(sentence).describe('The sentences so far, in order.'),
  reading_before: textReading.nullable().describe('Style of the original. Null if there is none.'),
  reading_after: textReading.nullable().describe('Style of the rewritten text. Null until it’s done.'),
  facts: facts.nullable().describe('Facts that stayed or are missing. Null until it’s done.'),
  notice: z.string().nullable().describe('Why less than requested, or nothing, was rewritten. Otherwise null.'),
  error: z.string().nullable().describe('Why the run ended early. Otherwise null.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
})
export type Run = z.output<typeof run>

/** Rejects NUL and lone surrogates: PostgreSQL can't store them, and replacing them would change the text. */
const isStorable = (given: string) => given.isWellFormed() && !given.includes('\0')
const notStorable = (field: string) => ({
  error: `${field} must be valid text, without NUL characters or unpaired surrogates.`,
  params: { reason: 'invalid_characters' },
})

const strength = z.enum(strengths, `strength must be one of: ${strengths.join(', ')}.`).describe('How much to rewrite.')

export const humanizerContract = group(
  { name: 'Humanizer', area: 'Content', about: 'Rewrite a text sentence by sentence in a plainer style.' },
  {
    humanize: eventStream({
      path: '/humanize',
      access: access.workspace('editor', 'content:write'),
      summary:
        'Rewrite a text sentence by sentence, as Server-Sent Events. Numbers, names, quotations and frozen terms stay. Uses one humanizer credit.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        text: 'It is important to note that cold brew, which steeps for 12 hours, plays a crucial role in summer menus.',
        strength: 'balanced',
        freeze: ['cold brew'],
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        text: z
          .string('text must be a string.')
          .refine((given) => given.trim() !== '', { error: 'text is missing.', params: { reason: 'missing' } })
          .refine(isStorable, notStorable('text'))
          .describe('The text. White space and Markdown are preserved. More than 20,000 characters return 413.'),
        strength,
        tone: text('tone', 100)
          .refine(isStorable, notStorable('tone'))
          .optional()
          .describe('Tone to write in, in your own words.'),
        language: language
          .optional()
          .meta({ description: 'BCP 47 language tag of the text. Default: detected.', examples: ['en'] }),
        freeze: z
          .array(text('freeze', 200).refine(isStorable, notStorable('freeze')))
          .max(100, 'freeze can have up to 100 terms.')
          .optional()
          .meta({ description: 'Words and phrases that must stay as they are.', examples: [['cold brew']] }),
        voice_id: id('voice_id').optional().describe('Id of a brand voice to write in.'),
        document_id: id('document_id').optional().describe('Id of the document the text was taken from.'),
      }),
      output: z.object({
        score: z
          .object({
            before: z.number().describe('Style score of the text, 0 to 100.'),
            _id: itemId.describe('Id of the run.'),
            reading: textReading.describe('The style score of the text and its signals.'),
            provider: z.string().describe('Provider of the model. `builtin` without an AI model.'),
            model: z.string().describe('Model that rewrites the text.'),
            sentences: z.number().describe('Number of sentences.'),
            notice: z
              .string()
              .nullable()
              .describe('Why less than requested, or nothing, is rewritten. Otherwise null.'),
          })
          .describe('First event: the style score of the text.'),
        sentence: sentence.describe('One finished sentence.'),
        done: z
          .object({
            text: z.string().describe('The rewritten text.'),
            before: z.number().describe('Style score before, 0 to 100.'),
            after: z.number().describe('Style score after, 0 to 100.'),
            changed: z.number().describe('Number of sentences changed.'),
            facts: facts.describe('Facts that stayed or are missing, and the kinds that were compared.'),
            reading: textReading.describe('The style score of the rewritten text and its signals.'),
          })
          .describe('Last event: the rewritten text.'),
        error: failure
          .extend({
            message: z.string().describe('What happened, in one sentence.'),
            retryable: z.boolean().describe('Whether the same call may work later.'),
          })
          .describe('Last event if the run ended early.'),
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
      input: z.strictObject({ _id: id().describe('Id of the run.') }),
      output: z.object({ run: run.describe('The run with all its sentences.') }),
    }),
    delete: endpoint({
      path: '/humanizer/delete',
      access: access.resource('editor', 'content:write'),
      summary: 'Delete a run and its text.',
      input: z.strictObject({ _id: id().describe('Id of the run.') }),
      output: z.object({}),
    }),
  },
)
