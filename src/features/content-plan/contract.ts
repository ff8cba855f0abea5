import { z } from 'zod'
import { access, endpoint, fileDownload, group, tableFiles } from '#kit/endpoint.ts'
import { exampleId, getPage, id, itemId, language, paging, text, timestamp } from '#kit/fields.ts'
import { itemChange, linkChange } from './contract-change.ts'
import { exportFilters, itemFilters, itemSorts, mapItem, maxMapItems, q } from './contract-filters.ts'
import { itemStates, planItem, planKeyword, planLink, planRow } from './contract-item.ts'
import { listedPlan, maxItemsACall, plan, planWeights } from './contract-plan.ts'

export * from './contract-change.ts'
export * from './contract-filters.ts'
export * from './contract-item.ts'
export * from './contract-plan.ts'

const planId = id().describe('Id of the plan.')
const version = z
  .number('version must be a number.')
  .int('version must be a whole number.')
  .min(1, 'version must be at least 1.')
  .describe('The plan’s version that the change is based on. An outdated one returns 409.')
const planName = text('name', 120).meta({ description: 'Name of the plan.', examples: ['Cold brew, winter 2026'] })

const rejectedLines = z
  .array(
    z.object({
      line: z.number().describe('Line number in the file, from 1.'),
      reason: z.string().describe('Why the line was rejected.'),
    }),
  )
  .describe('The first 100 rejected lines.')

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'plan:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'plan:write')

