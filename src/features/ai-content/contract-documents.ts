import { z } from 'zod'
import { heading, headingTypes } from '#features/reports/contract.ts'
import { failure, guestFields, id, itemId, text, timestamp } from '#kit/fields.ts'
import { documentOwner } from './contract-assignment.ts'
import { provenance, removed, writingNote } from './contract-provenance.ts'
import { citation, score } from './contract-score.ts'

export const templateNames = [
  'blog_post',
  'outline',
  'intro',
  'section',
  'faq',
  'meta',
  'brief',
  'product_description',
  'rewrite',
  'summary',
  'social_post',
  'email',
  'ad_copy',
  'video_script',
] as const
export type TemplateName = (typeof templateNames)[number]

/**
 * `writing`: a generation is running. `partial`: it ended early and its text was saved. `failed`: it produced no text.
 */
export const documentStatuses = ['draft', 'writing', 'partial', 'done', 'failed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const versionHead = z.object({
  version: z.number().meta({ description: 'Number of the version, from 1.', examples: [1] }),
  title: z.string().describe('Title in this version.'),
  words: z.number().describe('Number of words.'),
  cause: z.enum(['new', 'update', 'generation']).describe('What created the version.'),
  by: z
    .string()
    .nullable()
    .meta({ description: 'Email of the person who saved it. Null if unknown.', examples: ['ada@example.com'] }),
  at: timestamp.describe('When it was saved.'),
})
export type VersionHead = z.output<typeof versionHead>

export const short = (field: string, max = 200) => text(field, max)
export const tone = short('tone', 100).meta({
  description: 'Tone to write in, in your own words.',
  examples: ['friendly'],
})
export const audience = short('audience', 300).meta({
  description: 'Who the text is for.',
  examples: ['home baristas'],
})
export const words = z
  .number('words must be a number.')
  .int('words must be a whole number.')
  .min(20, 'words must be at least 20.')
  .max(10_000, 'words can be up to 10,000.')
  .meta({ description: 'Target length in words.', examples: [800] })
export const instructions = text('instructions', 4000).describe('Instructions for the writer.')
export const excludeUrls = z
  .array(text('exclude_urls', 2000))
  .max(100, 'exclude_urls can have up to 100 URLs.')
  .meta({
    description: 'URLs of the report’s pages that the writer may not use as sources.',
    examples: [['https://example.com/page']],
  })
const linkToSet = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'url must be a URL such as https://example.com/blog/cold-brew.' })
    .max(2000, 'url can have up to 2,000 characters.')
    .meta({ description: 'URL to link to.', examples: ['https://example.com/blog/cold-brew'] }),
  title: text('title', 300).describe('Title of the linked page.'),
})
export const linksToSet = z
  .array(linkToSet)
  .max(20, 'links can have up to 20 links.')
  .describe('Links to set in the text.')
export const maxClaims = 50
export const doNotClaim = z
  .array(text('do_not_claim', 300))
  .max(maxClaims, `do_not_claim can have up to ${maxClaims} entries.`)
  .meta({ description: 'What the text may not claim.', examples: [['that cold brew has no acid']] })
const outlineHeading = z.strictObject({
  type: z.enum(headingTypes, `type must be one of: ${headingTypes.join(', ')}.`).describe('Level of the heading.'),
  text: z
    .string('text must be a string.')
    .meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
})
export const outline = z
  .array(outlineHeading)
  .max(200, 'outline can have up to 200 headings.')
  .describe('Headings of the text, in order.')
export const keywords = z
  .array(text('keywords', 200))
  .max(100, 'keywords can have up to 100 entries.')
  .meta({ description: 'Keywords of the text.', examples: [['cold brew coffee']] })
/** Characters of a document's Markdown. */
export const maxContentLength = 400_000
export const contentMd = z
  .string('content_md must be a string.')
  .max(maxContentLength, `content_md can have up to ${maxContentLength.toLocaleString('en')} characters.`)
  .meta({ description: 'The text in Markdown.', examples: ['Coarse grounds, cold water, sixteen hours.'] })
export const sourceText = z
  .string('text must be a string.')
  .max(100_000, 'text can have up to 100,000 characters.')
  .describe('The text that rewrite, summary and similar templates work on.')
export const templateName = z
  .enum(templateNames, `template must be one of: ${templateNames.join(', ')}.`)
  .describe('What to write.')

