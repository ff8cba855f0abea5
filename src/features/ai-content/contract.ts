import { z } from 'zod'
import { heading, headingTypes } from '#features/reports/contract.ts'
import { access, endpoint, eventStream, fileDownload } from '#kit/endpoint.ts'
import { getPage, id, language, paging, text, timestamp } from '#kit/fields.ts'

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

/** A passage of the text based on a page: `[^n]` in `content_md`. */
export const citation = z.object({
  n: z.number(),
  url: z.string(),
  title: z.string(),
  /** The words of the page that support the sentence. */
  quote: z.string(),
})
export type Citation = z.output<typeof citation>

/** One part of the score: what it measures, its value, and what would raise it. */
export const scorePart = z.object({
  id: z.enum(['terms', 'headings', 'questions', 'originality', 'readability', 'length', 'links']),
  label: z.string(),
  /** 0–100. Null if there is nothing to compare with (no report, no pages read). */
  value: z.number().nullable(),
  /** Share of the total, 0–1. Parts without a value have none. */
  weight: z.number(),
  /** The value in words: "31 of 44", "grade 8". */
  figure: z.string(),
  /** Words, questions or headings that would raise the score most, best first. */
  missing: z.array(z.string()),
  /** One sentence that explains the value. */
  note: z.string(),
})
export type ScorePart = z.output<typeof scorePart>

export const score = z.object({ total: z.number(), parts: z.array(scorePart) })
export type Score = z.output<typeof score>

/** What a document is scored against. The browser has the same rules and scores while the user types. */
export const scoreTarget = z.object({
  language: z.string(),
  keywords: z.array(z.string()),
  /** Strongest first. */
  terms: z.array(z.object({ term: z.string(), weight: z.number(), pages: z.number() })),
  questions: z.array(z.string()),
  /** Headings at least two pages have, most common first. */
  headings: z.array(z.string()),
  pages: z.array(
    z.object({
      n: z.number(),
      url: z.string(),
      title: z.string(),
      words: z.number(),
      /** H2 and H3. */
      headings: z.number(),
      grade: z.number().nullable(),
      words_per_sentence: z.number(),
    }),
  ),
  /** The pages' passages as word numbers, to find what ranking pages already say. */
  passages: z.array(z.array(z.number())),
  /** Scores of the ranking pages. Null with fewer than two. */
  ranking: z.object({ low: z.number(), high: z.number() }).nullable(),
})
export type ScoreTarget = z.output<typeof scoreTarget>
export type TargetPage = ScoreTarget['pages'][number]

export const readability = z.object({
  /** US school grade (Flesch–Kincaid). Null for languages without such a formula. */
  grade: z.number().nullable(),
  /** Flesch reading ease, 0 (hard) to 100 (easy). Null for languages without such a formula. */
  ease: z.number().nullable(),
  words: z.number(),
  sentences: z.number(),
  words_per_sentence: z.number(),
  /** Share of sentences with more than 25 words, 0–1. */
  long_sentences: z.number(),
})
export type Readability = z.output<typeof readability>

/** A factual claim in the text: a number, date, comparison or superlative. */
export const claim = z.object({
  text: z.string(),
  /** Character offsets in the checked Markdown. */
  start: z.number(),
  end: z.number(),
  kind: z.enum(['number', 'date', 'comparison', 'superlative', 'attribution']),
  /**
   * `sourced`: cited and supported. `contradicted`: the cited page says otherwise. `unsupported`: cited, but not on
   * that page.
   */
  state: z.enum(['sourced', 'unsourced', 'contradicted', 'unsupported']),
  note: z.string(),
})
export type Claim = z.output<typeof claim>

/** Signs of AI writing by type, 0–100. Higher values are more typical of AI. */
export const signal = z.object({
  id: z.string(),
  label: z.string(),
  score: z.number(),
  note: z.string(),
  examples: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
})
export type Signal = z.output<typeof signal>

const versionHead = z.object({
  version: z.number(),
  title: z.string(),
  words: z.number(),
  cause: z.enum(['new', 'update', 'generation']),
  by: z.string().nullable(),
  at: timestamp,
})
export type VersionHead = z.output<typeof versionHead>

