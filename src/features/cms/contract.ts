import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, id, limit, line, page, paging, timestamp } from '#kit/fields.ts'
import { languageField } from '#kit/locale.ts'
import {
  author,
  bodyMd,
  cover,
  coverAlt,
  excerpt,
  maxSlugLength,
  publishAt,
  seoInput,
  slug,
  status,
  tags,
  title,
} from './contract-post-fields.ts'
import {
  blog,
  post,
  postAuthor,
  postHead,
  postSeo,
  postStatuses,
  postVersionHead,
  publicPost,
} from './contract-posts.ts'

export * from './contract-posts.ts'

const ofBlog = {
  workspace_id: id('workspace_id').optional().describe('Id of the workspace. Omit it for the server’s own blog.'),
  blog: z
    .string('blog must be text.')
    .max(maxSlugLength, `blog can have up to ${maxSlugLength} characters.`)
    .optional()
    .meta({
      description: 'Slug of a workspace’s blog, current or earlier, or the workspace’s id. Instead of workspace_id.',
      examples: ['hollow-oak'],
    }),
}
const optionalParts = {
  cover: cover.optional(),
  cover_alt: coverAlt.optional(),
  author: author.optional(),
  tags: tags.optional(),
  publish_at: publishAt.optional(),
  seo: seoInput.optional().describe('Title, description and indexing for search engines.'),
}

