import { z } from 'zod'
import { cmsContract, postSource, postStatuses } from '#features/cms/contract.ts'
import { language } from '#kit/fields.ts'
import { count, shaped, short } from './field-rules.ts'

const post = cmsContract.update.input.shape
const postTags = z.array(short(60)).max(20)
const postParts = {
  slug: post.slug.unwrap(),
  title: post.title.unwrap(),
  excerpt: post.excerpt.unwrap(),
  body_md: post.body_md.unwrap(),
  cover: post.cover,
  cover_alt: post.cover_alt,
  author: post.author,
  tags: postTags,
  lang: language,
  status: z.enum(postStatuses),
  seo: post.seo.unwrap(),
}
/** Posts and their versions. */
export const postRowRules: Record<string, Record<string, z.ZodType>> = {
  posts: {
    ...postParts,
    words: count,
    old_slugs: z.array(postParts.slug).max(1000).optional(),
    sources: shaped(z.array(postSource).max(1000)),
    version: z.int().min(1),
    likes: count,
  },
  post_versions: {
    version: z.int().min(1),
    content: z.strictObject({ ...postParts, publish_at: z.iso.datetime({ offset: true }).nullable() }),
  },
}
