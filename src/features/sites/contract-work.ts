import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { exampleId, id, itemId, timestamp } from '#kit/fields.ts'

export const decayStates = ['open', 'refreshing', 'resolved', 'dismissed'] as const

const interval = z
  .object({
    low: z.number().meta({ description: 'Lower end.', examples: [-0.52] }),
    high: z.number().meta({ description: 'Upper end.', examples: [-0.19] }),
  })
  .describe('95% interval of the change.')

const lostClicks = (description: string, example: number) => z.number().meta({ description, examples: [example] })

export const decay = z
  .object({
    _id: itemId.describe('Id of the decay.'),
    page: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/shelf-life'] }),
    title: z.string().nullable().describe('Title of the page. Null if it wasn’t crawled.'),
    against: z
      .enum(['before', 'year'])
      .describe('What the last 28 complete days are compared with: the 28 before, or the same days a year ago.'),
    change: z.number().meta({ description: 'Share of clicks lost, below 0.', examples: [-0.38] }),
    interval,
    clicks: z.number().meta({ description: 'Clicks in 28 days, without holidays.', examples: [992] }),
    clicks_before: z.number().meta({ description: 'Clicks in the 28 days it’s compared with.', examples: [1904] }),
    causes: z
      .object({
        demand: lostClicks('Clicks lost because fewer people search. Above 0: gained.', -70),
        position: lostClicks('Clicks lost to lower positions.', -742),
        ctr: lostClicks('Clicks lost because fewer people click at the same position.', -100),
      })
      .describe('Lost clicks by cause. They add up to the change of the raw sums.'),
    seasonal: z
      .number()
      .nullable()
      .describe('How the same weeks of last year changed. Null without data, when a season looks like a fall.'),
    queries: z
      .array(
        z.object({
          query: z.string().describe('The query.'),
          clicks: z.number().describe('Its clicks in the last 28 complete days.'),
          clicks_before: z.number().describe('Its clicks in the days they are compared with.'),
          position: z.number().nullable().describe('Average position. Null if it isn’t shown any more.'),
          position_before: z.number().describe('Average position before.'),
        }),
      )
      .describe('The queries that lost most clicks, up to 8.'),
    since: z.string().meta({ description: 'The day clicks began to fall.', examples: ['2026-10-12'] }),
    last_day: z.string().meta({ description: 'Last complete day of the figures.', examples: ['2026-11-19'] }),
    draft_id: itemId.nullable().describe('Id of the refresh draft. Null without one.'),
    state: z.enum(decayStates).describe('`refreshing`: a draft was made. `resolved`: the page is back.'),
    found_at: timestamp.describe('When it was found.'),
  })
  .meta({ id: 'SiteDecay' })
export type Decay = z.output<typeof decay>

export const actions = ['published', 'refreshed', 'linked', 'retitled'] as const
export const verdicts = ['gained', 'lost', 'unclear', 'too_early'] as const

export const outcome = z
  .object({
    _id: itemId.describe('Id of the outcome.'),
    action: z.enum(actions).describe('What was done.'),
    page: z.string().meta({ description: 'URL of the page.', examples: ['https://hollowoak.example/shelf-life'] }),
    title: z.string().nullable().describe('Title of the page. Null if unknown.'),
    at: z.string().meta({ description: 'The day it was done.', examples: ['2026-10-03'] }),
    ready_on: z.string().meta({ description: 'The day its 28 days are complete.', examples: ['2026-10-30'] }),
    before: z.number().nullable().describe('Clicks in the 28 days before. Null until it’s measured.'),
    after: z.number().nullable().describe('Clicks in the 28 days after. Null until it’s measured.'),
    change: z
      .number()
      .nullable()
      .describe('Change of clicks less that of the control pages. Null until it’s measured, or without controls.'),
    interval: interval.nullable().describe('95% interval of that change. Null without one.'),
    controls: z
      .object({
        pages: z.number().describe('Pages of the site that nobody worked on in these days.'),
        change: z.number().nullable().describe('Their change of clicks. Null with under 5 of them.'),
      })
      .nullable()
      .describe('What the page is compared with. Null until it’s measured.'),
    verdict: z
      .enum(verdicts)
      .describe('What happened after it, not what caused it. `too_early` until 28 complete days have passed.'),
  })
  .meta({ id: 'SiteOutcome' })
