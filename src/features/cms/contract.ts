import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { getPage, id, limit, line, page, paging, timestamp } from '#kit/fields.ts'
import { languageField } from '#kit/locale.ts'
import { isPictureAddress, isWebAddress } from '#kit/url-checks.ts'

export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

export const maxBodyLength = 400_000
export const maxSlugLength = 120

/** Control characters and others that XML and PostgreSQL reject. */
const invisible = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

/** Lowercase letters and digits of any script, separated by single hyphens. */
const slugPattern = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u
const slug = z
  .string('slug must be text.')
  .trim()
  .min(1, 'slug is missing.')
  .max(maxSlugLength, `slug may have at most ${maxSlugLength} characters.`)
  .regex(slugPattern, 'slug may contain lowercase letters and digits, separated by single hyphens.')

const title = line('title', 300).pipe(z.string().min(1, 'title is missing.'))
const excerpt = line('excerpt', 1000)
const bodyMd = z
  .string('body_md must be text.')
  .max(maxBodyLength, `body_md may have at most ${maxBodyLength.toLocaleString('en')} characters.`)
  .transform((value) => value.replace(/\r\n?/g, '\n').replace(invisible, (sign) => (/[\n\t]/.test(sign) ? sign : ' ')))

const address = (field: string) =>
  z.string(`${field} must be a URL.`).trim().max(2000, `${field} may have at most 2,000 characters.`)
const cover = address('cover')
  .refine((value) => value === '' || isPictureAddress(value), {
    error: 'cover must be a URL that begins with https://, http:// or /.',
    params: { reason: 'invalid_image_url' },
  })
  .transform((value) => value || null)
  .nullable()
const tags = z
  .array(line('tags', 60), 'tags must be a list.')
  .max(20, 'tags may hold at most 20.')
  .transform((given) => {
    const unique = new Map<string, string>()
    for (const tag of given) if (tag && !unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag)
    return [...unique.values()]
  })

const seoInput = z.strictObject({
  title: line('title', 300).nullish(),
  description: line('description', 1000).nullish(),
  canonical: address('canonical')
    .refine((value) => value === '' || isWebAddress(value), {
      error: 'canonical must be a URL that begins with https:// or http://.',
      params: { reason: 'invalid_url' },
    })
    .nullish(),
  noindex: z.boolean('noindex must be true or false.').optional(),
})

const publishAt = z.iso
  .datetime({ offset: true, error: 'publish_at must be a time such as "2026-03-02T09:30:00Z".' })
  .nullable()
const status = z.enum(postStatuses, `status must be one of: ${postStatuses.join(', ')}.`)

/** Search engine metadata; null: the post's own. */
export const postSeo = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  noindex: z.boolean(),
})
export type PostSeo = z.output<typeof postSeo>

/** A source cited as `[^n]` in the text. */
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
  /** Current status: a scheduled post that is due is `published`. */
  status: z.enum(postStatuses),
  publish_at: timestamp.nullable(),
  likes: z.number(),
  /** Reading time in minutes, at 230 words per minute. */
  minutes: z.number(),
  /** Public URL, valid once published. */
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

/** A post with everything its writers see. */
export const post = postHead.extend({
  /** Null: the server's own blog. */
  workspace_id: z.string().nullable(),
  /** The document it was published from. */
  document_id: z.string().nullable(),
  body_md: z.string(),
  seo: postSeo,
  version: z.number(),
  /** Shows the post to anyone with the link for 14 days, whatever its status. */
  preview_url: z.string(),
  created_at: timestamp,
})
export type Post = z.output<typeof post>

