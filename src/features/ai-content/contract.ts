import { z } from 'zod'
import { heading } from '#features/reports/contract.ts'
import { access, endpoint, eventStream, fileDownload, group } from '#kit/endpoint.ts'
import { getPage, id, itemId, language, paging, text } from '#kit/fields.ts'
import { documentWork } from './contract-assignment.ts'
import { aboutKeyword, briefingProposal, proposalInput } from './contract-briefing.ts'
import {
  audience,
  brandVoice,
  contentMd,
  document,
  documentStatuses,
  documentUpdate,
  doNotClaim,
  editActions,
  editDone,
  excludeUrls,
  instructions,
  keywords,
  linksToSet,
  listedDocument,
  modelChoice,
  modelSettings,
  outline,
  savedDocument,
  scoredDocument,
  short,
  sourceText,
  templateName,
  tone,
  versionHead,
  words,
  writing,
} from './contract-documents.ts'
import { citation, claim, linkState, readability, score, scoreTarget, signal } from './contract-score.ts'

export * from './contract-assignment.ts'
export * from './contract-briefing.ts'
export * from './contract-documents.ts'
export * from './contract-live.ts'
export * from './contract-provenance.ts'
export * from './contract-score.ts'

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'content:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'content:write')

export const aiContentContract = group(
  {
    name: 'Writing',
    area: 'Content',
    about: 'Drafts written from a brief or a report, streamed as they are generated.',
  },
  {
    new: endpoint({
      path: '/ai/new',
      access: write('workspace'),
      summary: 'Create an empty document. POST /stream writes it. Uses no credits.',
      idempotent: true,
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        template: templateName,
        title: text('title', 300, 0)
          .optional()
          .meta({ description: 'Title of the document.', examples: ['Cold brew at home'] }),
        keywords: keywords.optional(),
        outline: outline.optional(),
        tone: tone.optional(),
        audience: audience.optional(),
        language: language.optional().meta({
          description: 'BCP 47 language tag. Default: the report’s language, otherwise “en”.',
          examples: ['en'],
        }),
        words: words.optional(),
        report_id: id('report_id').optional().describe('Id of the report to base the text on.'),
        cluster_id: id('cluster_id')
          .optional()
          .describe(
            'Id of a topic of the report. The text is scored against its keywords, questions and pillar. If omitted with a list, the list’s main topic is used.',
          ),
        keyword: aboutKeyword.optional(),
        plan_item_id: id('plan_item_id')
          .optional()
          .describe(
            'Id of an item of a content plan. The document starts with its title, keywords, owner and due date.',
          ),
        instructions: instructions.optional(),
        exclude_urls: excludeUrls.optional(),
        links: linksToSet.optional(),
        do_not_claim: doNotClaim.optional(),
        text: sourceText.optional(),
        brand_voice_id: id('brand_voice_id').optional().describe('Id of a brand voice to write in.'),
        model: short('model').optional().describe('`builtin`, or another model than the workspace’s.'),
      }),
      output: z.object({ item: document.describe('The document.') }),
    }),
    proposal: endpoint({
      path: '/ai/proposal',
      access: read('workspace'),
      summary:
        'Propose title, keywords, outline, length, audience, sources and links for a text from a report, one of its topics or one of its keywords. Stores nothing and uses no credits.',
      input: proposalInput,
      output: z.object({ proposal: briefingProposal.describe('The proposals with their origin.') }),
    }),
    stream: eventStream({
      path: '/stream',
      access: write('resource'),
      summary: 'Write the document or one section, as Server-Sent Events. Uses one ai credit.',
      idempotent: true,
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        section: z
          .number('section must be a number.')
          .int('section must be a whole number.')
          .min(0)
          .max(199)
          .optional()
          .describe('Position of the outline heading whose section is rewritten, from 0. The rest doesn’t change.'),
        instruction: text('instruction', 4000).optional().describe('What to do differently this time.'),
        mode: z
          .enum(['write', 'continue'], 'mode must be write or continue.')
          .default('write')
          .describe('`continue` appends to the text.'),
      }),
      output: writing,
    }),
    edit: eventStream({
      path: '/ai/edit',
      access: write('resource'),
      summary:
        'Rewrite, shorten, expand or translate a passage, as Server-Sent Events; or write a sentence with a term (sent as text) that follows the text in before. The document isn’t changed. Uses one ai credit.',
      idempotent: true,
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        action: z
          .enum(editActions, `action must be one of: ${editActions.join(', ')}.`)
          .describe('What to do with the passage.'),
        text: text('text', 20_000).meta({ description: 'The passage.', examples: ['Cold brew steeps for 12 hours.'] }),
        before: z
          .string()
          .max(2000, 'before can have up to 2,000 characters.')
          .optional()
          .describe('Up to 2,000 characters before the passage, for context only.'),
        after: z
          .string()
          .max(2000, 'after can have up to 2,000 characters.')
          .optional()
          .describe('Up to 2,000 characters after the passage, for context only.'),
        instruction: text('instruction', 1000).optional().describe('What to do, in your own words.'),
        language: language
          .optional()
          .meta({ description: 'Target language for `translate`, as a BCP 47 tag.', examples: ['en'] }),
      }),
      output: z.object({
        thinking: writing.shape.thinking,
        start: writing.shape.start.describe('Before the first text: what writes.'),
        delta: writing.shape.delta.describe('The next piece of text.'),
        usage: writing.shape.usage.describe('Tokens used.'),
        done: editDone,
        error: writing.shape.error.describe('Last event if editing ended early.'),
      }),
    }),
    find: endpoint({
      path: '/ai/find',
      access: read('workspace'),
      summary: 'List documents, by default most recently updated first.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        template: templateName.optional().describe('Only documents of this template.'),
        q: z
          .string('q must be a string.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({ description: 'Text to search for.', examples: ['coffee'] }),
        ...documentWork,
        ...paging,
      }),
      output: getPage(listedDocument),
    }),
    single: endpoint({
      path: '/ai/single',
      access: read('resource'),
      summary: 'Get a document with its text, outline, citations, content score, versions and provenance.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({ item: scoredDocument.describe('The document.') }),
    }),
    version: endpoint({
      path: '/ai/version',
      access: read('resource'),
      summary: 'Get an earlier version of a document.',
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        version: z
          .int32('version must be a whole number.')
          .min(1)
          .meta({ description: 'Number of the version, from 1.', examples: [1] }),
      }),
      output: z.object({
        version: versionHead
          .extend({
            content_md: z.string().describe('The text in Markdown.'),
            outline: z.array(heading).describe('Headings of the text, in order.'),
            citations: z.array(citation).describe('Pages the text cites.'),
          })
          .describe('The version with its content.'),
      }),
    }),
    update: endpoint({
      path: '/ai/update',
      access: access.reviewer('editor', 'content:write', 'write'),
      effect: 'write',
      summary:
        'Save a document. A stale version answers 409 with the current one in details. What a guest of a review link saves becomes suggestions.',
      maxBytes: 3_000_000,
      input: documentUpdate,
      output: savedDocument,
    }),
    delete: endpoint({
      path: '/ai/delete',
      access: write('resource'),
      summary: 'Delete a document and all its versions.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({}),
    }),
    more: endpoint({
      path: '/ai/more',
      access: write('resource'),
      spends: true,
      summary: 'Write more variations of a short text or of an article’s introduction. Uses one ai credit each.',
      idempotent: true,
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        count: z
          .number('count must be a number.')
          .int('count must be a whole number.')
          .min(1, 'count must be 1 to 5.')
          .max(5, 'count must be 1 to 5.')
          .meta({ description: 'Number of variations, 1 to 5.', examples: [3] }),
      }),
      output: z.object({
        outputs: z
          .array(
            z.object({
              _id: itemId.describe('Id of the document.'),
              text: z.string().describe('The text in Markdown.'),
              links: editDone.shape.links,
            }),
          )
          .describe('The variations.'),
      }),
    }),
    check: endpoint({
      path: '/ai/check',
      access: read('resource'),
      summary:
        'Get the progress of a generation, or the content score, readability, style signals and claims of a text.',
      maxBytes: 2_000_000,
      input: z.strictObject({
        _id: id().optional().describe('Id of the document.'),
        text: contentMd.optional(),
        keywords: keywords.optional(),
        report_id: id('report_id').optional().describe('Id of the report to score the text against.'),
        cluster_id: id('cluster_id').optional().describe('Id of a topic of the report.'),
        keyword: aboutKeyword.optional(),
      }),
      output: z.object({
        status: z.enum(documentStatuses).optional().describe('Status of the document.'),
        progress: z
          .number()
          .optional()
          .meta({ description: 'Progress of the generation, from 0 to 1.', examples: [0.4] }),
        score: score.optional().describe('Content score with its parts.'),
        readability: readability.optional().describe('How easy the text is to read.'),
        signals: z.array(signal).optional().describe('Signs of AI writing.'),
        claims: z.array(claim).optional().describe('Claims in the text and whether they’re supported.'),
      }),
    }),
    target: endpoint({
      path: '/ai/target',
      access: read('resource'),
      summary: 'Get what a document is scored against: terms, questions, headings and figures of the ranking pages.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({ target: scoreTarget.describe('What the document is scored against.') }),
    }),
    links: endpoint({
      path: '/ai/links',
      access: write('resource'),
      summary: 'Open the links and citations of a document to find broken ones.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({
        items: z.array(linkState).describe('Each link once, at most 40.'),
        unchecked: z.number().describe('Links beyond the first 40.'),
      }),
    }),
    export: fileDownload({
      method: 'GET',
      path: '/ai/export/:id',
      access: read('resource'),
      summary: 'Export a document as Markdown, HTML or DOCX.',
      input: z.strictObject({
        id: id('id').describe('Id of the document.'),
        format: z
          .enum(['md', 'html', 'docx'], 'format must be one of: md, html, docx.')
          .default('md')
          .describe('File format.'),
      }),
      output: z.any(),
    }),
    events: eventStream({
      method: 'GET',
      path: '/ai/events/:id',
      access: read('resource'),
      summary: 'Stream document changes to other tabs.',
      input: z.strictObject({ id: id('id').describe('Id of the document.') }),
      output: z.object({
        changed: z
          .object({
            version: z.number().meta({ description: 'Number of the new version.', examples: [1] }),
            status: z.enum(documentStatuses).describe('Status of the document.'),
          })
          .describe('The document was saved.'),
      }),
    }),
    voices: endpoint({
      path: '/ai/voices/list',
      access: read('workspace'),
      summary: 'List the brand voices of a workspace.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({ items: z.array(brandVoice).describe('Brand voices of the workspace.') }),
    }),
    addVoice: endpoint({
      path: '/ai/voices/add',
      access: write('workspace'),
      summary: 'Create a brand voice from writing samples.',
      idempotent: true,
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        name: short('name', 80).meta({ description: 'Name of the brand voice.', examples: ['Hollow Oak'] }),
        samples: z
          .array(text('samples', 20_000, 1))
          .min(1, 'samples is empty.')
          .max(10, 'samples can have up to 10 texts.')
          .describe('Texts to learn the voice from.'),
      }),
      output: z.object({ voice: brandVoice.describe('The brand voice.') }),
    }),
    removeVoice: endpoint({
      path: '/ai/voices/remove',
      access: write('resource'),
      summary: 'Delete a brand voice. Texts written with it aren’t affected.',
      input: z.strictObject({ _id: id().describe('Id of the brand voice.') }),
      output: z.object({}),
    }),
    models: endpoint({
      path: '/ai/models/get',
      access: read('workspace'),
      summary: 'Get the AI models available here: the installation’s and the workspace’s own.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        installation: z
          .object({ provider: z.string().describe('Provider of the model.'), model: z.string().describe('Model ID.') })
          .nullable()
          .describe('The server’s model. Null if none is set; `builtin` writes then.'),
        workspace: modelChoice.nullable().describe('The workspace’s own model. Null if there is none.'),
      }),
    }),
    saveModel: endpoint({
      path: '/ai/models/save',
      access: access.workspace('admin', null),
      support: false,
      summary: 'Set the workspace’s own model and API key. The key is encrypted and never shown again.',
      input: z.strictObject(modelSettings),
      output: z.object({ workspace: modelChoice.describe('The workspace’s own model.') }),
    }),
    testModel: endpoint({
      path: '/ai/models/test',
      access: access.workspace('admin', null),
      support: false,
      summary: 'Test a model with a short question.',
      input: z.strictObject(modelSettings),
      output: z.object({
        ok: z.boolean().describe('Whether the model responded.'),
        ms: z.number().meta({ description: 'Duration in milliseconds.', examples: [340] }),
        message: z.string().describe('The result in one sentence.'),
        reason: z.string().nullable().describe('Why it failed, such as `model_unauthorized`. Null if it responded.'),
      }),
    }),
    removeModel: endpoint({
      path: '/ai/models/remove',
      access: access.workspace('admin', null),
      support: false,
      summary: 'Delete the workspace’s own model and API key.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({}),
    }),
  },
)
