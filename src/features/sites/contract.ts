import { z } from 'zod'
import { access, endpoint, eventStream, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, language, paging } from '#kit/fields.ts'
import { overview, period, property, queryRow, querySorts, serviceAccount, totals, view } from './contract-search.ts'
import { crawl, listedSite, pageChange, pageFilters, pageSorts, site, sitePage } from './contract-site.ts'
import { shownUpload, uploadEndpoints, uploadId } from './contract-uploads.ts'
import { visitEndpoints } from './contract-visits.ts'
import { workEndpoints } from './contract-work.ts'

export * from './contract-search.ts'
export * from './contract-site.ts'
export * from './contract-uploads.ts'
export * from './contract-visits.ts'
export * from './contract-work.ts'

const siteId = id().describe('Id of the site.')
const oneSite = z.object({ site: site.describe('The site.') })
const oneCrawl = z.object({ crawl: crawl.describe('The crawl.') })
const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'sites:read')
const edit = access.resource('editor', 'sites:write')

const siteUrl = z
  .string('url must be text.')
  .trim()
  .min(1, 'url is missing.')
  .max(500, 'url can have up to 500 characters.')
  .meta({
    description: 'A domain, which includes its subdomains, or the start of the site’s URLs.',
    examples: ['hollowoak.example'],
  })

