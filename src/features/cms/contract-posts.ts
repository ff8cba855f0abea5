import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import { itemId, timestamp } from '#kit/fields.ts'

export const postStatuses = ['draft', 'scheduled', 'published'] as const
export type PostStatus = (typeof postStatuses)[number]

/** Search engine metadata; null: the post's own. */
export const postSeo = z.object({
  title: z.string().nullable().describe('Title for search engines. Null: the post’s title is used.'),
  description: z.string().nullable().describe('Description for search engines. Null: the excerpt is used.'),
  canonical: z.string().nullable().describe('Canonical URL, if the post is a copy of another page. Otherwise null.'),
  noindex: z.boolean().describe('Whether search engines are asked not to index the post.'),
})
export type PostSeo = z.output<typeof postSeo>

/** Who wrote a post, as readers see it. Never an email address. */
export const postAuthor = z
  .object({
    name: z.string().meta({ description: 'Name of the author.', examples: ['Ada Lovelace'] }),
    bio: z.string().meta({ description: 'A sentence about the author. May be empty.', examples: ['Roasts coffee.'] }),
    image: z.string().nullable().describe('Path of a portrait in the image library. Null if there is none.'),
  })
  .meta({ id: 'PostAuthor' })
export type PostAuthor = z.output<typeof postAuthor>

/** A source cited as `[^n]` in the text. */
export const postSource = z.object({
  n: z.number().describe('Number of the citation in the text.'),
  url: z.string().meta({ description: 'URL of the cited page.', examples: ['https://example.com/page'] }),
  title: z.string().describe('Title of the cited page.'),
})
export type PostSource = z.output<typeof postSource>

export const postHead = z
  .object({
    _id: itemId.describe('Id of the post.'),
    slug: z.string().meta({ description: 'Last part of the post’s URL.', examples: ['cold-brew'] }),
    title: z.string().meta({ description: 'Title of the post.', examples: ['Cold brew at home'] }),
    excerpt: z.string().describe('Summary in one or two sentences.'),
    cover: z.string().nullable().describe('URL of the cover image. Null if there is none.'),
    cover_alt: z.string().describe('Alternative text of the cover image. May be empty.'),
    author: postAuthor.nullable().describe('Author of the post. Null if none is named.'),
    tags: z.array(z.string()).meta({ description: 'Tags of the post.', examples: [['Coffee']] }),
    lang: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
    status: z.enum(postStatuses).describe('Current status. A scheduled post that is due is `published`.'),
    publish_at: timestamp.nullable().describe('When it was or will be published. Null for drafts without a time.'),
    likes: z.number().describe('Number of likes.'),
    minutes: z.number().meta({ description: 'Reading time in minutes, at 230 words per minute.', examples: [4] }),
    url: z.string().meta({ description: 'Public URL, valid once published.', examples: ['https://example.com/page'] }),
    updated_at: timestamp.describe('When the post was last changed.'),
  })
  .meta({ id: 'PostHead' })
export type PostHead = z.output<typeof postHead>

export const postVersionHead = z.object({
  version: z.number().meta({ description: 'Number of the version, from 1.', examples: [1] }),
  title: z.string().describe('Title in this version.'),
  status: z.enum(postStatuses).describe('Status in this version.'),
  by: z.string().nullable().describe('Email of the person who saved it. Null if unknown.'),
  at: timestamp.describe('When it was saved.'),
})
export type PostVersionHead = z.output<typeof postVersionHead>

/** A post with everything its writers see. */
export const post = postHead
  .extend({
    workspace_id: itemId.nullable().describe('Id of the workspace. Null for the server’s own blog.'),
    document_id: itemId.nullable().describe('Id of the document it was published from. Null if there is none.'),
    body_md: z
      .string()
      .meta({ description: 'The text in Markdown.', examples: ['Coarse grounds, cold water, sixteen hours.'] }),
    seo: postSeo.describe('Title, description and indexing for search engines.'),
    version: z.number().meta({ description: 'Number of the current version, from 1.', examples: [1] }),
    preview_url: z
      .string()
      .describe('URL that shows the post to anyone with the link for 14 days, whatever its status.'),
    created_at: timestamp.describe('When the post was created.'),
  })
  .meta({ id: 'Post' })
export type Post = z.output<typeof post>

/** A post as its readers see it. */
export const publicPost = postHead
  .extend({
    body_md: z.string().describe('The text in Markdown.'),
    body_html: z.string().describe('The text as sanitized HTML. Headings have ids.'),
    headings: z
      .array(
        z.object({
          level: z.number().meta({ description: 'Level of the heading, 1 to 6.', examples: [2] }),
          text: z.string().describe('Text of the heading.'),
          id: itemId.describe('Id of the heading in the HTML.'),
        }),
      )
      .describe('The headings, for a table of contents.'),
    faq: z
      .array(
        z.object({
          question: z.string().describe('The question, as its heading asks it.'),
          answer: z.string().describe('The text below it, without markup.'),
        }),
      )
      .describe('Questions with answers: headings of one level that all ask something, for FAQPage structured data.'),
    seo: postSeo.describe('Title, description and indexing for search engines.'),
    sources: z.array(postSource).describe('Pages the post cites.'),
    liked: z.boolean().describe('Whether this visitor liked it.'),
  })
  .meta({ id: 'PublicPost' })
export type PublicPost = z.output<typeof publicPost>

export const blog = z
  .object({
    workspace_id: itemId.nullable().describe('Id of the workspace. Null for the server’s own blog.'),
    name: z.string().meta({ description: 'Name of the blog.', examples: ['Hollow Oak'] }),
    slug: z
      .string()
      .nullable()
      .meta({
        description:
          'Last part of the blog’s URL on this server. Null for the server’s own blog, and until a post is published.',
        examples: ['hollow-oak'],
      }),
    url: z.string().describe('Public URL: on the workspace’s custom domain, if it shows the blog.'),
    path: z.string().describe('Path of the blog on this server.'),
    brand: shownBrand.nullable().describe('Branding of the workspace. Null for the default.'),
  })
  .meta({ id: 'Blog' })
export type Blog = z.output<typeof blog>
