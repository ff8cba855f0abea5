import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { formatCount } from '#ui/format/format.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

const twoTitles = (titles: unknown) => (titles as string[]).map((title) => `“${title}”`).join(' and ')

export const contentPlanErrorTexts: ErrorTexts = joinErrorTexts(keywordErrorTexts, {
  labels: {
    name: 'Name',
    pages: 'Pages',
    'items.title': 'Title',
    'items.url': 'URL',
    'items.keywords': 'Keywords',
    'items.due_on': 'Due date',
  },
  reasons: {
    'items.title:missing': 'Enter a title.',
    plan_missing: 'This plan was deleted.',
    plan_item_missing: 'This item was removed from its plan. Reload the page.',
    item_twice: 'An item is changed twice in one request. Reload the page and try again.',
    outdated_version: 'Someone else changed this plan. Reload it and try again.',
    url_taken: ({ url, titles }) => `${twoTitles(titles)} can’t have the same URL, ${url}. Change one of them.`,
    bad_url: 'Enter a path such as /cold-brew, or a web address.',
    parent_not_pillar: ({ title }) => `“${title}” isn’t a pillar. Make it a pillar first.`,
    keyword_left_out: ({ keyword }) => `“${keyword}” would be in no item. Move it to another item instead.`,
    keyword_twice: ({ keyword }) => `“${keyword}” can be in one item only.`,
    last_item: 'The last item keeps the plan’s keywords. Delete the plan instead.',
    link_to_itself: 'A page can’t link to itself.',
    nothing_to_undo: 'There’s nothing to undo.',
    owner_missing: 'This person isn’t a member of the workspace any more.',
    document_missing: 'This document was deleted.',
    plan_full: ({ max }) => `A plan can have up to ${formatCount(Number(max))} items.`,
    too_many_plans: ({ max }) => `A workspace can have up to ${formatCount(Number(max))} plans. Delete one first.`,
    too_many_pages: ({ max }) => `A plan can start with up to ${max} pages.`,
    too_many_keywords_to_plan: ({ max }) => `A plan can have up to ${formatCount(Number(max))} keywords.`,
    no_keywords_to_plan: 'There are no keywords to plan.',
    one_source_required: 'Choose a report, a list or an import.',
    no_title_column: 'No title column found. Name it “Title” in the first row.',
    no_items_in_file: 'The file has no items.',
    import_missing: 'This import was deleted.',
    report_missing: 'This report was deleted.',
    topic_missing: 'One of the topics is gone. Reload the report.',
    still_running: 'The report is still running. Wait until it’s done.',
  },
})