/** The user's input. Each template's definition says which fields it uses. */
export const briefing = z.object({
  keywords: z.array(z.string()).meta({ description: 'Keywords of the text.', examples: [['cold brew coffee']] }),
  tone: z.string().nullable().describe('Tone to write in. Null if not set.'),
  audience: z.string().nullable().describe('Who the text is for. Null if not set.'),
  language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
  words: z.number().nullable().describe('Target length in words. Null if not set.'),
  instructions: z.string().nullable().describe('Instructions for the writer. Null if there are none.'),
  text: z
    .string()
    .nullable()
    .describe('The text that rewrite, summary and similar templates work on. Null if there is none.'),
  cluster_id: itemId
    .nullable()
    .optional()
    .describe('Id of the report’s topic the text is about. Null if there is none.'),
  keyword: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'The keyword that the text is about. If it’s in no topic with other keywords, the text uses only what is near it of the report. Null if none was given.',
      examples: ['best cold brew ratio'],
    }),
  exclude_urls: z
    .array(z.string())
    .optional()
    .describe('URLs of the report’s pages that the writer may not use as sources.'),
  links: z
    .array(
      z.object({
        url: z.string().meta({ description: 'URL to link to.', examples: ['https://example.com/blog/cold-brew'] }),
        title: z.string().describe('Title of the linked page.'),
      }),
    )
    .optional()
    .describe('Links to set in the text.'),
  do_not_claim: z.array(z.string()).optional().describe('What the text may not claim.'),
})
export type Briefing = z.output<typeof briefing>

export const documentHead = z.object({
  _id: itemId.describe('Id of the document.'),
  title: z.string().meta({ description: 'Title of the document.', examples: ['Cold brew at home'] }),
  template: templateName.describe('What is written.'),
  status: z.enum(documentStatuses).describe('Status of the document.'),
  words: z.number().describe('Number of words.'),
  score: z.number().nullable().describe('Content score, 0 to 100. Null if there is nothing to compare with.'),
  ...documentOwner,
  updated_at: timestamp.describe('When the document was last changed.'),
})
export type DocumentHead = z.output<typeof documentHead>

export const listedDocument = documentHead.extend({
  late: z.boolean().describe('Whether its date has passed and it isn’t finished, as the filter `due` says.'),
})
export type ListedDocument = z.output<typeof listedDocument>

