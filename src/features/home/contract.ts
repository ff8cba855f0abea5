import { z } from 'zod'
import { documentStatuses, templateNames } from '#features/ai-content/contract.ts'
import { batchStatuses, pauseReasons } from '#features/bulk-writing/contract.ts'
import { sourceError } from '#features/listeners/contract.ts'
import { reportHead } from '#features/reports/contract.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, failure, id, itemId, timestamp } from '#kit/fields.ts'

export const failureKinds = ['report', 'source', 'document', 'webhook', 'listeners_paused'] as const

export const homeFailure = z
  .object({
    kind: z
      .enum(failureKinds)
      .describe(
        'What failed. `source`: a source didn’t answer in reports that are otherwise done. `listeners_paused`: the plan’s limit paused listeners.',
      ),
    subject_id: itemId
      .nullable()
      .describe('Id of the latest report, document or listener it’s about. Null for paused listeners.'),
    title: z.string().meta({ description: 'Name of what failed.', examples: ['Reddit'] }),
    count: z.number().describe('How many reports, documents, deliveries or listeners it affects.'),
    error: z.string().nullable().describe('Why, in one sentence. Null if no reason is known.'),
    failure: failure.nullable().describe('Why, with the code, reason and params of an API error. Null if not known.'),
    link: z.string().meta({ description: 'Path of the screen where it can be solved.', examples: ['/app/reports'] }),
    at: timestamp.describe('When it last happened.'),
  })
  .meta({ id: 'HomeFailure' })
export type HomeFailure = z.output<typeof homeFailure>

export const homeVolume = z
  .object({
    value: z.number().describe('Searches per month.'),
    provider: z.string().meta({ description: 'Where the number is from.', examples: ['Import'] }),
    as_of: z
      .string()
      .nullable()
      .meta({ description: 'Date of the number. Null if its file doesn’t say.', examples: ['2026-03-01'] }),
  })
  .nullable()
  .describe('Search volume from the workspace’s imports. Null where no import has one.')

export const keywordChange = z
  .object({
    kind: z.enum(['new', 'lost']).describe('Whether it appeared or is no longer suggested.'),
    text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
    type: z.string().describe('Type of keyword.'),
    sources: z
      .array(z.string())
      .meta({ description: 'Sources that added or dropped it.', examples: [['google_suggest']] }),
    volume: homeVolume,
    listener_id: itemId.describe('Id of the listener.'),
    run_id: itemId.describe('Id of the run.'),
    at: timestamp.describe('When the run ended.'),
  })
  .meta({ id: 'HomeKeyword' })
export type KeywordChange = z.output<typeof keywordChange>

export const listenerChange = z
  .object({
    _id: itemId.describe('Id of the listener.'),
    keyword: z.string().meta({ description: 'The topic.', examples: ['cold brew coffee'] }),
    runs: z.number().describe('Number of runs since then.'),
    new: z.number().describe('Number of new keywords, returned ones included.'),
    lost: z.number().describe('Number of lost keywords.'),
    first: z.number().nullable().describe('Number of keywords of its first run. Null if that was earlier.'),
    at: timestamp.describe('When it last ran.'),
    failed_sources: z
      .array(sourceError)
      .describe('Sources without a full answer in the latest run. Their keywords aren’t counted as lost.'),
    link: z.string().meta({ description: 'Path of the listener’s screen.', examples: ['/app/listeners'] }),
  })
  .meta({ id: 'HomeListener' })
export type ListenerChange = z.output<typeof listenerChange>

export const finishedItem = z.object({
  kind: z.enum(['report', 'document', 'post']).describe('What was finished or published.'),
  _id: itemId.describe('Its id.'),
  title: z.string().meta({ description: 'Its name.', examples: ['cold brew coffee'] }),
  count: z.number().nullable().describe('Keywords of a report, words of a document. Null for a post.'),
  link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/reports'] }),
  at: timestamp.describe('When it was finished or published.'),
})
export type FinishedItem = z.output<typeof finishedItem>

export const draftItem = z.object({
  _id: itemId.describe('Id of the document.'),
  title: z.string().meta({ description: 'Title.', examples: ['How to make cold brew coffee'] }),
  template: z.enum(templateNames).describe('Type of document.'),
  status: z.enum(documentStatuses).describe('Status of the document.'),
  words: z.number().describe('Number of words.'),
  score: z.number().nullable().describe('Content score, 0 to 100. Null if it isn’t scored.'),
  by: z
    .string()
    .nullable()
    .meta({ description: 'Who created it. Null if their account was deleted.', examples: ['Ada Lovelace'] }),
  updated_at: timestamp.describe('When it was last changed.'),
  link: z.string().meta({ description: 'Path of the editor.', examples: ['/app/content'] }),
})
export type DraftItem = z.output<typeof draftItem>

export const dueItem = z.object({
  kind: z.enum(['post']).describe('`post`: a scheduled post.'),
  _id: itemId.describe('Its id.'),
  title: z.string().meta({ description: 'Its title.', examples: ['How to make cold brew coffee'] }),
  at: timestamp.describe('When it’s due.'),
  link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/content'] }),
})
export type DueItem = z.output<typeof dueItem>

