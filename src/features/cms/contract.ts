import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { id, language, limit, page, pageOf, paging, timestamp } from '#kit/fields.ts'
import { isPictureAddress, isWebAddress } from '#kit/web-address.ts'

export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

export const longestBody = 400_000
export const longestSlug = 120

/** What never shows, and what XML and the database refuse, is no part of a text. */
const unseen = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu
const line = (field: string, max: number) =>
  z
    .string(`${field} must be text.`)
    .transform((value) => value.replace(unseen, ' ').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(max, `${field} may have at most ${max.toLocaleString('en')} characters.`))

/** Small letters and digits of any script, with single hyphens between them. */
const slugPattern = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u
const slug = z
  .string('slug must be text.')
  .trim()
  .min(1, 'slug is missing.')
  .max(longestSlug, `slug may have at most ${longestSlug} characters.`)
  .regex(slugPattern, 'slug may hold small letters and digits, with single hyphens between them.')

const title = line('title', 300).pipe(z.string().min(1, 'title is missing.'))
const excerpt = line('excerpt', 1000)
const bodyMd = z
  .string('body_md must be text.')
  .max(longestBody, `body_md may have at most ${longestBody.toLocaleString('en')} characters.`)
  .transform((value) => value.replace(/\r\n?/g, '\n').replace(unseen, (sign) => (/[\n\t]/.test(sign) ? sign : ' ')))

const address = (field: string) =>
  z.string(`${field} must be an address.`).trim().max(2000, `${field} may have at most 2,000 characters.`)
const cover = address('cover')
  .refine(
    (value) => value === '' || isPictureAddress(value),
    'cover must be an address that begins with https://, http:// or /.',
  )
  .transform((value) => value || null)
  .nullable()
const tags = z
  .array(line('tags', 60), 'tags must be a list.')
  .max(20, 'tags may hold at most 20.')
  .transform((given) => {
    const kept = new Map<string, string>()
    for (const tag of given) if (tag && !kept.has(tag.toLowerCase())) kept.set(tag.toLowerCase(), tag)
    return [...kept.values()]
  })

const seoInput = z.strictObject({
  title: line('title', 300).nullish(),
  description: line('description', 1000).nullish(),
  canonical: address('canonical')
    .refine(
      (value) => value === '' || isWebAddress(value),
      'canonical must be an address that begins with https:// or http://.',
    )
    .nullish(),
  noindex: z.boolean('noindex must be true or false.').optional(),
})

const publishAt = z.iso
  .datetime({ offset: true, error: 'publish_at must be a time such as "2026-03-02T09:30:00Z".' })
  .nullable()
const status = z.enum(postStatuses, `status must be one of: ${postStatuses.join(', ')}.`)

/** Texts for search engines; null where the post's own serve. */
export const postSeo = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  noindex: z.boolean(),
})
export type PostSeo = z.output<typeof postSeo>

/** A page a `[^n]` of the text was taken from. */
export const postSource = z.object({ n: z.number(), url: z.string(), title: z.string() })
export type PostSource = z.output<typeof postSource>

export const postHead = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  cover: z.string().nullable(),
  tags: z.array(z.string()),
  lang: z.string(),
  /** As it is now: a scheduled post whose time has come is `published`. */
  status: z.enum(postStatuses),
  publish_at: timestamp.nullable(),
  likes: z.number(),
  /** Of reading, at 230 words a minute. */
  minutes: z.number(),
  /** Where it is read, once it is published. */
  url: z.string(),
  updated_at: timestamp,
})
export type PostHead = z.output<typeof postHead>

const postVersionHead = z.object({
  version: z.number(),
  title: z.string(),
  status: z.enum(postStatuses),
  by: z.string().nullable(),
  at: timestamp,
})
export type PostVersionHead = z.output<typeof postVersionHead>

/** A post as those who write it have it. */
export const post = postHead.extend({
  /** Null for a post of the installation's own blog. */
  workspace_id: z.string().nullable(),
  /** The document it was published from. */
  document_id: z.string().nullable(),
  body_md: z.string(),
  seo: postSeo,
  version: z.number(),
  /** Shows it to whoever has the link, whatever its status; for 14 days. */
  preview_url: z.string(),
  created_at: timestamp,
})
export type Post = z.output<typeof post>

/** A post as its readers have it. */
export const publicPost = postHead.extend({
  body_md: z.string(),
  /** Sanitised; headings carry ids. */
  body_html: z.string(),
  /** Its headings, for a table of contents. */
  headings: z.array(z.object({ level: z.number(), text: z.string(), id: z.string() })),
  seo: postSeo,
  sources: z.array(postSource),
  /** Whether this visitor likes it. */
  liked: z.boolean(),
})
export type PublicPost = z.output<typeof publicPost>

export const blog = z.object({
  /** Null: the installation's own. */
  workspace_id: z.string().nullable(),
  name: z.string(),
  /** Where it is read: at the workspace's own domain, if that is mapped to it. */
  url: z.string(),
  /** Where it stands on this installation, from the root. */
  path: z.string(),
  brand: shownBrand.nullable(),
})
export type Blog = z.output<typeof blog>

const ofBlog = { workspace_id: id('workspace_id').optional() }
const optionalParts = {
  cover: cover.optional(),
  tags: tags.optional(),
  publish_at: publishAt.optional(),
  seo: seoInput.optional(),
}

