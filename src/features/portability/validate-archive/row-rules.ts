import { z } from 'zod'
import {
  aiContentContract,
  brandVoice,
  briefing,
  citation,
  documentStatuses,
  maxContentLength,
  provenance,
  score,
  templateNames,
} from '#features/ai-content/contract.ts'
import { isShallow } from '#features/analytics/contract.ts'
import { cmsContract, postSource, postStatuses } from '#features/cms/contract.ts'
import { domainsContract } from '#features/domains/contract.ts'
import { facts, maxTextLength, runStatuses, sentence, strengths, textReading } from '#features/humanizer/contract.ts'
import { imageSizes, imagesContract } from '#features/images/contract.ts'
import { importKinds, keywordImport, keywordText, listOrigins, listsContract } from '#features/keywords/contract.ts'
import { frequencies, filters as listenerFilters, listenerStatuses, notify } from '#features/listeners/contract.ts'
import {
  heading,
  intents,
  newReport,
  overview,
  reportStatuses,
  reportTypes,
  rowTypes,
  sectionNames,
  sourceState,
  stages,
  trend,
  volume,
} from '#features/reports/contract.ts'
import { lookupKinds, trendAnswer, trendRanges, trendSources, volumeAnswer } from '#features/research/contract.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { country, language } from '#kit/fields.ts'

/**
 * Validation of archive values beyond their column types, which the database checks. The same rules as in the API. Invalid values reject
 * the archive; nothing is repaired.
 */
export type RowRules = Record<string, z.ZodType>

const short = (max = 500) => z.string().max(max)
const long = (max = 2_000_000) => z.string().max(max)
/** A 32-bit integer from 0. */
const count = z.int().min(0).max(2_147_483_647)
const money = z.number().min(0).max(1e12)
const figure = z.number().min(-1e15).max(1e15)

/**
 * Allows http, https and relative URLs. Other schemes, such as javascript:, are XSS risks; so are control characters, which browsers
 * ignore in schemes.
 */