export const sitesContract = group(
  {
    name: 'My site',
    area: 'Research',
    about: 'Your own site: its pages, and the queries that Search Console has for it.',
  },
  {
    add: endpoint({
      path: '/sites/add',
      access: access.workspace('admin', 'sites:write'),
      summary: 'Add a site. Start a crawl of it afterwards.',
      idempotent: true,
      input: z.strictObject({ workspace_id: id('workspace_id'), url: siteUrl }),
      output: oneSite,
    }),
    list: endpoint({
      path: '/sites/list',
      access: read('workspace'),
      summary: 'List a workspace’s sites, oldest first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(listedSite).describe('All sites of the workspace.'),
        total: z.number().describe('Number of sites.'),
      }),
    }),
    get: endpoint({
      path: '/sites/get',
      access: read('resource'),
      summary: 'Get a site.',
      input: z.strictObject({ _id: siteId }),
      output: oneSite,
    }),
    remove: endpoint({
      path: '/sites/remove',
      access: access.resource('admin', 'sites:write'),
      summary: 'Delete a site with its pages and data.',
      input: z.strictObject({ _id: siteId }),
      output: z.object({}),
    }),
    crawl: endpoint({
      path: '/sites/crawl',
      access: edit,
      summary:
        'Start a crawl: robots.txt, sitemaps and links, up to 20,000 pages, at most one request per second and host.',
      idempotent: true,
      input: z.strictObject({ _id: siteId }),
      output: oneCrawl,
    }),
    cancelCrawl: endpoint({
      path: '/sites/crawl/cancel',
      access: edit,
      summary: 'Cancel the running crawl. Pages read so far stay.',
      input: z.strictObject({ _id: siteId }),
      output: oneCrawl,
    }),
    crawlEvents: eventStream({
      method: 'GET',
      path: '/sites/crawl/events/:id',
      access: read('resource'),
      summary: 'Stream the progress of a crawl until it ends. Closing the stream cancels nothing.',
      input: z.strictObject({ id: id('id').describe('Id of the crawl, or of the site for its latest crawl.') }),
      output: z.object({
        progress: crawl.describe('The crawl, as it goes on. Sent first, too.'),
        done: crawl.describe('Last event: the crawl ended.'),
      }),
    }),
    pages: endpoint({
      path: '/sites/pages',
      access: read('resource'),
      summary: 'List a site’s pages, filtered, sorted and paged.',
      example: { _id: exampleId, filters: { indexable: true }, sort: '-words' },
      input: z.strictObject({
        _id: siteId,
        q: z
          .string('q must be text.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({
            description: 'Words in URLs, titles and topics. A word after “-” must not be there.',
            examples: ['guides'],
          }),
        filters: pageFilters.optional().describe('Only pages that match all of these.'),
        sort: z
          .enum(pageSorts, `sort must be one of: ${pageSorts.join(', ')}.`)
          .default('url')
          .describe('Column, prefixed with “-” for descending.'),
        upload_id: uploadId,
        ...paging,
      }),
      output: getPage(sitePage).extend({
        from: z.string().nullable().describe('First day of clicks, impressions and positions. Null without data.'),
        to: z.string().nullable().describe('Their last day. Null without data.'),
        upload: shownUpload,
      }),
    }),
    changes: endpoint({
      path: '/sites/changes',
      access: read('resource'),
      summary: 'List how pages changed between crawls, latest first.',
      input: z.strictObject({ _id: siteId, ...paging }),
      output: getPage(pageChange),
    }),
    connect: endpoint({
      path: '/sites/search_console/connect',
      access: access.resource('admin', null),
      summary: 'Connect a site to Search Console: returns Google’s consent page, or connects with a service account.',
      example: { _id: exampleId },
      support: false,
      input: z.strictObject({
        _id: siteId,
        service_account: serviceAccount.optional(),
        property: z
          .string('property must be text.')
          .max(500, 'property can have up to 500 characters.')
          .optional()
          .meta({
            description: 'One of the account’s properties. Default: the one that fits the site.',
            examples: ['sc-domain:hollowoak.example'],
          }),
      }),
      output: z.object({
        url: z.string().nullable().describe('Where to give consent. Null once the site is connected.'),
        site: site.describe('The site.'),
      }),
    }),
    finishConnect: endpoint({
      path: '/sites/search_console/finish',
      access: access.user,
      summary: 'Finish connecting after consent, with what Google sent to `/app/sites/connected`.',
      support: false,
      input: z.strictObject({
        state: z
          .string('state is missing.')
          .min(1, 'state is missing.')
          .max(500, 'state is too long.')
          .describe('As Google returned it.'),
        code: z
          .string('code is missing.')
          .min(1, 'code is missing.')
          .max(2000, 'code is too long.')
          .describe('As Google returned it.'),
      }),
      output: oneSite,
    }),
    properties: endpoint({
      path: '/sites/search_console/properties',
      access: access.resource('admin', null),
      summary: 'List the properties that the connected account can read.',
      input: z.strictObject({ _id: siteId }),
      output: z.object({ items: z.array(property).describe('The properties.') }),
    }),
    disconnect: endpoint({
      path: '/sites/search_console/disconnect',
      access: access.resource('admin', null),
      summary: 'Disconnect a site and end the consent. The data so far stays.',
      support: false,
      input: z.strictObject({ _id: siteId }),
      output: oneSite,
    }),
    sync: endpoint({
      path: '/sites/search_console/sync',
      access: edit,
      summary: 'Read Search Console now. Otherwise it’s read daily.',
      input: z.strictObject({ _id: siteId }),
      output: oneSite,
    }),
    overview: endpoint({
      path: '/sites/overview',
      access: read('resource'),
      summary: 'Get headline figures and days of a period. They come from the date dimension, complete days alone.',
      input: z.strictObject({ _id: siteId, ...period, upload_id: uploadId }),
      output: overview,
    }),
    queries: endpoint({
      path: '/sites/queries',
      access: read('resource'),
      summary: 'List the queries of a site in a period, by view.',
      example: { _id: exampleId, view: 'striking_distance', sort: '-impressions' },
      input: z.strictObject({
        _id: siteId,
        view,
        q: z
          .string('q must be text.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({ description: 'Words in queries. A word after “-” must not be there.', examples: ['ratio'] }),
        language: language.default('en').describe('Language of `view: questions`, as a BCP 47 tag.'),
        ...period,
        upload_id: uploadId,
        sort: z
          .enum(querySorts, `sort must be one of: ${querySorts.join(', ')}.`)
          .default('-clicks')
          .describe('Column, prefixed with “-” for descending.'),
        ...paging,
      }),
      output: getPage(queryRow).extend({
        from: z.string().nullable().describe('First day. Null without data, or if an uploaded export doesn’t say.'),
        to: z.string().nullable().describe('Last day. Null without data, or if an uploaded export doesn’t say.'),
        upload: shownUpload,
        lacks: z
          .enum(['days', 'pairs'])
          .nullable()
          .describe(
            'What the uploaded export lacks for this view, which is empty then: `days` of queries, or `pairs` of query and page. Null if nothing.',
          ),
        totals: totals
          .nullable()
          .describe('Of the whole site in these days, from the date dimension. Null without data.'),
        anonymized_share: z
          .number()
          .nullable()
          .describe(
            'Share of clicks whose query Google hides because it’s rare. Null without clicks, and in exports, which are cut to 1,000 queries.',
          ),
      }),
    }),
    ...uploadEndpoints,
    ...visitEndpoints,
    ...workEndpoints,
  },
)