/** A post as its readers see it. */
export const publicPost = postHead.extend({
  body_md: z.string(),
  /** Sanitized; headings have ids. */
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
  /** Null: the server's own. */
  workspace_id: z.string().nullable(),
  name: z.string(),
  /** Public URL: on the workspace's custom domain, if it shows the blog. */
  url: z.string(),
  /** Path on this server. */
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
    summary: 'Create a post on the server’s own blog.',
    idempotent: true,
    input: z.strictObject({
      slug,
      title,
      excerpt: excerpt.default(''),
      body_md: bodyMd.default(''),
      lang: languageField('lang').default('en'),
      status: status.default('draft'),
      ...optionalParts,
    }),
    output: z.object({ post }),
  }),
  update: endpoint({
    path: '/__cms/update',
    access: access.staff,
    summary: 'Update a post. Fields you leave out don’t change. Every save creates a version.',
    input: z.strictObject({
      _id: id(),
      slug: slug.optional(),
      title: title.optional(),
      excerpt: excerpt.optional(),
      body_md: bodyMd.optional(),
      lang: languageField('lang').optional(),
      status: status.optional(),
      ...optionalParts,
      /** The version that was edited. Answers 409 when someone saved a newer one. */
      version: z.int('version must be a whole number.').optional(),
    }),
    output: z.object({ post }),
  }),
  get: endpoint({
    path: '/__cms/get',
    access: access.staff,
    summary: 'Get a post by id or slug, with its versions.',
    input: z
      .strictObject({ _id: id().optional(), slug: slug.optional() })
      .refine((input) => input._id !== undefined || input.slug !== undefined, {
        error: '_id or slug is missing.',
        params: { reason: 'missing' },
      }),
    output: z.object({ post, versions: z.array(postVersionHead) }),
  }),
  version: endpoint({
    path: '/__cms/version',
    access: access.staff,
    summary: 'Get one version of a post.',
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
    summary: 'List posts of the server’s own blog, last changed first.',
    input: z.strictObject({ ...paging, status: status.optional(), q: line('q', 200).optional() }),
    output: getPage(postHead).extend({ counts: z.record(z.enum(postStatuses), z.number()) }),
  }),
  delete: endpoint({
    path: '/__cms/delete',
    access: access.staff,
    summary: 'Delete a post of the server’s own blog, with its versions and likes.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  publicGet: endpoint({
    method: 'GET',
    path: '/cms/get',
    access: access.public,
    summary: 'Get a published post by slug, with related posts.',
    input: z.strictObject({ slug: z.string().max(300), ...ofBlog }),
    output: z.object({ post: publicPost, related: z.array(postHead), blog }),
  }),
  publicList: endpoint({
    method: 'GET',
    path: '/cms/list',
    access: access.public,
    summary: 'List published posts, newest first. With q, posts that match the words, best match first.',
    input: z.strictObject({
      page,
      limit,
      tag: line('tag', 60).optional(),
      q: line('q', 200).optional(),
      ...ofBlog,
    }),
    output: getPage(postHead).extend({ blog, tags: z.array(z.object({ tag: z.string(), posts: z.number() })) }),
  }),
  sitemap: endpoint({
    method: 'GET',
    path: '/cms/sitemap',
    access: access.public,
    summary: 'List URLs of published posts that may be indexed.',
    input: z.strictObject(ofBlog),
    output: z.object({ blog, entries: z.array(z.object({ url: z.string(), updated_at: timestamp })) }),
  }),
  preview: endpoint({
    path: '/cms/preview',
    access: access.public,
    summary: 'Get a post by its preview link, whatever its status.',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ post: publicPost, blog }),
  }),
  like: endpoint({
    path: '/cms/like/:id',
    access: access.public,
    summary: 'Like a post, or remove the like. One per visitor.',
    input: z.strictObject({ id: id('id') }),
    output: z.object({ likes: z.number(), liked: z.boolean() }),
  }),
  publish: endpoint({
    path: '/blog_posts/publish',
    access: access.resource('editor', 'content:write'),
    summary: 'Publish a document to its workspace’s blog, or update the post. Staff may choose the server’s own blog.',
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
    summary: 'Get the post published from a document, and where it would be published.',
    input: z.strictObject({ _id: id() }),
    output: z.object({
      posts: z.array(post),
      /** Blogs the caller can publish to. */
      blogs: z.array(blog),
    }),
  }),
  find: endpoint({
    path: '/blog_posts/find',
    access: access.workspace('viewer', 'content:read'),
    summary: 'List posts of a workspace’s blog, including drafts, last changed first.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      ...paging,
      status: status.optional(),
      q: line('q', 200).optional(),
    }),
    output: getPage(postHead).extend({ blog, counts: z.record(z.enum(postStatuses), z.number()) }),
  }),
  unpublish: endpoint({
    path: '/blog_posts/unpublish',
    access: access.resource('editor', 'content:write'),
    summary: 'Unpublish a post of a workspace’s blog. It becomes a draft again, even if its document was deleted.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ post }),
  }),
  deleteOwn: endpoint({
    path: '/blog_posts/delete',
    access: access.resource('editor', 'content:write'),
    summary: 'Delete a post of a workspace’s blog, with its versions and likes. Its document isn’t deleted.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}