export const cmsContract = {
  add: endpoint({
    path: '/__cms/add',
    access: access.staff,
    summary: 'Write a post of the installation’s own blog.',
    idempotent: true,
    input: z.strictObject({
      slug,
      title,
      excerpt: excerpt.default(''),
      body_md: bodyMd.default(''),
      lang: language.default('en'),
      status: status.default('draft'),
      ...optionalParts,
    }),
    output: z.object({ post }),
  }),
  update: endpoint({
    path: '/__cms/update',
    access: access.staff,
    summary: 'Change a post; what is left out stays as it is. Every save is kept as a version.',
    input: z.strictObject({
      _id: id(),
      slug: slug.optional(),
      title: title.optional(),
      excerpt: excerpt.optional(),
      body_md: bodyMd.optional(),
      lang: language.optional(),
      status: status.optional(),
      ...optionalParts,
      /** The version that was changed: refused when somebody saved another in the meantime. */
      version: z.int('version must be a whole number.').optional(),
    }),
    output: z.object({ post }),
  }),
  get: endpoint({
    path: '/__cms/get',
    access: access.staff,
    summary: 'One post by its id or its slug, with its versions.',
    input: z
      .strictObject({ _id: id().optional(), slug: slug.optional() })
      .refine((input) => input._id !== undefined || input.slug !== undefined, '_id or slug is missing.'),
    output: z.object({ post, versions: z.array(postVersionHead) }),
  }),
  version: endpoint({
    path: '/__cms/version',
    access: access.staff,
    summary: 'A post as it was saved once.',
    input: z.strictObject({ _id: id(), version: z.int32('version must be a whole number.').min(1) }),
    output: z.object({
      version: postVersionHead.extend({
        slug: z.string(),
        excerpt: z.string(),
        body_md: z.string(),
        cover: z.string().nullable(),
        tags: z.array(z.string()),
        lang: z.string(),
        publish_at: timestamp.nullable(),
        seo: postSeo,
      }),
    }),
  }),
  list: endpoint({
    path: '/__cms/list',
    access: access.staff,
    summary: 'Posts of the installation’s own blog, the last changed first.',
    input: z.strictObject({ ...paging, status: status.optional(), q: line('q', 200).optional() }),
    output: pageOf(postHead).extend({ counts: z.record(z.enum(postStatuses), z.number()) }),
  }),
  delete: endpoint({
    path: '/__cms/delete',
    access: access.staff,
    summary: 'Delete a post of the installation’s own blog, with its versions and likes.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  publicGet: endpoint({
    method: 'GET',
    path: '/cms/get',
    access: access.public,
    summary: 'A published post by its slug, with posts that are close to it.',
    input: z.strictObject({ slug: z.string().max(300), ...ofBlog }),
    output: z.object({ post: publicPost, related: z.array(postHead), blog }),
  }),
  publicList: endpoint({
    method: 'GET',
    path: '/cms/list',
    access: access.public,
    summary: 'Published posts, the newest first; with q, those that hold the words, the best first.',
    input: z.strictObject({
      page,
      limit,
      tag: line('tag', 60).optional(),
      q: line('q', 200).optional(),
      ...ofBlog,
    }),
    output: pageOf(postHead).extend({ blog, tags: z.array(z.object({ tag: z.string(), posts: z.number() })) }),
  }),
  sitemap: endpoint({
    method: 'GET',
    path: '/cms/sitemap',
    access: access.public,
    summary: 'Addresses of the published posts that want to be found.',
    input: z.strictObject(ofBlog),
    output: z.object({ blog, entries: z.array(z.object({ url: z.string(), updated_at: timestamp })) }),
  }),
  preview: endpoint({
    path: '/cms/preview',
    access: access.public,
    summary: 'A post by the link of its preview, whatever its status.',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ post: publicPost, blog }),
  }),
  like: endpoint({
    path: '/cms/like/:id',
    access: access.public,
    summary: 'Like a post, or take that back: once a visitor.',
    input: z.strictObject({ id: id('id') }),
    output: z.object({ likes: z.number(), liked: z.boolean() }),
  }),
  publish: endpoint({
    path: '/blog_posts/publish',
    access: access.resource('editor', 'content:write'),
    summary:
      'Publish a document to its workspace’s own blog, or change what was published from it. Staff may choose the installation’s blog.',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      slug: slug.optional(),
      excerpt: excerpt.optional(),
      tags: tags.optional(),
      status,
      publish_at: publishAt.optional(),
      to: z.enum(['workspace', 'installation'], 'to must be "workspace" or "installation".').default('workspace'),
    }),
    output: z.object({ post }),
  }),
  ofDocument: endpoint({
    path: '/blog_posts/single',
    access: access.resource('viewer', 'content:read'),
    summary: 'What was published from a document, and where it would go.',
    input: z.strictObject({ _id: id() }),
    output: z.object({
      posts: z.array(post),
      /** The blogs this caller may publish it to. */
      blogs: z.array(blog),
    }),
  }),
  find: endpoint({
    path: '/blog_posts/find',
    access: access.workspace('viewer', 'content:read'),
    summary: 'Posts of a workspace’s own blog, drafts too, the last changed first.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      ...paging,
      status: status.optional(),
      q: line('q', 200).optional(),
    }),
    output: pageOf(postHead).extend({ blog, counts: z.record(z.enum(postStatuses), z.number()) }),
  }),
  takeDown: endpoint({
    path: '/blog_posts/unpublish',
    access: access.resource('editor', 'content:write'),
    summary:
      'Take a post of a workspace’s own blog down: it is a draft again, whether or not its document is still there.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ post }),
  }),
  deleteOwn: endpoint({
    path: '/blog_posts/delete',
    access: access.resource('editor', 'content:write'),
    summary: 'Delete a post of a workspace’s own blog, with its versions and likes. Its document stays.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}