export const cmsContract = group(
  { name: 'Posts', area: 'Content', about: 'Posts on the server’s blog and on workspace blogs.' },
  {
    add: endpoint({
      path: '/__cms/add',
      access: access.staff,
      summary: 'Create a post on the server’s own blog.',
      idempotent: true,
      example: {
        slug: 'cold-brew-at-home',
        title: 'Cold brew at home',
        excerpt: 'What to buy and how long to wait.',
        body_md: 'Coarse grounds, cold water, sixteen hours.',
        tags: ['Coffee'],
        lang: 'en',
        status: 'scheduled',
        publish_at: '2026-03-02T09:30:00Z',
      },
      input: z.strictObject({
        slug,
        title,
        excerpt: excerpt.default(''),
        body_md: bodyMd.default(''),
        lang: languageField('lang')
          .default('en')
          .meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
        status: status.default('draft'),
        ...optionalParts,
      }),
      output: z.object({ post: post.describe('The post.') }),
    }),
    update: endpoint({
      path: '/__cms/update',
      access: access.staff,
      summary: 'Update a post. Fields you leave out don’t change. Every save creates a version.',
      example: { _id: exampleId, status: 'published', seo: { description: 'Cold brew without a machine.' } },
      input: z.strictObject({
        _id: id().describe('Id of the post.'),
        slug: slug.optional(),
        title: title.optional(),
        excerpt: excerpt.optional(),
        body_md: bodyMd.optional(),
        lang: languageField('lang')
          .optional()
          .meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
        status: status.optional(),
        ...optionalParts,
        version: z
          .int('version must be a whole number.')
          .optional()
          .describe('The version you edited. If someone saved a newer one, the call returns 409.'),
      }),
      output: z.object({ post: post.describe('The post.') }),
    }),
    get: endpoint({
      path: '/__cms/get',
      access: access.staff,
      summary: 'Get a post by id or slug, with its versions.',
      example: { slug: 'cold-brew-at-home' },
      input: z
        .strictObject({ _id: id().optional().describe('Id of the post.'), slug: slug.optional() })
        .refine((input) => input._id !== undefined || input.slug !== undefined, {
          error: '_id or slug is missing.',
          params: { reason: 'missing' },
        }),
      output: z.object({
        post: post.describe('The post.'),
        versions: z.array(postVersionHead).describe('All versions, newest first.'),
      }),
    }),
    version: endpoint({
      path: '/__cms/version',
      access: access.staff,
      summary: 'Get one version of a post.',
      input: z.strictObject({
        _id: id().describe('Id of the post.'),
        version: z
          .int32('version must be a whole number.')
          .min(1)
          .meta({ description: 'Number of the version, from 1.', examples: [1] }),
      }),
      output: z.object({
        version: postVersionHead
          .extend({
            slug: z.string().meta({ description: 'Last part of the URL in this version.', examples: ['cold-brew'] }),
            excerpt: z.string().describe('Summary in this version.'),
            body_md: z.string().describe('The text in Markdown.'),
            cover: z.string().nullable().describe('URL of the cover image. Null if there is none.'),
            cover_alt: z.string().describe('Alternative text of the cover image in this version.'),
            author: postAuthor.nullable().describe('Author in this version. Null if none was named.'),
            tags: z.array(z.string()).meta({ description: 'Tags in this version.', examples: [['Coffee']] }),
            lang: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
            publish_at: timestamp.nullable().describe('Publication time in this version. Null if none.'),
            seo: postSeo.describe('Title, description and indexing for search engines in this version.'),
          })
          .describe('The version with its content.'),
      }),
    }),
    list: endpoint({
      path: '/__cms/list',
      access: access.staff,
      summary: 'List posts of the server’s own blog, last changed first.',
      input: z.strictObject({
        ...paging,
        status: status.optional().describe('Only posts with this status.'),
        q: line('q', 200)
          .optional()
          .meta({ description: 'Text to search for.', examples: ['coffee'] }),
      }),
      output: getPage(postHead).extend({
        counts: z.record(z.enum(postStatuses), z.number()).describe('Number of posts by status.'),
      }),
    }),
    delete: endpoint({
      path: '/__cms/delete',
      access: access.staff,
      summary: 'Delete a post of the server’s own blog, with its versions and likes.',
      input: z.strictObject({ _id: id().describe('Id of the post.') }),
      output: z.object({}),
    }),
    publicGet: endpoint({
      method: 'GET',
      path: '/cms/get',
      access: access.public,
      summary: 'Get a published post by slug, with related posts.',
      input: z.strictObject({
        slug: z
          .string()
          .max(300)
          .meta({ description: 'Last part of the post’s URL.', examples: ['cold-brew'] }),
        ...ofBlog,
      }),
      output: z.object({
        post: publicPost.describe('The post.'),
        related: z.array(postHead).describe('Posts that share tags or terms, most similar first.'),
        previous: postHead.nullable().describe('The post published before. Null if it’s the first.'),
        next: postHead.nullable().describe('The post published after. Null if it’s the latest.'),
        blog: blog.describe('The blog.'),
      }),
    }),
    publicList: endpoint({
      method: 'GET',
      path: '/cms/list',
      access: access.public,
      summary: 'List published posts, newest first. With q, posts that match the words, best match first.',
      input: z.strictObject({
        page,
        limit,
        tag: line('tag', 60)
          .optional()
          .meta({ description: 'Only posts with this tag.', examples: ['coffee'] }),
        q: line('q', 200)
          .optional()
          .meta({ description: 'Text to search for.', examples: ['coffee'] }),
        ...ofBlog,
      }),
      output: getPage(postHead).extend({
        blog: blog.describe('The blog.'),
        tags: z
          .array(
            z.object({
              tag: z.string().meta({ description: 'The tag.', examples: ['coffee'] }),
              posts: z.number().describe('Number of published posts with the tag.'),
            }),
          )
          .describe('Tags in use, most frequent first.'),
      }),
    }),
    sitemap: endpoint({
      method: 'GET',
      path: '/cms/sitemap',
      access: access.public,
      summary: 'List URLs of published posts that may be indexed.',
      input: z.strictObject(ofBlog),
      output: z.object({
        blog: blog.describe('The blog.'),
        entries: z
          .array(
            z.object({
              url: z.string().meta({ description: 'Public URL of the post.', examples: ['https://example.com/page'] }),
              updated_at: timestamp.describe('When the post was last changed.'),
            }),
          )
          .describe('Published posts.'),
      }),
    }),
    preview: endpoint({
      path: '/cms/preview',
      access: access.public,
      summary: 'Get a post by its preview link, whatever its status.',
      input: z.strictObject({ token: z.string().max(200).describe('Token of the preview link.') }),
      output: z.object({ post: publicPost.describe('The post.'), blog: blog.describe('The blog.') }),
    }),
    like: endpoint({
      path: '/cms/like/:id',
      access: access.public,
      summary: 'Like a post, or remove the like. One per visitor.',
      rate: '120 per hour per client IP when signed out.',
      input: z.strictObject({ id: id('id').describe('Id of the post.') }),
      output: z.object({
        likes: z.number().meta({ description: 'Number of likes.', examples: [12] }),
        liked: z.boolean().describe('Whether this visitor likes it now.'),
      }),
    }),
    publish: endpoint({
      path: '/blog_posts/publish',
      access: access.resource('editor', 'content:write'),
      summary:
        'Publish a document to its workspace’s blog, or update the post. Staff may choose the server’s own blog.',
      idempotent: true,
      example: { _id: exampleId, status: 'published', tags: ['Coffee'] },
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        slug: slug.optional(),
        excerpt: excerpt.optional(),
        cover: cover.optional(),
        cover_alt: coverAlt.optional(),
        author: author.optional(),
        tags: tags.optional(),
        status: status.describe('Status of the post.'),
        publish_at: publishAt.optional(),
        to: z
          .enum(['workspace', 'installation'], 'to must be "workspace" or "installation".')
          .default('workspace')
          .describe('Which blog: the workspace’s, or the server’s own (staff only).'),
      }),
      output: z.object({ post: post.describe('The post.') }),
    }),
    ofDocument: endpoint({
      path: '/blog_posts/single',
      access: access.resource('viewer', 'content:read'),
      summary: 'Get the post published from a document, and where it would be published.',
      input: z.strictObject({ _id: id().describe('Id of the document.') }),
      output: z.object({
        posts: z.array(post).describe('Posts published from the document.'),
        blogs: z.array(blog).describe('Blogs the caller can publish to.'),
        author: postAuthor
          .nullable()
          .describe('The author the caller named last on the workspace’s blog, as a suggestion. Null if none.'),
      }),
    }),
    find: endpoint({
      path: '/blog_posts/find',
      access: access.workspace('viewer', 'content:read'),
      summary: 'List posts of a workspace’s blog, including drafts, last changed first.',
      input: z.strictObject({
        workspace_id: id('workspace_id').describe('Id of the workspace. Omit it for the server’s own blog.'),
        ...paging,
        status: status.optional().describe('Only posts with this status.'),
        q: line('q', 200)
          .optional()
          .meta({ description: 'Text to search for.', examples: ['coffee'] }),
      }),
      output: getPage(postHead).extend({
        blog: blog.describe('The blog.'),
        counts: z.record(z.enum(postStatuses), z.number()).describe('Number of posts by status.'),
      }),
    }),
    changeAddress: endpoint({
      path: '/blog_posts/address',
      access: access.workspace('admin', null),
      summary:
        'Change the slug of a workspace’s blog. Earlier addresses redirect to the new one, and no other workspace can take them.',
      example: { workspace_id: exampleId, slug: 'hollow-oak' },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        slug: slug.meta({
          description: 'Last part of the blog’s URL: lowercase letters and digits, separated by single hyphens.',
          examples: ['hollow-oak'],
        }),
      }),
      output: z.object({ blog: blog.describe('The blog.') }),
    }),
    updateOwn: endpoint({
      path: '/blog_posts/update',
      access: access.resource('editor', 'content:write'),
      summary:
        'Change the URL or details of a post on a workspace’s blog. Fields you leave out don’t change; the text and status never do.',
      example: { _id: exampleId, slug: 'cold-brew' },
      input: z.strictObject({
        _id: id().describe('Id of the post.'),
        slug: slug.optional(),
        excerpt: excerpt.optional(),
        cover: cover.optional(),
        cover_alt: coverAlt.optional(),
        author: author.optional(),
        tags: tags.optional(),
      }),
      output: z.object({ post: post.describe('The post.') }),
    }),
    unpublish: endpoint({
      path: '/blog_posts/unpublish',
      access: access.resource('editor', 'content:write'),
      summary: 'Unpublish a post of a workspace’s blog. It becomes a draft again, even if its document was deleted.',
      input: z.strictObject({ _id: id().describe('Id of the post.') }),
      output: z.object({ post: post.describe('The post.') }),
    }),
    deleteOwn: endpoint({
      path: '/blog_posts/delete',
      access: access.resource('editor', 'content:write'),
      summary: 'Delete a post of a workspace’s blog, with its versions and likes. Its document isn’t deleted.',
      input: z.strictObject({ _id: id().describe('Id of the post.') }),
      output: z.object({}),
    }),
  },
)