export const document = documentHead.extend({
  ...briefing.omit({ words: true }).shape,
  words_wanted: z.number().nullable().describe('Target length in words. Null if not set.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  report_id: itemId.nullable().describe('Id of the report it’s based on. Null if there is none.'),
  brand_voice_id: itemId.nullable().describe('Id of the brand voice. Null if there is none.'),
  model: z
    .string()
    .nullable()
    .describe('Chosen model, if not the workspace’s: `builtin` or a model’s name. Otherwise null.'),
  content_md: z
    .string()
    .meta({ description: 'The text in Markdown.', examples: ['Coarse grounds, cold water, sixteen hours.'] }),
  outline: z.array(heading).describe('Headings of the text, in order.'),
  citations: z.array(citation).describe('Pages the text cites.'),
  version: z.number().meta({ description: 'Number of the current version, from 1.', examples: [1] }),
  versions: z.array(versionHead).describe('All versions, newest first.'),
  provenance: provenance.nullable().describe('What wrote the text. Null until a text is generated.'),
  error: z.string().nullable().describe('Why the last generation ended early. Otherwise null.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
  created_at: timestamp.describe('When the document was created.'),
})
export type Document = z.output<typeof document>

/** What a guest of a review link sends with a text, and gets. */
export const ofGuestText = {
  ...guestFields,
  replaces: id('replaces')
    .optional()
    .describe('Guests only: id of their earlier text, whose suggestions this one replaces.'),
}
export const guestSuggestions = z.object({
  _id: itemId.nullable().describe('Id of the guest’s text, for `replaces`. Null if it changes nothing.'),
  count: z.number().meta({ description: 'Number of changes.', examples: [2] }),
})

export const documentUpdate = z.strictObject({
  _id: id().describe('Id of the document.'),
  title: text('title', 300, 0)
    .optional()
    .meta({ description: 'Title of the document.', examples: ['Cold brew at home'] }),
  content_md: contentMd.optional(),
  outline: outline.optional(),
  version: z
    .number('version must be a number.')
    .int('version must be a whole number.')
    .min(1)
    .meta({ description: 'The version you edited.', examples: [1] }),
  live: z
    .strictObject({
      epoch: id('epoch').describe('Id of the live session.'),
      seq: z
        .int32('seq must be a whole number.')
        .min(0)
        .meta({ description: 'Number of the last live update in the text.', examples: [12] }),
    })
    .optional()
    .describe('The live session that the text comes from, which continues. Any other save ends it.'),
  ...ofGuestText,
})
export const savedDocument = z.object({
  item: document.describe(
    'The document. For guests: their text, and nothing of the document that the link doesn’t show.',
  ),
  suggestions: guestSuggestions.optional().describe('Guests only: what they suggest.'),
})

/** A document with its score explained. */
export const scoredDocument = document.extend({
  score: score.nullable().describe('Content score with its parts. Null if there is nothing to compare with.'),
})
export type ScoredDocument = z.output<typeof scoredDocument>

export const brandVoice = z.object({
  _id: itemId.describe('Id of the brand voice.'),
  name: z.string().meta({ description: 'Name of the brand voice.', examples: ['Hollow Oak'] }),
  traits: z.array(z.string()).describe('Traits learned from the samples, as sentences a writer can follow.'),
  words: z.number().describe('Number of words in the samples.'),
  created_at: timestamp.describe('When the brand voice was created.'),
})
export type BrandVoice = z.output<typeof brandVoice>

export const modelProviders = ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const
export type ModelProvider = (typeof modelProviders)[number]

export const modelChoice = z.object({
  provider: z.enum(modelProviders).describe('Provider of the model.'),
  model: z.string().describe('Model ID, as the provider writes it.'),
  embedding_model: z
    .string()
    .nullable()
    .describe('Model ID of the provider’s model for embeddings. Null for its usual one, if it has one.'),
  base_url: z.string().nullable().describe('URL of an OpenAI-compatible server. Null for the provider’s own.'),
  key_hint: z.string().nullable().describe('The key’s last four characters. The key itself is never returned.'),
})
export type ModelChoice = z.output<typeof modelChoice>

export const modelSettings = {
  workspace_id: id('workspace_id'),
  provider: z
    .enum(modelProviders, `provider must be one of: ${modelProviders.join(', ')}.`)
    .describe('Provider of the model.'),
  model: short('model').describe('Model ID, as the provider writes it.'),
  embedding_model: short('embedding_model')
    .optional()
    .describe('Model ID of the provider’s model for embeddings, to group keywords by meaning. Default: its usual one.'),
  base_url: z
    .url('base_url must be a URL such as https://models.example.com/v1.')
    .max(500)
    .optional()
    .describe('URL of an OpenAI-compatible server.'),
  api_key: text('api_key', 1000).optional().describe('The provider’s API key. Omit it to keep the stored one.'),
}

export const editActions = ['rewrite', 'shorten', 'expand', 'translate', 'sentence'] as const
export type EditAction = (typeof editActions)[number]

/** Server-Sent Events of a generation. */
export const writing = z.object({
  thinking: z
    .object({ seconds: z.number().describe('Seconds since the model began to think.') })
    .describe('About once a second while the model thinks, also before `start`. Not every model thinks.'),
  start: z
    .object({
      model: z.string().describe('Model that writes.'),
      provider: z.string().describe('Provider of the model.'),
    })
    .describe('Before the first text: what writes.'),
  section: z
    .object({
      index: z.number().describe('Position of the section in the outline, from 0.'),
      text: z.string().describe('Heading of the section.'),
    })
    .describe('Begins a section.'),
  delta: z.object({ text: z.string().describe('Markdown to append.') }).describe('The next piece of text.'),
  citation: citation.describe('A citation in the text so far.'),
  usage: z
    .object({
      input_tokens: z
        .number()
        .nullable()
        .describe('Number of tokens sent to the model. Null if the provider didn’t report it.'),
      output_tokens: z
        .number()
        .nullable()
        .describe('Number of tokens the model wrote. Null if the provider didn’t report it.'),
      cached_input_tokens: z
        .number()
        .optional()
        .describe(
          'Number of input tokens that came from the provider’s prompt cache, which costs less. Omitted if it reported none.',
        ),
    })
    .describe('Tokens used.'),
  done: z
    .object({
      _id: itemId.describe('Id of the document.'),
      words: z.number().describe('Number of words.'),
      version: z.number().meta({ description: 'Number of the new version.', examples: [1] }),
      removed: removed.describe('What was removed from the model’s text. Up to 100 of each.'),
      notes: z.array(writingNote).optional().describe('What was cleaned, and whether the text ends abruptly.'),
    })
    .describe('Last event: the text is saved.'),
  error: failure
    .extend({
      message: z.string().describe('What happened, in one sentence.'),
      retryable: z.boolean().describe('Whether the same call may work later.'),
    })
    .describe('Last event if writing ended early. The partial text is saved.'),
})
export type Written = z.output<typeof writing>['done']

export const editDone = z
  .object({
    text: z.string().describe('The new passage.'),
    links: removed.shape.links.describe('Links that the model invented. They were removed. Up to 100.'),
  })
  .describe('Last event: the whole new passage.')
export type EditDone = z.output<typeof editDone>
