import { z } from 'zod'
import { access, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, id } from '#kit/fields.ts'

const workspace = z
  .union([z.literal('own'), z.uuid('workspace isn’t a valid id.')], 'workspace must be an id, or "own".')
  .meta({ description: 'Id of the workspace, or `own` for the server’s own blog.', examples: [exampleId] })
/** Changes with what is drawn, so that caches ask again. */
const v = z.string().max(40).optional().describe('Version of the image. Any value.')

const rate = '300 new images per hour per client IP.'
const shared = {
  method: 'GET',
  access: access.public,
  files: ['image/png', 'image/jpeg'],
  output: z.object({}),
} as const

export const linkPreviewsContract = group(
  { name: 'Link previews', area: 'Content', about: 'Images that other sites show for links, 1200 × 630 pixels.' },
  {
    post: fileDownload({
      ...shared,
      rate,
      path: '/og/:workspace/posts/:id',
      summary: 'Get the preview image of a published post: its cover from the image library, or its title and brand.',
      input: z.strictObject({ workspace, id: id('id').describe('Id of the post.'), v }),
    }),
    blog: fileDownload({
      ...shared,
      rate,
      path: '/og/:workspace/blog',
      summary: 'Get the preview image of a blog: its name and brand.',
      input: z.strictObject({ workspace, v }),
    }),
    report: fileDownload({
      ...shared,
      rate,
      path: '/og/:workspace/reports/:token',
      summary: 'Get the preview image of a shared report. With a password, it doesn’t tell the topic.',
      input: z.strictObject({ workspace, token: z.string().max(200).describe('Token of the link.'), v }),
    }),
    page: fileDownload({
      ...shared,
      rate,
      path: '/og/pages/:name',
      summary: 'Get the preview image of one of this server’s own pages.',
      input: z.strictObject({
        name: z
          .string()
          .max(60)
          .meta({ description: 'Path of the page, with hyphens.', examples: ['docs-glossary'] }),
        v,
      }),
    }),
  },
)