export const isSafeUrl = (url: string) =>
  !/\p{Cc}/u.test(url) && (!/^\s*[a-z][a-z0-9+.-]*:/i.test(url) || /^https?:\/\//i.test(url))
const url = z.string().max(8000).refine(isSafeUrl, 'links to something that isn’t a web page')

/** JSON of any shape, with limited nesting and only safe URLs. */
const loose = z
  .unknown()
  .refine((value) => isShallow(value, 12), 'is nested too deep')
  .refine((value) => everyUrl(value, isSafeUrl), 'links to something that isn’t a web page')
const shaped = <T extends z.ZodType>(schema: T) =>
  loose.refine((value) => schema.safeParse(value).success, 'has an unexpected structure')

const addressFields = new Set(['url', 'urls', 'href', 'link', 'address', 'canonical', 'cover'])

function everyUrl(value: unknown, passes: (url: string) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((each) => everyUrl(each, passes))
  return Object.entries(value).every(([name, each]) =>
    addressFields.has(name) && typeof each === 'string' ? passes(each) : everyUrl(each, passes),
  )
}

const storedVolume = volume.omit({ provider: true, as_of: true }).partial()
const importedNumbers = z
  .object({
    volume: storedVolume,
    cpc: z.object({ value: z.number(), currency: z.string().nullable() }),
    monthly: z.array(z.object({ t: z.string(), v: z.number() })),
    url: z.string(),
  })
  .partial()

/** Keywords of a listener, one per line. */
const lines = long(20_000_000)
const headings = shaped(z.array(heading))
const citations = shaped(z.array(citation))
const post = cmsContract.update.input.shape
const postTags = z.array(short(60)).max(20)
const postParts = {
  slug: post.slug.unwrap(),
  title: post.title.unwrap(),
  excerpt: post.excerpt.unwrap(),
  body_md: post.body_md.unwrap(),
  cover: post.cover,
  tags: postTags,
  lang: language,
  status: z.enum(postStatuses),
  seo: post.seo.unwrap(),
}
const storedFile = z.strictObject({
  size: z.enum(imageSizes),
  // Part of a storage key, so path traversal must be impossible.
  name: z.string().regex(/^(?:full|1280|640|320)-[0-9a-f]{16}\.(?:png|jpg|webp|avif)$/),
  width: z.int().min(1).max(2560),
  height: z.int().min(1).max(16_383),
  bytes: z.int().min(1).max(64_000_000),
  mime: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']),
})
export const imageFiles = z.array(storedFile).min(1).max(imageSizes.length)

export const rowRules: Record<string, RowRules> = {
  workspaces: { name: workspacesContract.add.input.shape.name, color: workspacesContract.add.input.shape.color },
  imports: {
    kind: z.enum(importKinds),
    file_name: short(300),
    rows: count,
    accepted: count,
    rejected_total: count,
    rejected: shaped(keywordImport.shape.rejected.max(1000)),
    columns: shaped(keywordImport.shape.columns),
    left_out: shaped(keywordImport.shape.left_out.max(100)),
  },
  import_rows: { line: count, key: short(1000), text: short(1000), data: shaped(importedNumbers) },
  reports: {
    type: z.enum(reportTypes),
    query: newReport.shape.query.unwrap(),
    country,
    language,
    depth: z.int().min(1).max(4),
    status: z.enum(reportStatuses),
    stage: z.enum(stages),
    progress: z.number().min(0).max(1),
    error: short(2000).nullable(),
    row_count: count,
    wanted_sources: z.array(short(40)).max(50).nullable(),
    missing: shaped(z.record(z.string(), z.string())),
    sources: shaped(z.array(sourceState.loose()).max(50)),
    // At least 1, or a retry would be free.
    units: z.int().min(1).max(1_000_000),
    cost_usd: money,
    overview: shaped(overview.partial().nullable()),
    trend: shaped(trend.nullable()),
    attempt: count,
  },
  report_asks: {
    source: short(40),
    term: short(1000),
    depth: count,
    found: count,
    ms: count,
    urls: z.array(url).max(1000).nullable(),
  },
  report_rows: {
    key: short(1000),
    text: short(1000),
    type: z.enum(rowTypes),
    modifier: short(200).nullable(),
    sources: z.array(short(40)).max(50),
    depth: count,
    heard: loose,
    popularity: figure.nullable(),
    volume_value: figure.nullable(),
    volume_low: figure.nullable(),
    volume_high: figure.nullable(),
    volume_provider: short(100).nullable(),
    impressions: figure.nullable(),
    clicks: figure.nullable(),
    ctr: figure.nullable(),
    average_position: figure.nullable(),
    monthly: shaped(
      z
        .array(z.object({ t: z.string(), v: z.number() }))
        .max(1000)
        .nullable(),
    ),
    cpc_value: figure.nullable(),
    cpc_currency: short(10).nullable(),
    competition: figure.nullable(),
    difficulty: figure.nullable(),
    intent: z.enum(intents).nullable(),
    intent_confidence: figure.nullable(),
    position: count.nullable(),
  },
  report_discussions: {
    url,
    source: short(40),
    title: short(5000),
    score: z.int().nullable(),
    answers: z.int().nullable(),
  },
  report_pages: {
    url,
    rank: z.int(),
    source: short(40),
    domain: short(300),
    title: short(5000),
    snippet: short(20_000),
    fetched: short(500).nullable(),
    words: count.nullable(),
    headings: shaped(z.array(heading).nullable()),
    content: long().nullable(),
    terms: z.array(short()).nullable(),
  },
  report_features: {
    source: short(40),
    position: z.int(),
    type: short(100),
    rank: z.int().nullable(),
    title: short(5000).nullable(),
  },
  report_clusters: {
    position: count,
    name: short(1000),
    pillar: short(1000),
    intent: short(40).nullable(),
    keywords: count,
    volume: figure.nullable(),
  },
  report_terms: { term: short(1000), kind: z.enum(['word', 'phrase', 'entity']), weight: figure, pages: count },
  shares: { sections: z.array(z.enum(sectionNames)).max(sectionNames.length) },
  brand_voices: {
    name: aiContentContract.addVoice.input.shape.name,
    samples: z.array(short(20_000)).max(10),
    traits: shaped(brandVoice.shape.traits.max(100)),
    word_count: count,
  },
  documents: {
    template: z.enum(templateNames),
    title: short(1000),
    status: z.enum(documentStatuses).exclude(['writing']),
    briefing: shaped(briefing),
    model: short(200).nullable(),
    content_md: long(maxContentLength),
    word_count: count,
    outline: headings,
    citations,
    score: shaped(score.nullable()),
    provenance: shaped(provenance.nullable()),
    error: short(2000).nullable(),
    version: z.int().min(1),
  },
  document_versions: {
    version: z.int().min(1),
    title: short(1000),
    content_md: long(maxContentLength),
    word_count: count,
    outline: headings,
    citations,
    cause: z.enum(['new', 'update', 'generation']),
  },
  generations: {
    kind: z.enum(['document', 'section', 'continue', 'more', 'edit']),
    status: z.enum(['done', 'cut', 'failed']),
    provider: short(100),
    model: short(300),
    prompt_version: short(100),
    input_tokens: count.nullable(),
    output_tokens: count.nullable(),
    output: long().nullable(),
    progress: z.number().min(0).max(1),
    characters: count,
    error: short(2000).nullable(),
    units: count,
  },
  humanizer_runs: {
    status: z.enum(runStatuses).exclude(['running']),
    text: long(maxTextLength),
    word_count: count,
    strength: z.enum(strengths),
    tone: short(100).nullable(),
    language: short(35),
    frozen: shaped(z.array(z.string()).max(100)),
    provider: short(100),
    model: short(300),
    prompt_version: short(100),
    input_tokens: count.nullable(),
    output_tokens: count.nullable(),
    reading_before: shaped(textReading.nullable()),
    reading_after: shaped(textReading.nullable()),
    sentences: shaped(z.array(sentence)),
    changed: count,
    facts: shaped(facts.nullable()),
    notice: short(2000).nullable(),
    error: short(2000).nullable(),
    units: count,
  },
  posts: {
    ...postParts,
    words: count,
    old_slugs: z.array(postParts.slug).max(1000).optional(),
    sources: shaped(z.array(postSource).max(1000)),
    version: z.int().min(1),
    likes: count,
  },
  post_versions: {
    version: z.int().min(1),
    content: z.strictObject({ ...postParts, publish_at: z.iso.datetime({ offset: true }).nullable() }),
  },
  lookups: {
    kind: z.enum(lookupKinds),
    status: z.literal('done'),
    question: shaped(
      z.object({
        keywords: z.array(keywordText('keywords')).max(1000),
        country: z.string().nullable(),
        language: z.string().nullable(),
        range: z.enum(trendRanges).nullable(),
        source: z.enum(trendSources).nullable(),
      }),
    ),
    answer: shaped(z.union([trendAnswer.omit({ lookup_id: true }), volumeAnswer.omit({ lookup_id: true })]).nullable()),
    provider: short(100).nullable(),
    known: count,
    missing: count,
    units: count,
    cost_usd: money,
  },
  keyword_lists: { name: listsContract.rename.input.shape.name, item_count: count },
  keyword_list_items: {
    key: short(1000),
    text: keywordText('text'),
    from_kind: z.enum(listOrigins),
    from_label: short(300).nullable(),
  },
  listeners: {
    keyword: short(200),
    country,
    language,
    wanted_sources: z.array(short(40)).max(50).nullable(),
    frequency: z.enum(frequencies),
    include: listenerFilters.shape.include,
    exclude: listenerFilters.shape.exclude,
    notify_emails: notify.shape.email,
    webhook: notify.shape.webhook,
    status: z.enum(listenerStatuses),
    attempt: count,
    run_count: count,
    new_count: count,
    heard_count: count,
    failing: count,
    volatility: figure.nullable(),
    sparkline: z.array(count).max(1000),
    heard: shaped(z.record(z.string(), z.object({ digest: z.string(), at: z.string() }).loose())),
  },
  listener_runs: {
    no: z.int().min(1),
    added: count,
    removed: count,
    heard: count,
    sources: shaped(
      z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          outcome: z.enum(['answered', 'cut_short', 'failed', 'skipped']),
          count: z.number(),
          error: z.string().nullable(),
          spent_usd: figure.optional(),
        }),
      ),
    ),
  },
  listener_items: {
    source: short(40),
    first_run: count,
    run_no: count,
    texts: lines,
    keys: lines.nullable(),
    passes: lines.nullable(),
  },
  listener_changes: {
    kind: z.enum(['returned', 'removed', 'confirmed']),
    source: short(40),
    no: count,
    run_no: count,
    keys: lines,
  },
  images: {
    name: short(200).regex(/^[^\p{Cc}]*$/u),
    alt: imagesContract.update.input.shape.alt.unwrap(),
    files: imageFiles,
    source_hash: z.string().regex(/^\\x[0-9a-f]{64}$/),
  },
  brands: {
    name: domainsContract.addUpdate.input.shape.brand.unwrap().unwrap().shape.name,
    color: domainsContract.addUpdate.input.shape.brand.unwrap().unwrap().shape.color,
  },
}
