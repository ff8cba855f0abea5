import { z } from 'zod'
import { documentStatuses, templateNames } from '#features/ai-content/contract.ts'
import { engineIds } from '#features/answers/contract.ts'
import { batchStatuses, pauseReasons } from '#features/bulk-writing/contract.ts'
import { itemStates } from '#features/content-plan/contract.ts'
import { sourceError } from '#features/listeners/contract.ts'
import { reportHead } from '#features/reports/contract.ts'
import { reviewState } from '#features/review/contract-state.ts'
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
  template: z.enum(templateNames).nullable().describe('Type of a document. Null for reports and posts.'),
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

export const plannedItem = z
  .object({
    _id: itemId.describe('Id of the plan item.'),
    plan_id: itemId.describe('Id of its plan.'),
    title: z.string().meta({ description: 'Working title.', examples: ['How to make cold brew coffee'] }),
    state: z.enum(itemStates).describe('State of the work.'),
    due_on: z.string().meta({ description: 'Due date.', examples: ['2026-12-04'] }),
    late: z.boolean().describe('Whether the date has passed.'),
    owner: z
      .string()
      .nullable()
      .meta({ description: 'Who owns it. Null if nobody does.', examples: ['Ada Lovelace'] }),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/plan'] }),
  })
  .meta({ id: 'HomePlanItem' })
export type PlannedItem = z.output<typeof plannedItem>

export const planWork = z
  .object({
    late: z.number().describe('Number of items whose date has passed.'),
    due: z.number().describe('Number of items due today or in the next 7 days.'),
    items: z.array(plannedItem).describe('The first of them by date: up to 5 late ones, then up to 5 that are due.'),
    link: z
      .string()
      .meta({ description: 'Path of the plan’s screen with these items, or of all plans.', examples: ['/app/plan'] }),
  })
  .meta({ id: 'HomePlan' })
export type PlanWork = z.output<typeof planWork>

export const workItem = z
  .object({
    kind: z
      .enum(['plan_item', 'document'])
      .describe(
        '`plan_item`: one you own. `document`: one you own that isn’t finished, or one of yours with feedback that waits for you. A document of a plan item you own is listed as the item.',
      ),
    _id: itemId.describe('Id of the plan item or document.'),
    title: z.string().meta({ description: 'Title.', examples: ['How to make cold brew coffee'] }),
    state: z.enum(itemStates).nullable().describe('State of the plan item. Null for documents.'),
    due_on: z
      .string()
      .nullable()
      .meta({ description: 'Due date of what you own. Null without one.', examples: ['2026-12-04'] }),
    late: z.boolean().describe('Whether the date has passed.'),
    comments: z.number().describe('Open comments of others on the document.'),
    suggestions: z.number().describe('Undecided suggestions in the document.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/plan'] }),
  })
  .meta({ id: 'HomeWorkItem' })
export type WorkItem = z.output<typeof workItem>

export const myWork = z.object({
  total: z.number().describe('Number of plan items and documents.'),
  items: z
    .array(workItem)
    .describe('Up to 12 of them: plan items by due date, then documents by due date and latest feedback.'),
})
export type MyWork = z.output<typeof myWork>

export const rankChange = z
  .object({
    _id: itemId.describe('Id of the rank tracker.'),
    domain: z.string().meta({ description: 'The site.', examples: ['example.com'] }),
    up: z.number().describe('Keywords that rose or came.'),
    down: z.number().describe('Keywords that fell or were lost.'),
    gaps: z.number().describe('Keywords that couldn’t be checked. They’re neither up nor down.'),
    steady: z.number().describe('Keywords measured at the same position as before.'),
    first: z
      .number()
      .describe(
        'How many keywords were measured for the first time, and so can’t be compared. After the first run, all of them.',
      ),
    first_found: z.number().describe('How many of these were found within the results that were checked.'),
    moved: z.boolean().describe('Whether the keywords moved as a whole, beyond chance.'),
    depth: z.number().describe('How many results each check reads.'),
    movers: z
      .array(
        z.object({
          keyword: z.string().meta({ description: 'The keyword.', examples: ['cold brew ratio'] }),
          change: z
            .enum(['new', 'lost', 'up', 'down'])
            .describe('How it moved between its two latest measurements. A check that failed is none.'),
          position: z.number().nullable().describe('Position now. Null if it’s below the results checked.'),
          previous: z.number().nullable().describe('Position before. Null if it was below the results checked.'),
          link: z
            .string()
            .meta({ description: 'Path of the tracker’s screen with this keyword.', examples: ['/app/ranks'] }),
        }),
      )
      .describe('The keywords that moved most, up to 6.'),
    at: timestamp.describe('When it last ran.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/ranks'] }),
  })
  .meta({ id: 'HomeRanks' })
export type RankChange = z.output<typeof rankChange>

const share = z.object({
  share: z.number().nullable().describe('Mean share of answers that name it, 0 to 1. Null without answers.'),
  low: z.number().nullable().describe('Lower end of the 95% interval.'),
  high: z.number().nullable().describe('Upper end of the 95% interval.'),
})