export const provenance = z.object({
  /** "builtin" if no model was used. */
  provider: z.string(),
  model: z.string(),
  prompt_version: z.string(),
})
export type Provenance = z.output<typeof provenance>

const short = (field: string, max = 200) => text(field, max)
const tone = short('tone', 100)
const audience = short('audience', 300)
const words = z
  .number('words must be a number.')
  .int('words must be a whole number.')
  .min(20, 'words must be at least 20.')
  .max(10_000, 'words can be at most 10,000.')
const instructions = text('instructions', 4000)
const outlineHeading = z.strictObject({
  type: z.enum(headingTypes, `type must be one of: ${headingTypes.join(', ')}.`),
  text: z.string('text must be a string.'),
})
const outline = z.array(outlineHeading).max(200, 'outline can have at most 200 headings.')
const keywords = z.array(text('keywords', 200)).max(100, 'keywords can have at most 100 entries.')
/** Characters of a document's Markdown. */
export const maxContentLength = 400_000
const contentMd = z
  .string('content_md must be a string.')
  .max(maxContentLength, `content_md can have at most ${maxContentLength.toLocaleString('en')} characters.`)
const sourceText = z.string('text must be a string.').max(100_000, 'text can have at most 100,000 characters.')
const templateName = z.enum(templateNames, `template must be one of: ${templateNames.join(', ')}.`)

/** The user's input. Each template's definition says which fields it uses. */
export const briefing = z.object({
  keywords: z.array(z.string()),
  tone: z.string().nullable(),
  audience: z.string().nullable(),
  language: z.string(),
  words: z.number().nullable(),
  instructions: z.string().nullable(),
  /** The text that rewrite, summary and similar templates work on. */
  text: z.string().nullable(),
  /** The report's topic that the text is about. */
  cluster_id: z.string().nullable().optional(),
})
export type Briefing = z.output<typeof briefing>

export const documentHead = z.object({
  _id: z.string(),
  title: z.string(),
  template: templateName,
  status: z.enum(documentStatuses),
  words: z.number(),
  score: z.number().nullable(),
  updated_at: timestamp,
})
export type DocumentHead = z.output<typeof documentHead>

export const document = documentHead.extend({
  ...briefing.omit({ words: true }).shape,
  words_wanted: z.number().nullable(),
  workspace_id: z.string(),
  report_id: z.string().nullable(),
  brand_voice_id: z.string().nullable(),
  /** Set if the user chose another engine than the workspace's: "builtin" or a model's name. */
  model: z.string().nullable(),
  content_md: z.string(),
  outline: z.array(heading),
  citations: z.array(citation),
  version: z.number(),
  versions: z.array(versionHead),
  /** Null until a text is generated. */
  provenance: provenance.nullable(),
  /** Why the last generation ended early. */
  error: z.string().nullable(),
  created_at: timestamp,
})
export type Document = z.output<typeof document>

/** A document with its score explained. */
export const scoredDocument = document.extend({ score: score.nullable() })
export type ScoredDocument = z.output<typeof scoredDocument>

export const brandVoice = z.object({
  _id: z.string(),
  name: z.string(),
  /** Traits learned from the samples, as sentences a writer can follow. */
  traits: z.array(z.string()),
  /** Number of words in the samples. */
  words: z.number(),
  created_at: timestamp,
})
export type BrandVoice = z.output<typeof brandVoice>

export const modelProviders = ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama'] as const
export type ModelProvider = (typeof modelProviders)[number]

export const modelChoice = z.object({
  provider: z.enum(modelProviders),
  model: z.string(),
  base_url: z.string().nullable(),
  /** The key's last four characters. The key itself is never returned. */
  key_hint: z.string().nullable(),
})
export type ModelChoice = z.output<typeof modelChoice>

const modelSettings = {
  workspace_id: id('workspace_id'),
  provider: z.enum(modelProviders, `provider must be one of: ${modelProviders.join(', ')}.`),
  model: short('model'),
  base_url: z.url('base_url must be a URL such as https://models.example.com/v1.').max(500).optional(),
  /** Omitted: the stored key is used. */
  api_key: text('api_key', 1000).optional(),
}

export const editActions = ['rewrite', 'shorten', 'expand', 'translate', 'sentence'] as const
export type EditAction = (typeof editActions)[number]