export const contentPlanContract = group(
  { name: 'Content plan', area: 'Research', about: 'Plan the pages to write: one page for each topic.' },
  {
    new: endpoint({
      path: '/plan/new',
      access: write('workspace'),
      summary: 'Create a plan from a report, list or import: one item for each topic, with internal links. Free.',
      idempotent: true,
      example: { workspace_id: exampleId, name: 'Cold brew, winter 2026', report_id: exampleId },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        name: planName,
        report_id: id('report_id').optional().describe('Id of the report to plan from.'),
        list_id: id('list_id').optional().describe('Id of the list to plan from, instead of a report.'),
        import_id: id('import_id').optional().describe('Id of the import to plan from, instead of a report.'),
        topic_ids: z
          .array(id('topic_ids'))
          .min(1, 'topic_ids is empty.')
          .max(10_000, 'topic_ids can have up to 10,000 ids.')
          .optional()
          .describe('Only these topics of the report, or the topics below these parents. Default: all.'),
        row_ids: z
          .array(id('row_ids'))
          .min(1, 'row_ids is empty.')
          .max(10_000, 'row_ids can have up to 10,000 ids.')
          .optional()
          .describe('Only these keywords of the report. Default: all.'),
        keywords: z
          .array(text('keywords', 200))
          .min(1, 'keywords is empty.')
          .max(10_000, 'keywords can have up to 10,000 keywords.')
          .optional()
          .meta({ description: 'Only these keywords of the list. Default: all.', examples: [['cold brew ratio']] }),
        language: language
          .optional()
          .meta({ description: 'Language of a list or import. Default: en.', examples: ['en'] }),
        pages: z
          .number('pages must be a number.')
          .int('pages must be a whole number.')
          .min(1, 'pages must be at least 1.')
          .optional()
          .meta({
            description: 'The most items to propose, up to 500. Every keyword is kept. Default: 500.',
            examples: [40],
          }),
        site_id: id('site_id').optional().describe('Id of your site, for the rank in priorities.'),
      }),
      output: z.object({ plan: plan.describe('The plan.') }),
    }),
    find: endpoint({
      path: '/plan/find',
      access: read('workspace'),
      summary: 'List the plans of a workspace with the state of their pages, last changed first.',
      input: z.strictObject({ workspace_id: id('workspace_id'), ...paging }),
      output: getPage(listedPlan),
    }),
    get: endpoint({
      path: '/plan/get',
      access: read('resource'),
      summary: 'Get a plan with all items, their keywords and internal links.',
      input: z.strictObject({ _id: planId }),
      output: z.object({
        plan: plan.describe('The plan.'),
        items: z.array(planItem).describe('The items, by pillar.'),
        links: z.array(planLink).describe('Internal links between the items.'),
      }),
    }),
    items: endpoint({
      path: '/plan/items',
      access: read('resource'),
      summary: 'List a plan’s items, filtered, sorted and paged. Keywords are only counted.',
      input: z.strictObject({
        _id: planId,
        q,
        filters: itemFilters.optional().describe('Only items that match all of these.'),
        sort: z
          .enum(itemSorts, `sort must be one of: ${itemSorts.join(', ')}.`)
          .default('pillar')
          .describe(
            '`pillar`: each pillar with its spokes, by priority. Or a column, prefixed with “-” for descending.',
          ),
        ...paging,
      }),
      output: z.object({
        plan: plan.describe('The plan.'),
        ...getPage(planRow).shape,
        volume: z.number().nullable().describe('Volume of all items that match. Null if unknown.'),
      }),
    }),
    item: endpoint({
      path: '/plan/item',
      access: read('resource'),
      summary: 'Get one item with its keywords and links.',
      input: z.strictObject({ _id: planId, item_id: id('item_id').describe('Id of the item.') }),
      output: z.object({
        plan: plan.describe('The plan.'),
        item: planItem.describe('The item.'),
        keywords: z.array(planKeyword).describe('Its keywords with numbers, most searched first.'),
        links: z.array(planLink).describe('Links from and to it.'),
        neighbors: z.array(planRow).describe('The items its links go to or come from, its pillar and its spokes.'),
        index: z.number().describe('Its position in the plan, from 1.'),
        previous_id: itemId.nullable().describe('Id of the item before it. Null for the first.'),
        next_id: itemId.nullable().describe('Id of the item after it. Null for the last.'),
        history: z
          .array(
            z.object({
              state: z.enum(itemStates).describe('The state.'),
              at: timestamp.describe('When it got this state.'),
            }),
          )
          .describe('When it first got each state.'),
      }),
    }),
    map: endpoint({
      path: '/plan/map',
      access: read('resource'),
      summary: `Get the items that match, at most ${maxMapItems.toLocaleString('en')}, and all links between them.`,
      input: z.strictObject({
        _id: planId,
        q,
        filters: itemFilters.optional().describe('Only items that match all of these.'),
      }),
      output: z.object({
        plan: plan.describe('The plan.'),
        items: z.array(mapItem).describe('The items, by pillar.'),
        total: z.number().meta({ description: 'Number of items that match.', examples: [24] }),
        links: z.array(planLink).describe('Links between these items.'),
      }),
    }),
    changes: endpoint({
      path: '/plan/changes',
      access: read('resource'),
      summary: 'Get what changed since a version: the items as they are now. For merging a change that conflicts.',
      input: z.strictObject({
        _id: planId,
        since: z
          .number('since must be a number.')
          .int('since must be a whole number.')
          .min(1, 'since must be at least 1.')
          .meta({ description: 'Version after which changes count.', examples: [3] }),
        item_ids: z
          .array(id('item_ids'))
          .max(maxItemsACall, 'item_ids can have up to 2,000 ids.')
          .default([])
          .describe('Ids of items to return in any case.'),
      }),
      output: z.object({
        plan: plan.describe('The plan.'),
        items: z
          .array(planRow)
          .describe('Items of `item_ids`, and up to 500 that changed, as they are now. Removed ones are left out.'),
        changed_ids: z.array(itemId).describe('Ids of all items that were changed, added or removed.'),
        changed_by: z.array(itemId).describe('Ids of the members who made the changes.'),
        complete: z.boolean().describe('Whether all changes since then are known. The latest 20 are.'),
      }),
    }),
    links: endpoint({
      path: '/plan/links',
      access: read('resource'),
      summary: 'Get the links of a document’s item: to set in its text, and from which published pages.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({
        item: planRow.nullable().describe('The item of the document. Null if it’s in no plan.'),
        plan_id: itemId.nullable().describe('Id of the plan. Null if it’s in none.'),
        version: z.number().nullable().describe('Version of the plan. Null without one.'),
        links: z.array(planLink).describe('Links from and to the item.'),
        targets: z.array(planRow).describe('The items at the other ends.'),
      }),
    }),
    update: endpoint({
      path: '/plan/update',
      access: write('resource'),
      summary:
        'Change, add and remove items and links, all or none. The keywords of a removed item move to its pillar.',
      maxBytes: 8_000_000,
      example: { _id: exampleId, version: 1, items: [{ _id: exampleId, state: 'briefed', due_on: '2026-12-04' }] },
      input: z.strictObject({
        _id: planId,
        name: planName.optional(),
        items: z
          .array(itemChange)
          .max(maxItemsACall, 'items can have up to 2,000 items.')
          .default([])
          .describe('Items to change or add, with the fields that change.'),
        remove: z
          .array(id('remove'))
          .max(maxItemsACall, 'remove can have up to 2,000 ids.')
          .default([])
          .describe('Ids of items to remove.'),
        links: z
          .array(linkChange)
          .max(maxItemsACall, 'links can have up to 2,000 links.')
          .default([])
          .describe('Links to change, add or remove.'),
        version,
      }),
      output: z.object({
        plan: plan.describe('The plan.'),
        items: z.array(planItem).describe('All items that changed.'),
      }),
    }),
    undo: endpoint({
      path: '/plan/undo',
      access: write('resource'),
      summary: 'Undo the latest change of a plan. Undoing again repeats it.',
      input: z.strictObject({ _id: planId, version }),
      output: z.object({ plan: plan.describe('The plan.') }),
    }),
    propose: endpoint({
      path: '/plan/propose_links',
      access: write('resource'),
      summary: 'Propose internal links again. Links that are set stay.',
      input: z.strictObject({ _id: planId, version }),
      output: z.object({ plan: plan.describe('The plan.'), links: z.array(planLink).describe('All links.') }),
    }),
    remove: endpoint({
      path: '/plan/remove',
      access: write('resource'),
      summary: 'Delete a plan with its items. Documents and posts stay.',
      input: z.strictObject({ _id: planId }),
      output: z.object({}),
    }),
    import: endpoint({
      path: '/plan/import',
      access: write('workspace'),
      summary: 'Create a plan from an exported plan: a CSV, XLSX or Markdown file.',
      idempotent: true,
      body: 'multipart',
      maxBytes: 11_000_000,
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        name: text('name', 120).optional().describe('Name of the plan. Default: the name of the file.'),
        file: z
          .instanceof(File, { error: 'file must be a file.' })
          .describe('The CSV, XLSX or Markdown file, up to 10 MB.'),
      }),
      output: z.object({
        plan: plan.describe('The plan.'),
        rejected: rejectedLines,
      }),
    }),
    previewImport: endpoint({
      path: '/plan/import/preview',
      access: write('workspace'),
      effect: 'read',
      summary: 'Read a plan file and say what importing it would change. Nothing is stored.',
      body: 'multipart',
      maxBytes: 11_000_000,
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        plan_id: id('plan_id').optional().describe('Id of the plan to update. Omit it for a new plan.'),
        file: z.instanceof(File, { error: 'file must be a file.' }).describe('The CSV, XLSX or Markdown file.'),
      }),
      output: z.object({
        items: z
          .array(itemChange)
          .describe('The items that would be added or changed, at most 2,000, as `/plan/update` takes them.'),
        added: z.number().meta({ description: 'Number of items that would be added.', examples: [3] }),
        changed: z.number().meta({ description: 'Number of items that would change.', examples: [4] }),
        unchanged: z.number().meta({ description: 'Number of items that stay as they are.', examples: [17] }),
        keywords: z.number().meta({ description: 'Number of keywords that would be added or moved.', examples: [40] }),
        plan: plan.nullable().describe('The plan to update, as it is. Null for a new plan.'),
        before: z.array(planRow).describe('The items that would change, as they are.'),
        rejected: rejectedLines,
      }),
    }),
    weights: endpoint({
      path: '/plan/weights',
      access: read('workspace'),
      summary: 'Get the weights of priorities in a workspace.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({ weights: planWeights.describe('The weights.') }),
    }),
    setWeights: endpoint({
      path: '/plan/weights/update',
      access: write('workspace'),
      summary: 'Change the weights of priorities. All plans of the workspace are scored again.',
      input: z.strictObject({ workspace_id: id('workspace_id'), weights: planWeights.describe('The weights.') }),
      output: z.object({ weights: planWeights.describe('The weights.') }),
    }),
    export: fileDownload({
      method: 'GET',
      path: '/plan/export/:id',
      access: read('resource'),
      summary: 'Export a plan, or the items that match, as a file.',
      files: tableFiles.filter((type) => type !== 'application/json'),
      input: z.strictObject({
        id: id('id').describe('Id of the plan.'),
        format: z
          .enum(['csv', 'md', 'xlsx'], 'format must be csv, md or xlsx.')
          .default('csv')
          .describe('File format.'),
        q,
        ...exportFilters,
      }),
      output: z.object({}),
    }),
  },
)