export const engineShare = z
  .object({
    engine: z.enum(engineIds).describe('The engine.'),
    mentioned: share.describe(
      'Answers of the latest period that name the brand, over prompts that don’t. The interval is a bootstrap over prompts, null below three; of a single prompt it’s Wilson’s.',
    ),
    prompts: z.number().describe('Prompts counted.'),
    answers: z.number().describe('Answers counted.'),
    previous: z
      .number()
      .nullable()
      .describe('Mean share of the period before, over the prompts compared. Null if nothing can be compared.'),
    difference: z
      .number()
      .nullable()
      .describe('Mean change of the share over these prompts: 0.1 is ten points. Null if nothing can be compared.'),
    change: z
      .enum(['moved', 'within_noise', 'too_few_runs'])
      .nullable()
      .describe(
        'Against the period before, under the same model: the sign-flip test over prompts with Holm’s correction over engines. A single prompt has its own verdict. Null if nothing can be compared.',
      ),
    model_changed: z.boolean().describe('Whether another model answered before, so that something isn’t compared.'),
    failed: z.number().describe('Runs that failed. They’re gaps.'),
    not_shown: z.number().describe('Runs in which the engine showed no answer. They aren’t counted.'),
    skipped: z.boolean().describe('Whether it can’t be asked on this server.'),
    link: z.string().meta({ description: 'Path of the watch’s screen, at this period.', examples: ['/app/answers'] }),
  })
  .meta({ id: 'HomeEngine' })
export type EngineShare = z.output<typeof engineShare>

export const answerChange = z
  .object({
    _id: itemId.describe('Id of the watch.'),
    brand: z.string().meta({ description: 'The brand.', examples: ['Hollow Oak'] }),
    mentioned: share.describe('Answers of the latest period that name the brand.'),
    failed: z.number().describe('Runs that failed. They aren’t counted.'),
    moved: z.boolean().describe('Whether anything moved beyond chance.'),
    examples: z.array(z.string()).describe('What moved, up to 5.'),
    engines: z.array(engineShare).describe('The same of each engine.'),
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

export const homeFeedback = z
  .object({
    document_id: itemId.describe('Id of the document.'),
    title: z.string().meta({ description: 'Its title.', examples: ['How to make cold brew coffee'] }),
    comments: z.number().describe('New comments of others than you.'),
    latest: z
      .object({
        by: z
          .object({
            kind: z.enum(['member', 'guest']).describe('A member of the workspace, or a guest of the review link.'),
            name: z.string().meta({ description: 'The author’s name.', examples: ['Ada'] }),
          })
          .describe('Its author.'),
        text: z.string().meta({ description: 'Its first 300 characters.', examples: ['Please add prices.'] }),
      })
      .nullable()
      .describe('The latest of these comments. Null if there is none.'),
    review: reviewState.nullable().describe('The review state that others set since then. Null if they set none.'),
    at: timestamp.describe('When the latest of them was made.'),
    link: z.string().meta({ description: 'Path of its screen.', examples: ['/app/content'] }),
  })
  .meta({ id: 'HomeFeedback' })
export type HomeFeedback = z.output<typeof homeFeedback>

export const siteChange = z
  .object({
    _id: itemId.describe('Id of the decay.'),
    site: z.string().meta({ description: 'The site.', examples: ['hollowoak.example'] }),
    page: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/shelf-life'] }),
    title: z.string().nullable().describe('Title of the page. Null if it wasn’t crawled.'),
    change: z.number().meta({ description: 'Share of clicks lost, below 0.', examples: [-0.38] }),
    lost: z.number().describe('Clicks lost in 28 days.'),
    against: z
      .enum(['before', 'year'])
      .describe('What the 28 days are compared with: the 28 days `before`, or the same days of the `year` before.'),
    weeks: z
      .array(
        z.object({
          from: z.string().meta({ description: 'First day of the week.', examples: ['2026-09-07'] }),
          clicks: z.number().nullable().describe('Clicks. Null before the first day with data.'),
        }),
      )
      .nullable()
      .describe('Clicks of the last 12 weeks, oldest first. Null beyond the first 8 pages.'),
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
    feedback: z
      .array(homeFeedback)
      .describe('Documents that others commented on or reviewed since then, latest first, up to 8.'),
    finished: z
      .array(finishedItem)
      .describe('Reports and documents finished and posts published since then, latest first, up to 8.'),
    drafts: z.array(draftItem).describe('Unpublished documents, latest first, up to 6.'),
    drafts_total: z.number().describe('Number of unpublished documents.'),
    due: z.array(dueItem).describe('Scheduled posts of the next 7 days, up to 8.'),
    plan: planWork
      .nullable()
      .describe('Unfinished plan items that are late or due within 7 days. Null until the workspace has a plan.'),
    my_work: myWork.describe(
      'What waits for you: unfinished plan items that you own, and documents that you created or shared with open comments or suggestions.',
    ),
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
