import { z } from 'zod'

/** What wrote a text, and what was cleaned and removed in it. */

export const writingNoteKinds = [
  'introduction_removed',
  'closing_removed',
  'fence_removed',
  'heading_removed',
  'repeats_removed',
  'cut_end',
] as const

export const writingNote = z.object({
  kind: z.enum(writingNoteKinds).describe('What was cleaned in the model’s text. `cut_end`: the text ends abruptly.'),
  text: z.string().describe('The passage, up to 200 characters. The first one if there are several.'),
  count: z.number().describe('How often.'),
})
export type WritingNote = z.output<typeof writingNote>

/** Citations and links that were removed from a model's text. */
export const removed = z.object({
  claims: z
    .array(
      z.object({
        text: z.string().describe('The sentence, which is in the text without the citation.'),
        n: z.number().describe('Number of the page that doesn’t support it.'),
        url: z
          .string()
          .optional()
          .meta({
            description: 'URL of the page. Omitted for texts of earlier versions.',
            examples: ['https://example.com/page'],
          }),
        title: z.string().optional().describe('Title of the page. Omitted for texts of earlier versions.'),
        nearest: z
          .string()
          .nullable()
          .optional()
          .describe(
            'Sentence of the page that comes nearest. Null if none does. Omitted for texts of earlier versions.',
          ),
      }),
    )
    .describe('Sentences whose citation was removed, because the page doesn’t support them.'),
  links: z
    .array(
      z.object({
        text: z
          .string()
          .describe('Text of the link, which is still there. For a URL in running text: the URL, which isn’t.'),
        url: z.string().meta({ description: 'The removed URL.', examples: ['https://example.com/page'] }),
      }),
    )
    .describe('Links that the model invented: neither a page of the report nor in the brief.'),
})
export type RemovedList = z.output<typeof removed>

export const provenance = z.object({
  provider: z
    .string()
    .meta({ description: 'Provider of the model. `builtin` if no model was used.', examples: ['builtin'] }),
  model: z.string().describe('Model that wrote the text.'),
  prompt_version: z.string().describe('Version of the prompt.'),
  notes: z.array(writingNote).optional().describe('What was cleaned in the model’s text.'),
  removed: removed
    .optional()
    .describe('Citations and links that were removed from the model’s text. Up to 100 of each.'),
})
export type Provenance = z.output<typeof provenance>
