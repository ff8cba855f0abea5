import type { Post, PostAuthor, PostHead, PostSeo, PostStatus, PublicPost } from '../contract.ts'

/** Post rows in API format. */

const wordsAMinute = 230

export type HeadFacts = {
  id: string
  workspace_id: string | null
  slug: string
  title: string
  excerpt: string
  words: number
  cover: string | null
  cover_alt: string
  author: PostAuthor | null
  tags: string[]
  lang: string
  status: PostStatus
  publish_at: Date | null
  likes: number
  updated_at: Date
}

export type PostFacts = HeadFacts & {
  document_id: string | null
  body_md: string
  seo: PostSeo
  version: number
  created_at: Date
}

/** Path of a blog: the server's own, or a workspace's by its slug. */
export const blogPath = (slug: string | null) => (slug === null ? '/blog' : `/b/${encodeURIComponent(slug)}`)

export const isDue = (post: { status: PostStatus; publish_at: Date | null }, now: number) =>
  post.status === 'scheduled' && post.publish_at !== null && post.publish_at.getTime() <= now

/** `home`: the blog's URL. */
export function presentHead(row: HeadFacts, home: string): PostHead {
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    cover: row.cover,
    cover_alt: row.cover_alt,
    author: row.author,
    tags: row.tags,
    lang: row.lang,
    status: isDue(row, Date.now()) ? 'published' : row.status,
    publish_at: row.publish_at?.toISOString() ?? null,
    likes: row.likes,
    minutes: Math.max(1, Math.round(row.words / wordsAMinute)),
    url: `${home}/${encodeURIComponent(row.slug)}`,
    updated_at: row.updated_at.toISOString(),
  }
}

export const presentPost = (row: PostFacts, home: string, previewUrl: string): Post => ({
  ...presentHead(row, home),
  workspace_id: row.workspace_id,
  document_id: row.document_id,
  body_md: row.body_md,
  seo: row.seo,
  version: row.version,
  preview_url: previewUrl,
  created_at: row.created_at.toISOString(),
})

/** A post from a query for live posts: published by the database's clock, whatever this process's clock says. */
export const presentLive = (row: HeadFacts, home: string): PostHead => ({
  ...presentHead(row, home),
  status: 'published',
})

export type ReaderPost = Omit<PublicPost, 'liked'>
