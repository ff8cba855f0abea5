import { z } from 'zod'
import { siteUpload } from '#features/keywords/contract-search-export.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { id } from '#kit/fields.ts'

export { type SiteUpload, siteUpload } from '#features/keywords/contract-search-export.ts'

/** Of what figures are, where they aren’t those of a connection’s days. */
export const uploadSource = siteUpload
  .pick({
    ...{ _id: true, file_name: true, from: true, to: true, filters: true },
    ...{ days: true, queries: true, pages: true, pairs: true },
  })
  .meta({ id: 'SiteUploadSource' })
export type UploadSource = z.output<typeof uploadSource>

export const shownUpload = uploadSource
  .nullable()
  .describe('The uploaded export that the figures are totals of. Null if they come from the days of a connection.')

export const uploadId = id('upload_id')
  .optional()
  .describe(
    'Id of an uploaded export to show. Default: the connection’s days; without any, the latest export, or of a period the one with most of its days.',
  )

export const uploadEndpoints = {
  uploads: endpoint({
    path: '/sites/uploads',
    access: access.resource('viewer', 'sites:read'),
    summary: 'List the Search Console exports that were uploaded for a site with `/imports/add`, newest first.',
    input: z.strictObject({ _id: id().describe('Id of the site.') }),
    output: z.object({ items: z.array(siteUpload).describe('The exports, up to 100.') }),
  }),
  removeUpload: endpoint({
    path: '/sites/uploads/remove',
    access: access.resource('editor', 'sites:write'),
    summary: 'Delete an uploaded export from a site. The keywords imported with it stay.',
    input: z.strictObject({ _id: id().describe('Id of the upload.') }),
    output: z.object({}),
  }),
}
