import { z } from 'zod'
import { headingTypes, intents, volume } from '#features/reports/contract.ts'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, guestFields, id, itemId, text, timestamp } from '#kit/fields.ts'
import { audienceReasons, lengthReasons, pagesBy } from './contract-briefing.ts'
import { audience, doNotClaim, instructions, linksToSet, words } from './contract-documents.ts'

/** The brief of a document, to send to its writer: what people entered, and what the report knows. */

const heading = z.object({
  type: z.enum(headingTypes).describe('Level of the heading.'),
  text: z.string().meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
})

export const contentBrief = z
  .object({
    document_id: itemId.describe('Id of the document.'),
    title: z.string().meta({ description: 'Title of the document.', examples: ['Cold brew at home'] }),
    language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
    report: z
      .object({
        query: z.string().nullable().describe('What the report searched for. Null for a list.'),
        created_at: timestamp.describe('When the report was created.'),
      })
      .nullable()
      .describe('The report that the facts, terms and pages come from. Null without one.'),
    reader: z
      .object({
        text: z.string().nullable().describe('Who the text is for. Null if unknown, see `reason`.'),
        from: z.enum(['document', 'report']).nullable().describe('Where it comes from. Null if unknown.'),
        reason: z
          .enum([...audienceReasons, 'no_report'])
          .nullable()
          .describe('Why it’s unknown.'),
      })
      .describe('The reader.'),
    intent: z
      .object({
        main: z.enum(intents).nullable().describe('Most common main intent of the keywords. Null if unknown.'),
        keywords: z.number().describe('Number of keywords with this intent.'),
        known: z.number().describe('Number of keywords whose intent is known.'),
        reason: z
          .enum([...audienceReasons, 'no_report'])
          .nullable()
          .describe('Why it’s unknown.'),
      })
      .describe('Search intent.'),
    keywords: z
      .array(
        z.object({
          text: z.string().meta({ description: 'The keyword.', examples: ['cold brew ratio'] }),
          volume: volume.nullable().describe('Searches per month, with provider and date. Null if unknown.'),
        }),
      )
      .describe('Keywords of the text.'),
    outline: z.array(heading).describe('Headings of the text, in order.'),
    questions: z.array(z.string()).describe('Questions people ask.'),
    terms: z
      .array(
        z.object({
          term: z.string().describe('The term.'),
          low: z.number().describe('Uses on pages that have it: the 25th percentile.'),
          high: z.number().describe('Uses on pages that have it: the 75th percentile.'),
          pages: z.number().describe('Number of ranking pages that have it.'),
        }),
      )
      .describe('Terms of the ranking pages, strongest first.'),
    pages_by: pagesBy.nullable().describe('How the competitors were chosen. Null without a report.'),
    competitors: z
      .array(
        z.object({
          n: z.number().describe('Number of the page, from 1.'),
          url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
          title: z.string().describe('Title of the page.'),
          words: z.number().nullable().describe('Words of main content. Null if the page wasn’t read.'),
          headings: z.array(heading).describe('Headings of the page, in order.'),
        }),
      )
      .describe('Ranking pages with their headings, best first.'),
    facts: z
      .array(
        z.object({
          text: z.string().describe('The sentence, as it’s on the page.'),
          url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/page'] }),
          title: z.string().describe('Title of the page.'),
        }),
      )
      .describe('Sentences with figures about the topic, each with its source. Nobody checked them.'),
    links: z
      .array(
        z.object({
          url: z.string().meta({ description: 'URL to link to.', examples: ['https://example.com/blog/cold-brew'] }),
          title: z.string().describe('Title of the linked page.'),
        }),
      )
      .describe('Links to set in the text.'),
    length: z
      .object({
        words: z.number().nullable().describe('Target length in words. Null if not set.'),
        median: z.number().nullable().describe('Median words of the ranking pages. Null if unknown, see `reason`.'),
        low: z.number().nullable().describe('Words of the shortest page. Null if unknown.'),
        high: z.number().nullable().describe('Words of the longest page. Null if unknown.'),
        pages: z.number().describe('Number of pages counted.'),
        reason: z
          .enum([...lengthReasons, 'no_report'])
          .nullable()
          .describe('Why it’s unknown.'),
      })
      .describe('Length of the text.'),
    do_not_claim: z.array(z.string()).describe('What the text may not claim.'),
    tone: z.string().nullable().describe('Tone to write in. Null if not set.'),
    instructions: z.string().nullable().describe('Instructions for the writer. Null if there are none.'),
    voice: z
      .object({
        name: z.string().meta({ description: 'Name of the brand voice.', examples: ['Hollow Oak'] }),
        traits: z.array(z.string()).describe('How it’s written, as sentences a writer can follow.'),
      })
      .nullable()
      .describe('Brand voice. Null if there is none.'),
  })
  .meta({ id: 'ContentBrief' })
export type ContentBrief = z.output<typeof contentBrief>

const documentId = id().describe('Id of the document.')

export const briefContract = group('Writing', {
  get: endpoint({
    path: '/ai/brief',
    access: access.reviewer('viewer', 'content:read', 'read'),
    summary:
      'Get the brief of a document for its writer: what was entered, and what its report knows. Uses no credits. Guests get it if their link shows the brief.',
    effect: 'read',
    input: z.strictObject({ _id: documentId, pass: guestFields.pass }),
    output: z.object({
      brief: contentBrief.describe('The brief.'),
      html: z.string().meta({ description: 'The brief as safe HTML.', examples: ['<h2>Reader</h2>'] }),
    }),
  }),
  update: endpoint({
    path: '/ai/brief/update',
    access: access.resource('editor', 'content:write'),
    summary: 'Change what was entered for a document’s brief. Fields that are omitted stay; null empties one.',
    effect: 'write',
    input: z.strictObject({
      _id: documentId,
      audience: audience.nullable().optional(),
      words: words.nullable().optional(),
      instructions: instructions.nullable().optional(),
      links: linksToSet.optional(),
      do_not_claim: doNotClaim.optional(),
    }),
    example: { _id: exampleId, do_not_claim: ['that cold brew has no acid'] },
    output: z.object({ brief: contentBrief.describe('The brief.') }),
  }),
  export: fileDownload({
    method: 'GET',
    path: '/ai/brief/export/:id',
    access: access.resource('viewer', 'content:read'),
    summary:
      'Get the brief of a document as DOCX, Markdown or PDF. For PDF, a server without Chromium redirects to a page to print.',
    input: z.strictObject({
      id: id('id').describe('Id of the document.'),
      format: z
        .enum(['docx', 'md', 'pdf'], 'format must be one of: docx, md, pdf.')
        .default('docx')
        .describe('File format.'),
    }),
    output: z.any(),
  }),
  printable: endpoint({
    path: '/ai/brief/print',
    access: access.public,
    summary: 'Get a brief for the printable page.',
    input: z.strictObject({ pass: text('pass', 2000).describe('Signed pass from the PDF link.') }),
    output: z.object({
      title: z.string().meta({ description: 'Title of the document.', examples: ['Cold brew at home'] }),
      language: z.string().meta({ description: 'Language of the text.', examples: ['en'] }),
      html: z.string().meta({ description: 'The brief as safe HTML.', examples: ['<h2>Reader</h2>'] }),
      can_pdf: z.boolean().describe('Whether this server makes PDFs.'),
    }),
  }),
})
