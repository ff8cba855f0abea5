import { z } from 'zod'
import { failure, timestamp } from '#kit/fields.ts'

/** What pages that assistants cite have, beside your page. */

export const pageFormats = ['table', 'steps', 'list', 'faq', 'images', 'video'] as const
export type PageFormat = (typeof pageFormats)[number]

const fact = z.object({
  text: z.string().meta({ description: 'The sentence.', examples: ['It keeps for 7 to 10 days in the fridge.'] }),
  url: z.string().describe('The page that has it.'),
})

export const readPage = z
  .object({
    url: z.string().describe('The page.'),
    answers: z.number().nullable().describe('Answers that cite it. Null for your page if none does.'),
    competitor: z.string().nullable().describe('The competitor it belongs to. Null if none.'),
    failure: failure.nullable().describe('Why it couldn’t be read. Null if it was.'),
    title: z.string().nullable().describe('Its title. Null if it has none, or wasn’t read.'),
    words: z.number().nullable().describe('Words of its main content. Null if it wasn’t read.'),
    published_at: z.string().nullable().describe('When it says it was published. Null if it doesn’t.'),
    formats: z
      .array(z.enum(pageFormats))
      .describe(
        'What its main content has: a `table`, `steps` (a numbered list), a bulleted `list`, a `faq` (marked up, or three headings that are questions), `images`, a `video` (marked up).',
      ),
    headings: z.array(z.string()).describe('Its headings below the title, up to 30.'),
    facts: z.array(z.string()).describe('Sentences with a figure that share words with the prompt, up to 6.'),
  })
  .meta({ id: 'CitedPage' })
export type ReadPage = z.output<typeof readPage>

export const citedPages = z
  .object({
    prompt: z.string().describe('The prompt.'),
    read_at: timestamp.describe('When the pages were read.'),
    pages: z.array(readPage).describe('Cited pages, most cited first, up to 5.'),
    own: readPage.nullable().describe('Your page that covers the prompt. Null if My site knows none.'),
    missing: z
      .object({
        formats: z
          .array(
            z.object({
              format: z.enum(pageFormats).describe('The format.'),
              pages: z.number().describe('Cited pages that have it.'),
            }),
          )
          .describe('Formats that half of the pages read or more have, and yours doesn’t.'),
        headings: z
          .array(
            z.object({
              text: z.string().describe('The heading.'),
              url: z.string().describe('The page that has it.'),
            }),
          )
          .describe('Headings whose words your page doesn’t have, up to 20.'),
        facts: z.array(fact).describe('Sentences with figures that your page doesn’t have, up to 12.'),
      })
      .nullable()
      .describe('What your page lacks. Null without a page of yours that was read.'),
  })
  .meta({ id: 'CitedPages' })
export type CitedPages = z.output<typeof citedPages>
