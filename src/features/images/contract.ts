import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { getPage, id, line, paging, timestamp } from '#kit/fields.ts'

/** Largest upload, in bytes. */
export const maxImageBytes = 10_000_000
/** Most images per workspace. */
export const maxImages = 5000
export const maxAltLength = 500

/** Sizes of an image: `full` is up to 2560 pixels wide and high, the others as wide as their name says. */
export const imageSizes = ['full', '1280', '640', '320'] as const
export type ImageSize = (typeof imageSizes)[number]

const alt = line('alt', maxAltLength)

const imageFile = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  mime: z.string(),
})

export const image = imageFile.extend({
  _id: z.string(),
  workspace_id: z.string(),
  /** Name of the uploaded file. */
  name: z.string(),
  /** Alt text. */
  alt: z.string(),
  animated: z.boolean(),
  /** Narrower sizes for `srcset`, widest first. */
  sizes: z.array(imageFile),
  created_at: timestamp,
})
export type Image = z.output<typeof image>

/** Where an image is used: in a document's or post's text or cover, or as the workspace's logo. */
export const imageUse = z.object({
  kind: z.enum(['document', 'post', 'brand']),
  /** Null for posts of the server's own blog and for the branding. */
  _id: z.string().nullable(),
  title: z.string(),
})
export type ImageUse = z.output<typeof imageUse>

export const imagesContract = {
  upload: endpoint({
    path: '/imageupload',
    access: access.workspace('editor', 'images'),
    summary:
      'Upload an image: PNG, JPEG, WebP, AVIF or GIF, up to 10 MB and 50 megapixels. It is re-encoded without its metadata. Uploading the same file again returns the existing image.',
    idempotent: true,
    body: 'multipart',
    maxBytes: maxImageBytes + 500_000,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      file: z.instanceof(File, { error: 'file must be a file.' }),
      alt: alt.optional(),
    }),
    output: z.object({ image }),
  }),
  list: endpoint({
    path: '/images/list',
    access: access.workspace('viewer', 'images'),
    summary: 'List the images of a workspace, newest first. `q` searches names and alt texts.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      q: z.string('q must be text.').max(200, 'q may have at most 200 characters.').optional(),
      ...paging,
    }),
    output: getPage(image),
  }),
  update: endpoint({
    path: '/images/update',
    access: access.resource('editor', 'images'),
    summary: 'Rename an image or change its alt text. Documents that already use the image keep their own alt text.',
    input: z.strictObject({
      _id: id(),
      alt: alt.optional(),
      name: line('name', 200).pipe(z.string().min(1, 'name is missing.')).optional(),
    }),
    output: z.object({ image }),
  }),
  uses: endpoint({
    path: '/images/uses',
    access: access.resource('viewer', 'images'),
    summary: 'List the documents and posts that use an image, and the branding it’s the logo of.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ used_in: z.array(imageUse) }),
  }),
  delete: endpoint({
    path: '/imagedelete',
    access: access.resource('editor', 'images'),
    summary: 'Delete an image. While it’s in use the answer is 409 with `details.used_in`; `force` deletes it anyway.',
    input: z.strictObject({ _id: id(), force: z.boolean('force must be true or false.').default(false) }),
    output: z.object({}),
  }),
  download: fileDownload({
    method: 'GET',
    path: '/imagedownload/:id',
    access: access.resource('viewer', 'images'),
    summary: 'Download the image file. May redirect to file storage.',
    input: z.strictObject({ id: id('id') }),
    output: z.object({}),
  }),
  show: fileDownload({
    method: 'GET',
    path: '/images/:id/:size',
    access: access.public,
    summary: 'Get an image at a page size. A size wider than the image returns the image itself.',
    input: z.strictObject({
      id: id('id'),
      size: z.enum(imageSizes, `size must be one of: ${imageSizes.join(', ')}.`),
    }),
    output: z.object({}),
  }),
}