/** Server-Sent Events of a generation. */
export const writing = z.object({
  start: z.object({ model: z.string(), provider: z.string() }),
  section: z.object({ index: z.number(), text: z.string() }),
  delta: z.object({ text: z.string() }),
  citation,
  usage: z.object({ input_tokens: z.number().nullable(), output_tokens: z.number().nullable() }),
  done: z.object({ _id: z.string(), words: z.number(), version: z.number() }),
  error: z.object({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    /** The cause in snake_case, such as "model_timeout". */
    reason: z.string().optional(),
    retryable: z.boolean(),
  }),
})

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'content:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'content:write')

export const aiContentContract = {
  new: endpoint({
    path: '/ai/new',
    access: write('workspace'),
    summary: 'Create an empty document. POST /stream writes it. Uses no units (credits).',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      template: templateName,
      title: text('title', 300, 0).optional(),
      keywords: keywords.optional(),
      outline: outline.optional(),
      tone: tone.optional(),
      audience: audience.optional(),
      /** Default: the report's language, otherwise "en". */
      language: language.optional(),
      words: words.optional(),
      report_id: id('report_id').optional(),
      /**
       * A topic of the report: the text is scored against its keywords, questions and pillar. Omitted with a list: the
       * list's main topic.
       */
      cluster_id: id('cluster_id').optional(),
      instructions: instructions.optional(),
      text: sourceText.optional(),
      brand_voice_id: id('brand_voice_id').optional(),
      model: short('model').optional(),
    }),
    output: z.object({ item: document }),
  }),
  stream: eventStream({
    path: '/stream',
    access: write('resource'),
    summary: 'Write the document or one section, as Server-Sent Events. Uses one ai unit (credit).',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      /** Index of the outline heading whose section is rewritten. The rest doesn't change. */
      section: z.number('section must be a number.').int('section must be a whole number.').min(0).max(199).optional(),
      instruction: text('instruction', 4000).optional(),
      /** `continue` appends to the text. */
      mode: z.enum(['write', 'continue'], 'mode must be write or continue.').default('write'),
    }),
    output: writing,
  }),
  edit: eventStream({
    path: '/ai/edit',
    access: write('resource'),
    summary:
      'Rewrite, shorten, expand or translate a passage, as Server-Sent Events; or write a sentence with a term (sent as text) that follows the text in before. The document isn’t changed. Uses one ai unit (credit).',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      action: z.enum(editActions, `action must be one of: ${editActions.join(', ')}.`),
      text: text('text', 20_000),
      /** Up to 2,000 characters around the passage, for context only. */
      before: z.string().max(2000, 'before can have at most 2,000 characters.').optional(),
      after: z.string().max(2000, 'after can have at most 2,000 characters.').optional(),
      instruction: text('instruction', 1000).optional(),
      /** Target language of translate. */
      language: language.optional(),
    }),
    output: z.object({
      start: writing.shape.start,
      delta: writing.shape.delta,
      usage: writing.shape.usage,
      done: z.object({ text: z.string() }),
      error: writing.shape.error,
    }),
  }),
  find: endpoint({
    path: '/ai/find',
    access: read('workspace'),
    summary: 'List documents, most recently updated first.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      template: templateName.optional(),
      q: z.string('q must be a string.').max(200, 'q can have at most 200 characters.').optional(),
      ...paging,
    }),
    output: getPage(documentHead),
  }),
  single: endpoint({
    path: '/ai/single',
    access: read('resource'),
    summary: 'Get a document with its text, outline, citations, content score, versions and provenance.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ item: scoredDocument }),
  }),
  version: endpoint({
    path: '/ai/version',
    access: read('resource'),
    summary: 'Get an earlier version of a document.',
    input: z.strictObject({ _id: id(), version: z.int32('version must be a whole number.').min(1) }),
    output: z.object({
      version: versionHead.extend({
        content_md: z.string(),
        outline: z.array(heading),
        citations: z.array(citation),
      }),
    }),
  }),
  update: endpoint({
    path: '/ai/update',
    access: write('resource'),
    summary: 'Save a document. A stale version answers 409 with the current one in details.',
    maxBytes: 3_000_000,
    input: z.strictObject({
      _id: id(),
      title: text('title', 300, 0).optional(),
      content_md: contentMd.optional(),
      outline: outline.optional(),
      version: z.number('version must be a number.').int('version must be a whole number.').min(1),
    }),
    output: z.object({ item: document }),
  }),
  delete: endpoint({
    path: '/ai/delete',
    access: write('resource'),
    summary: 'Delete a document and all its versions.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  more: endpoint({
    path: '/ai/more',
    access: write('resource'),
    summary: 'Write more variations of a short text or of an article’s introduction. Uses one ai unit (credit) each.',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      count: z
        .number('count must be a number.')
        .int('count must be a whole number.')
        .min(1, 'count must be 1 to 5.')
        .max(5, 'count must be 1 to 5.'),
    }),
    output: z.object({ outputs: z.array(z.object({ _id: z.string(), text: z.string() })) }),
  }),
  check: endpoint({
    path: '/ai/check',
    access: read('resource'),
    summary: 'Get the progress of a generation, or the content score, readability, style signals and claims of a text.',
    maxBytes: 2_000_000,
    input: z.strictObject({
      _id: id().optional(),
      text: contentMd.optional(),
      keywords: keywords.optional(),
      report_id: id('report_id').optional(),
      /** A topic of the report. */
      cluster_id: id('cluster_id').optional(),
    }),
    output: z.object({
      status: z.enum(documentStatuses).optional(),
      progress: z.number().optional(),
      score: score.optional(),
      readability: readability.optional(),
      signals: z.array(signal).optional(),
      claims: z.array(claim).optional(),
    }),
  }),
  target: endpoint({
    path: '/ai/target',
    access: read('resource'),
    summary: 'Get what a document is scored against: terms, questions, headings and figures of the ranking pages.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ target: scoreTarget }),
  }),
  export: fileDownload({
    method: 'GET',
    path: '/ai/export/:id',
    access: read('resource'),
    summary: 'Export a document as Markdown, HTML or DOCX.',
    input: z.strictObject({
      id: id('id'),
      format: z.enum(['md', 'html', 'docx'], 'format must be one of: md, html, docx.').default('md'),
    }),
    output: z.any(),
  }),
  events: eventStream({
    method: 'GET',
    path: '/ai/events/:id',
    access: read('resource'),
    summary: 'Stream document changes to other tabs.',
    input: z.strictObject({ id: id('id') }),
    output: z.object({ changed: z.object({ version: z.number(), status: z.enum(documentStatuses) }) }),
  }),
  voices: endpoint({
    path: '/ai/voices/list',
    access: read('workspace'),
    summary: 'List the brand voices of a workspace.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ items: z.array(brandVoice) }),
  }),
  addVoice: endpoint({
    path: '/ai/voices/add',
    access: write('workspace'),
    summary: 'Create a brand voice from writing samples.',
    idempotent: true,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      name: short('name', 80),
      samples: z
        .array(text('samples', 20_000, 1))
        .min(1, 'samples is empty.')
        .max(10, 'samples can have at most 10 texts.'),
    }),
    output: z.object({ voice: brandVoice }),
  }),
  removeVoice: endpoint({
    path: '/ai/voices/remove',
    access: write('resource'),
    summary: 'Delete a brand voice. Texts written with it aren’t affected.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  models: endpoint({
    path: '/ai/models/get',
    access: read('workspace'),
    summary: 'Get the AI models available here: the installation’s and the workspace’s own.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      /** Null if no model is set; then `builtin` writes. */
      installation: z.object({ provider: z.string(), model: z.string() }).nullable(),
      workspace: modelChoice.nullable(),
    }),
  }),
  saveModel: endpoint({
    path: '/ai/models/save',
    access: access.workspace('admin', null),
    support: false,
    summary: 'Set the workspace’s own model and API key. The key is encrypted and never shown again.',
    input: z.strictObject(modelSettings),
    output: z.object({ workspace: modelChoice }),
  }),
  testModel: endpoint({
    path: '/ai/models/test',
    access: access.workspace('admin', null),
    support: false,
    summary: 'Test a model with a short question.',
    input: z.strictObject(modelSettings),
    output: z.object({
      ok: z.boolean(),
      ms: z.number(),
      message: z.string(),
      /** Why it failed, such as "model_unauthorized". Null if it responded. */
      reason: z.string().nullable(),
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
}