export const rankChange = z
  .object({
    _id: itemId.describe('Id of the rank tracker.'),
    domain: z.string().meta({ description: 'The site.', examples: ['example.com'] }),
    up: z.number().describe('Keywords that rose or came.'),
    down: z.number().describe('Keywords that fell or were lost.'),
    gaps: z.number().describe('Keywords that couldn’t be checked. They’re neither up nor down.'),
    moved: z.boolean().describe('Whether the keywords moved as a whole, beyond chance.'),
    at: timestamp.describe('When it last ran.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/ranks'] }),
  })
  .meta({ id: 'HomeRanks' })
export type RankChange = z.output<typeof rankChange>

export const answerChange = z
  .object({
    _id: itemId.describe('Id of the watch.'),
    brand: z.string().meta({ description: 'The brand.', examples: ['Hollow Oak'] }),
    mentioned: z
      .object({
        share: z.number().nullable().describe('Mean share of answers that name it, 0 to 1. Null without answers.'),
        low: z.number().nullable().describe('Lower end of the 95% interval.'),
        high: z.number().nullable().describe('Upper end of the 95% interval.'),
      })
      .describe('Answers of the latest period that name the brand.'),
    failed: z.number().describe('Runs that failed. They aren’t counted.'),
    moved: z.boolean().describe('Whether anything moved beyond chance.'),
    examples: z.array(z.string()).describe('What moved, up to 5.'),
    at: timestamp.describe('When it last ran.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/answers'] }),
  })
  .meta({ id: 'HomeAnswers' })
export type AnswerChange = z.output<typeof answerChange>

export const homeBatch = z
  .object({
    _id: itemId.describe('Id of the batch.'),
    name: z.string().meta({ description: 'Its name.', examples: ['Cold brew, winter 2026'] }),
    status: z.enum(batchStatuses).describe('Status of the batch.'),
    reason: z.enum(pauseReasons).nullable().describe('Why it’s paused. Null if it isn’t.'),
    done: z.number().describe('Texts that are written and wait for review.'),
    failed: z.number().describe('Texts that failed.'),
    total: z.number().describe('Texts of the batch.'),
    overlaps: z.number().describe('Pairs of its articles that compete with each other.'),
    at: timestamp.describe('When it ended. If it isn’t over: when it was created.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/plan/batches'] }),
  })
  .meta({ id: 'HomeBatch' })
export type HomeBatch = z.output<typeof homeBatch>

export const siteChange = z
  .object({
    _id: itemId.describe('Id of the decay.'),
    site: z.string().meta({ description: 'The site.', examples: ['hollowoak.example'] }),
    page: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/shelf-life'] }),
    title: z.string().nullable().describe('Title of the page. Null if it wasn’t crawled.'),
    change: z.number().meta({ description: 'Share of clicks lost, below 0.', examples: [-0.38] }),
    lost: z.number().describe('Clicks lost in 28 days.'),
    cause: z.enum(['demand', 'position', 'ctr']).describe('What took most of them.'),
    at: timestamp.describe('When it was found.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/sites'] }),
  })
  .meta({ id: 'HomeSite' })
export type SiteChange = z.output<typeof siteChange>

export const home = z
  .object({
    since: timestamp.describe('Start of what is reported.'),
    first_visit: z.boolean().describe('Whether `since` is 24 hours ago because no earlier visit is known.'),
    failures: z.array(homeFailure).describe('What failed since then, or still keeps work from running.'),
    listeners: z
      .object({
        new: z.number().describe('Number of new keywords. First runs aren’t counted.'),
        lost: z.number().describe('Number of lost keywords.'),
        runs: z.number().describe('Number of listener runs.'),
        items: z.array(keywordChange).describe('The latest changes, up to 50: new keywords first.'),
        by_listener: z.array(listenerChange).describe('Listeners that ran, latest first.'),
      })
      .describe('New and lost keywords of listeners.'),
    site: z
      .array(siteChange)
      .nullable()
      .describe('Pages of your sites that began to lose clicks since then. Null until the workspace has a site.'),
    ranks: z
      .array(rankChange)
      .nullable()
      .describe('Rank trackers that ran since then. Null until the workspace has one.'),
    answers: z
      .array(answerChange)
      .nullable()
      .describe('Watched AI answers that ran since then. Null until the workspace has one.'),
    batches: z
      .array(homeBatch)
      .describe('Batches that aren’t over, and those that ended since then, latest first, up to 8.'),
    finished: z.array(finishedItem).describe('Reports and documents finished and posts published since then.'),
    drafts: z.array(draftItem).describe('Unpublished documents, latest first, up to 6.'),
    drafts_total: z.number().describe('Number of unpublished documents.'),
    due: z.array(dueItem).describe('Scheduled posts of the next 7 days, up to 8.'),
    recent_reports: z.array(reportHead).describe('The latest reports, up to 8.'),
  })
  .meta({ id: 'Home' })
export type HomeData = z.output<typeof home>

export const homeContract = group('Workspaces and teams', {
  get: endpoint({
    path: '/workspace/home',
    access: access.workspace('viewer', 'reports:read'),
    summary:
      'Get what changed in a workspace since you were last here: keywords, failures, finished work, drafts and reports.',
    example: { workspace_id: exampleId },
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      since: z.iso
        .datetime({ offset: true, error: 'since must be a time in ISO 8601, such as 2026-03-02T09:30:00Z.' })
        .optional()
        .meta({
          description:
            'Start of what is reported. Default: the end of your last visit to the home screen, or 24 hours ago.',
          examples: ['2026-03-02T09:30:00.000Z'],
        }),
    }),
    output: home,
  }),
})