export type Outcome = z.output<typeof outcome>

const lines = (description: string, example: string) => z.array(z.string()).meta({ description, examples: [[example]] })

export const refreshNotes = z
  .object({
    queries: lines('Queries that lost clicks.', 'cold brew shelf life'),
    questions: lines('Questions among them that the page doesn’t answer.', 'can you freeze cold brew'),
    terms: lines('Words of these queries that the page doesn’t have.', 'freeze'),
    outdated: lines('Sentences with a year that is over.', 'In 2023, jars cost $4.'),
    links: z
      .array(
        z.object({
          url: z.string().describe('URL of the page.'),
          title: z.string().describe('Its title.'),
          anchor: z.string().describe('Words of the text to link.'),
        }),
      )
      .describe('Pages of the site that the text names and doesn’t link to.'),
  })
  .meta({ id: 'RefreshNotes' })

const siteId = id().describe('Id of the site.')
const decayId = id().describe('Id of the decay.')
const read = access.resource('viewer', 'sites:read')
const edit = access.resource('editor', 'sites:write')

/** What to work on, and what came of it. */
export const workEndpoints = {
  decay: endpoint({
    path: '/sites/decay',
    access: read,
    summary: 'List pages that lost clicks, more than chance explains, with causes. Updated after each sync.',
    input: z.strictObject({ _id: siteId }),
    output: z.object({
      items: z.array(decay).describe('Open ones first, those with most lost clicks first.'),
      last_day: z.string().nullable().describe('Last complete day of Search Console’s data. Null without data.'),
    }),
  }),
  updateDecay: endpoint({
    path: '/sites/decay/update',
    access: edit,
    summary: 'Dismiss a decay, or open it again.',
    input: z.strictObject({
      _id: decayId,
      state: z.enum(['open', 'dismissed'], 'state must be one of: open, dismissed.').describe('The new state.'),
    }),
    output: z.object({ decay: decay.describe('The decay.') }),
  }),
  refreshDraft: endpoint({
    path: '/sites/decay/draft',
    access: access.resource('editor', 'sites:write'),
    summary:
      'Make the draft that refreshes a page: the document it was published from, or its present text. Asked again, the draft is the same.',
    input: z.strictObject({ _id: decayId }),
    output: z.object({
      draft_id: itemId.describe('Id of the document.'),
      notes: refreshNotes.describe('What the page lacks.'),
    }),
  }),
  outcomes: endpoint({
    path: '/sites/outcomes',
    access: read,
    summary: 'List what became of pages after they were published, refreshed or linked, latest first.',
    input: z.strictObject({ _id: siteId }),
    output: z.object({ items: z.array(outcome).describe('The outcomes, up to 200.') }),
  }),
  addAction: endpoint({
    path: '/sites/outcomes/add',
    access: edit,
    summary:
      'Note that somebody worked on a page, to measure what becomes of it. Publications are noted automatically.',
    example: { _id: exampleId, action: 'linked', page: 'https://hollowoak.example/ratio', at: '2026-11-02' },
    input: z.strictObject({
      _id: siteId,
      action: z.enum(actions, `action must be one of: ${actions.join(', ')}.`).describe('What was done.'),
      page: z
        .url('page must be a URL.')
        .max(2000, 'page can have up to 2,000 characters.')
        .describe('URL of a page of the site.'),
      at: z.iso
        .date('at must be a date such as 2026-11-02.')
        .meta({ description: 'The day.', examples: ['2026-11-02'] }),
    }),
    output: z.object({ outcome: outcome.describe('The outcome.') }),
  }),
}
