import type { PostSource } from '#features/cms/contract.ts'

export type { Capabilities, DestinationKind } from '#providers/publishing/port.ts'

/** What is stored of publications as JSON. */

/** A text as it was sent. */
export type SentText = { title: string; content_md: string; sources: PostSource[]; language: string }

/** What a post has beside its text. */
export type PostFields = {
  excerpt?: string
  tags?: string[]
  categories?: string[]
  author?: string
  meta_title?: string
  meta_description?: string
  canonical?: string
  cover_id?: string | null
}

export type Outgoing = { text: SentText; slug: string; fields: PostFields; version: number }

export type Attempt = {
  id: string
  status: 'draft' | 'publish' | 'unpublish'
  post: Outgoing | null
  /** The destination's text that may be overwritten: a person has seen it. */
  expected_hash: string | null
  /** `unsettled`: it failed without saying whether the destination took it. */
  phase: 'working' | 'unsettled'
  started_at: string
  by: string | null
  /** Name of the API key it was made with. Missing in those of earlier versions. */
  key_name?: string | null
}

/** What is sent when it's due. */
export type ScheduledPost = { id: string; post: Outgoing; by: string | null; key_name?: string | null }

export type CollectionFacts = {
  id: string
  name: string
  fields: { id: string; name: string; type: string; required: boolean }[]
}
