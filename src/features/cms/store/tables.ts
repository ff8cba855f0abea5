import type { Generated, JSONColumnType } from 'kysely'
import type { PostAuthor, PostSeo, PostSource, PostStatus } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    posts: PostsTable
    post_versions: PostVersionsTable
    post_likes: PostLikesTable
    blog_addresses: BlogAddressesTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>

export type PostsTable = {
  id: string
  /** Null: the server's own blog. */
  workspace_id: string | null
  document_id: string | null
  slug: string
  /** Earlier public slugs, which redirect. */
  old_slugs: Generated<string[]>
  title: string
  excerpt: string
  body_md: string
  words: number
  cover: string | null
  cover_alt: Generated<string>
  author: JSONColumnType<PostAuthor | null, string | null, string | null>
  tags: string[]
  lang: string
  /** As saved: a scheduled post is public from `publish_at` on, even before its job has run. */
  status: PostStatus
  publish_at: Date | null
  seo: Json<PostSeo>
  sources: Json<PostSource[]>
  search: string
  version: Generated<number>
  likes: Generated<number>
  created_by: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The slugs of a workspace's blog. Nobody else can take one of them. */
export type BlogAddressesTable = {
  workspace_id: string
  slug: string
  /** When another slug took its place; it redirects since. Null: the current one. */
  retired_at: Date | null
  created_at: Generated<Date>
}

/** The content of a version. */
export type PostContent = {
  slug: string
  title: string
  excerpt: string
  body_md: string
  cover: string | null
  /** Absent in versions from before covers had it, as is the author. */
  cover_alt?: string
  author?: PostAuthor | null
  tags: string[]
  lang: string
  status: PostStatus
  publish_at: string | null
  seo: PostSeo
}

export type PostVersionsTable = {
  post_id: string
  version: number
  content: Json<PostContent>
  by: string | null
  at: Generated<Date>
}

export type PostLikesTable = {
  post_id: string
  /** `user:` and an id, or `cookie:` and the hash of one. */
  visitor: string
  at: Generated<Date>
}
