import { z } from 'zod'
import { intents } from '#features/reports/contract.ts'
import { id, line, text } from '#kit/fields.ts'
import { itemRoles, itemStates, linkStates } from './contract-item.ts'

/** A path on the site, or a full web address. */
const itemUrl = line('url', 500)
  .refine((value) => value === '' || /^(?:\/(?!\/)|https?:\/\/[^/\s]+)[^\s]*$/i.test(value), {
    error: 'url must be a path such as /cold-brew or a web address.',
    params: { reason: 'bad_url' },
  })
  .nullable()
  .meta({ description: 'Path or URL of the page. Null removes it.', examples: ['/cold-brew-ratio'] })

export const itemChange = z.strictObject({
  _id: id('items._id').optional().describe('Id of the item. Omit it for a new one.'),
  title: text('title', 300).optional().describe('Working title. Required for a new item.'),
  role: z
    .enum(itemRoles, `role must be one of: ${itemRoles.join(', ')}.`)
    .optional()
    .describe('`pillar`: the main page of a group. `spoke`: a page below it.'),
  parent_id: id('parent_id').nullable().optional().describe('Id of the pillar above. Null for none.'),
  parent_index: z
    .number('parent_index must be a number.')
    .int('parent_index must be a whole number.')
    .min(0, 'parent_index must be at least 0.')
    .optional()
    .meta({
      description: 'Index of the item of this call that is the pillar above, from 0. For new pillars.',
      examples: [0],
    }),
  intent: z
    .enum(intents, `intent must be one of: ${intents.join(', ')}.`)
    .nullable()
    .optional()
    .describe('Main search intent. Null if unknown.'),
  keywords: z
    .array(text('keywords', 200))
    .max(10_000, 'keywords can have up to 10,000 keywords.')
    .optional()
    .meta({
      description:
        'All keywords of the page. A keyword of another item moves here. One of the source can’t be left out, except when another item of the call takes it.',
      examples: [['cold brew ratio']],
    }),
  add_keywords: z
    .array(text('add_keywords', 200))
    .max(10_000, 'add_keywords can have up to 10,000 keywords.')
    .optional()
    .meta({
      description: 'Keywords to add to those of the page. A keyword of another item moves here.',
      examples: [['cold brew ratio']],
    }),
  url: itemUrl.optional(),
  state: z
    .enum(itemStates, `state must be one of: ${itemStates.join(', ')}.`)
    .optional()
    .describe('State of the work.'),
  owner_id: id('owner_id').nullable().optional().describe('Id of the member who owns it. Null for nobody.'),
  due_on: z.iso
    .date('due_on must be a date such as 2026-12-04.')
    .nullable()
    .optional()
    .meta({ description: 'Due date. Null removes it.', examples: ['2026-12-04'] }),
  document_id: id('document_id').nullable().optional().describe('Id of its document. Null removes it.'),
  brief_id: id('brief_id').nullable().optional().describe('Id of the document that is its brief. Null removes it.'),
})
export type ItemChange = z.output<typeof itemChange>

export const linkChange = z.strictObject({
  from: id('links.from').describe('Id of the item whose page has the link.'),
  to: id('links.to').describe('Id of the item the link goes to.'),
  anchor: text('anchor', 300)
    .optional()
    .meta({ description: 'Text of the link. Default: the target’s main keyword.', examples: ['cold brew ratio'] }),
  state: z
    .enum([...linkStates, 'removed'], `state must be one of: ${linkStates.join(', ')}, removed.`)
    .describe('Whether the link is in the text yet. `removed` deletes it.'),
})
export type LinkChange = z.output<typeof linkChange>
