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
import { domainsContract } from '#features/domains/contract.ts'
import { facts, maxTextLength, runStatuses, sentence, strengths, textReading } from '#features/humanizer/contract.ts'
import { imageSizes, imagesContract } from '#features/images/contract.ts'
import {
  importKinds,
  importReading,
  keywordImport,
  keywordText,
  listNumbers,
  listOrigins,
  listsContract,
  unreadCell,
} from '#features/keywords/contract.ts'
import { frequencies, filters as listenerFilters, listenerStatuses, notify } from '#features/listeners/contract.ts'
import { heading, sectionNames, viewFields, volume } from '#features/reports/contract.ts'
import { outlinesContract } from '#features/reports/contract-outlines.ts'
import { lookupKinds, trendAnswer, trendRanges, trendSources, volumeAnswer } from '#features/research/contract.ts'
import { permissions } from '#features/review/contract.ts'
import { comment, maxCommentLength, maxMentions, maxQuoteLength, mention } from '#features/review/contract-comments.ts'
import { planPermissions } from '#features/review/contract-plans.ts'
import { maxNoteLength, reviewState, reviewStates } from '#features/review/contract-state.ts'
import { extraKinds, mailingFrequencies } from '#features/sharing/contract.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { country, email, failure, language } from '#kit/fields.ts'
import { activityRowRules } from './activity-row-rules.ts'
import { batchRowRules } from './batch-row-rules.ts'
import { count, figure, long, money, shaped, short, storedFailure } from './field-rules.ts'
import { planRowRules } from './plan-row-rules.ts'
import { postRowRules } from './post-row-rules.ts'
import { publicationRowRules } from './publication-row-rules.ts'
import { reportRowRules } from './report-row-rules.ts'
import { siteRowRules } from './site-row-rules.ts'
import { visibilityRowRules } from './visibility-row-rules.ts'

/**
 * Validation of archive values beyond their column types, which the database checks. The same rules as in the API. Invalid values reject
 * the archive; nothing is repaired.
 */
export type RowRules = Record<string, z.ZodType>

/** Without ids, which are of another server. */
const importedMentions = shaped(z.array(mention.extend({ user_id: z.null() })).max(maxMentions)).optional()

const importedNumbers = z
  .object({
    volume: volume.omit({ provider: true, as_of: true }).partial(),
    cpc: z.object({ value: z.number(), currency: z.string().nullable() }),
    monthly: z.array(
      z.object({
        t: z.string(),
        v: z.number().nullable(),
        low: z.number().nullable().optional(),
        high: z.number().nullable().optional(),
      }),
    ),
    interest: z.array(z.object({ t: z.string(), v: z.number() })),
    trends: z.array(z.object({ list: z.enum(['top', 'rising']), value: z.number().nullable(), breakout: z.boolean() })),
    parent: z.string().max(300),
    depth: z.number(),
    url: z.string(),
    serp: z.array(z.string().max(2000)).max(10),
  })
  .partial()

/** Keywords of a listener, one per line. */
const lines = long(20_000_000)
const headings = shaped(z.array(heading))
const citations = shaped(z.array(citation))
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
    unread_total: count.optional(),
    unread: shaped(z.array(unreadCell).max(1000)).optional(),
    reading: shaped(importReading.nullable()).optional(),
  },
  import_rows: { line: count, key: short(1000), text: short(1000), data: shaped(importedNumbers) },
  ...reportRowRules,
  ...visibilityRowRules,
  outlines: { headings: shaped(outlinesContract.save.input.shape.headings), version: count },
  shares: { sections: z.array(z.enum(sectionNames)).max(sectionNames.length), title: short(200).nullable().optional() },
  review_links: { may: z.enum(permissions) },
  document_reviews: {
    state: z.enum(reviewStates),
    version: count,
    by_kind: reviewState.shape.by.shape.kind,
    by_name: short(200),
    note: short(maxNoteLength),
  },
  document_comments: {
    quote: short(maxQuoteLength),
    prefix: short(200),
    suffix: short(200),
    text: short(maxCommentLength),
    mentions: importedMentions,
    author_kind: comment.shape.author.shape.kind,
    author_name: short(200),
    key_name: short(80).nullable().optional(),
    resolver_name: short(200).nullable(),
  },
  plan_review_links: { may: z.enum(planPermissions) },
  plan_comments: {
    item_title: short(300),
    text: short(maxCommentLength),
    mentions: importedMentions,
    author_kind: comment.shape.author.shape.kind,
    author_name: short(200),
    key_name: short(80).nullable().optional(),
    resolver_name: short(200).nullable(),
  },
  document_proposals: { base_version: count, base_md: long(maxContentLength), author_name: short(200) },
  document_suggestions: {
    start_at: count,
    end_at: count,
    before: long(maxContentLength),
    after: long(maxContentLength),
    state: z.enum(['open', 'accepted', 'rejected']),
    key_name: short(80).nullable().optional(),
  },
  report_mailings: {
    frequency: z.enum(mailingFrequencies),
    sections: z.array(z.enum(sectionNames)).min(1).max(sectionNames.length),
    title: short(200).nullable().optional(),
    message: short(500).nullable(),
  },
  report_mail_recipients: { email, name: short(80) },
  report_mail_extras: { no: count, kind: z.enum(extraKinds) },
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
    failure: storedFailure,
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
    key_name: short(80).nullable().optional(),
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
    failure: storedFailure,
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
    failure: storedFailure,
    units: count,
  },
  ...postRowRules,
  ...publicationRowRules,
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
  keyword_views: {
    name: viewFields.name,
    filter: shaped(viewFields.filter),
    sort: short(40).nullable(),
    columns: z.array(short(40)).max(50).nullable(),
  },
  ...planRowRules,
  ...activityRowRules,
  ...batchRowRules,
  ...siteRowRules,
  keyword_lists: {
    name: listsContract.rename.input.shape.name,
    language: language.nullable().optional(),
    item_count: count,
  },
  keyword_list_items: {
    key: short(1000),
    text: keywordText('text'),
    from_kind: z.enum(listOrigins),
    from_label: short(300).nullable(),
    numbers: shaped(listNumbers.nullable().optional()),
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
          failure: failure.nullish(),
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
