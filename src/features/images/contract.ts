import { z } from 'zod'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, itemId, line, paging, timestamp } from '#kit/fields.ts'

/** Largest upload, in bytes. */
export const maxImageBytes = 10_000_000
/** Most images per workspace. */
export const maxImages = 5000
export const maxAltLength = 500

/** Sizes of an image: `full` is up to 2560 pixels wide and high, the others as wide as their name says. */
export const imageSizes = ['full', '1280', '640', '320'] as const
export type ImageSize = (typeof imageSizes)[number]

const alt = line('alt', maxAltLength).meta({
  description: 'Alt text of the image.',
  examples: ['A steel kettle on a stove'],
})

const imageFile = z.object({
  url: z.string().meta({ description: 'URL of the file.', examples: ['https://example.com/page'] }),
  width: z.number().describe('Width in pixels.'),
  height: z.number().describe('Height in pixels.'),
  bytes: z.number().describe('Size in bytes.'),
  mime: z.string().meta({ description: 'Media type.', examples: ['image/webp'] }),
})

export const image = imageFile.extend({
  _id: itemId.describe('Id of the image.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  name: z.string().meta({ description: 'Name of the uploaded file.', examples: ['kettle.jpg'] }),
  alt: z.string().meta({ description: 'Alt text of the image.', examples: ['A steel kettle on a stove'] }),
  animated: z.boolean().describe('Whether the image is animated.'),
  sizes: z.array(imageFile).describe('Narrower sizes for `srcset`, widest first.'),
  created_at: timestamp.describe('When the image was uploaded.'),
})
export type Image = z.output<typeof image>

/** Where an image is used: in a document's or post's text or cover, or as the workspace's logo. */
export const imageUse = z.object({
  kind: z.enum(['document', 'post', 'brand']).describe('Where the image is used.'),
  _id: itemId
    .nullable()
    .describe('Id of the document or post. Null for posts of the server’s own blog and for branding.'),
  title: z.string().describe('Title of the document or post.'),
})
export type ImageUse = z.output<typeof imageUse>

export const imagesContract = group(
  { name: 'Images', area: 'Content', about: 'A workspace’s image library.' },
  {
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
        file: z
          .instanceof(File, { error: 'file must be a file.' })
          .describe('The image: PNG, JPEG, GIF, WebP or AVIF, up to 10 MB.'),
        alt: alt.optional(),
      }),
      output: z.object({ image: image.describe('The image.') }),
    }),
    copy: endpoint({
      path: '/images/copy',
      access: access.workspace('editor', 'images'),
      summary:
        'Copy an image from a public URL into the library, like an upload. Copying the same image again returns the existing one.',
      example: { workspace_id: exampleId, url: 'https://example.com/kettle.jpg' },
      idempotent: true,
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        url: z
          .url({ protocol: /^https?$/, error: 'url must be a URL such as https://example.com/kettle.jpg.' })
          .max(2000, 'url can have up to 2,000 characters.')
          .meta({ description: 'URL of the image.', examples: ['https://example.com/kettle.jpg'] }),
        alt: alt.optional(),
      }),
      output: z.object({ image: image.describe('The image.') }),
    }),
    list: endpoint({
      path: '/images/list',
      access: access.workspace('viewer', 'images'),
      summary: 'List the images of a workspace, newest first. `q` searches names and alt texts.',
      example: { workspace_id: exampleId, q: 'kettle', page: 1, limit: 24 },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        q: z
          .string('q must be text.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({ description: 'Text to search for in names and alt texts.', examples: ['kettle'] }),
        ...paging,
      }),
      output: getPage(image),
    }),
    update: endpoint({
      path: '/images/update',
      access: access.resource('editor', 'images'),
      summary: 'Rename an image or change its alt text. Documents that already use the image keep their own alt text.',
      example: { _id: exampleId, alt: 'A steel kettle on a stove' },
      input: z.strictObject({
        _id: id().describe('Id of the image.'),
        alt: alt.optional(),
        name: line('name', 200)
          .pipe(z.string().min(1, 'name is missing.'))
          .optional()
          .meta({ description: 'New name of the image.', examples: ['kettle.jpg'] }),
      }),
      output: z.object({ image: image.describe('The image.') }),
    }),
    uses: endpoint({
      path: '/images/uses',
      access: access.resource('viewer', 'images'),
      summary: 'List the documents and posts that use an image, and the branding it’s the logo of.',
      input: z.strictObject({ _id: id().describe('Id of the image.') }),
      output: z.object({ used_in: z.array(imageUse).describe('Documents, posts and branding that use the image.') }),
    }),
    delete: endpoint({
      path: '/imagedelete',
      access: access.resource('editor', 'images'),
      summary:
        'Delete an image. While it’s in use the answer is 409 with `details.used_in`; `force` deletes it anyway.',
      example: { _id: exampleId, force: true },
      input: z.strictObject({
        _id: id().describe('Id of the image.'),
        force: z
          .boolean('force must be true or false.')
          .default(false)
          .describe('True deletes the image even if it’s in use.'),
      }),
      output: z.object({}),
    }),
    download: fileDownload({
      method: 'GET',
      path: '/imagedownload/:id',
      access: access.resource('viewer', 'images'),
      summary: 'Download the image file. May redirect to file storage.',
      files: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
      input: z.strictObject({ id: id('id').describe('Id of the image.') }),
      output: z.object({}),
    }),
    show: fileDownload({
      method: 'GET',
      path: '/images/:id/:size',
      access: access.public,
      summary: 'Get an image at a page size. A size wider than the image returns the image itself.',
      files: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
      input: z.strictObject({
        id: id('id').describe('Id of the image.'),
        size: z.enum(imageSizes, `size must be one of: ${imageSizes.join(', ')}.`).describe('Size to return.'),
      }),
      output: z.object({}),
    }),
  },
)
