import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { DestinationDefaults, PublicationState } from '../contract.ts'
import type {
  Attempt,
  Capabilities,
  CollectionFacts,
  DestinationKind,
  PostFields,
  ScheduledPost,
  SentText,
} from '../rules/publication-records.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    destinations: DestinationsTable
    publications: PublicationsTable
    publication_images: PublicationImagesTable
  }
}

type Json<T extends object> = JSONColumnType<T, string | undefined, string>
type NullableJson<T extends object> = JSONColumnType<T, string | null | undefined, string | null> | null

export type DestinationsTable = {
  workspace_id: string
  id: string
  kind: DestinationKind
  url: string
  sealed_credentials: string | null
  defaults: Json<DestinationDefaults>
  can: NullableJson<Capabilities>
  /** What checking found out: the address of the API and the like. */
  found: Json<Record<string, string>>
  keeps_scripts: Generated<boolean>
  collections: NullableJson<CollectionFacts[]>
  checked_at: Date | null
  error: string | null
  failure: FailureColumn
  created_by: string | null
  created_at: Generated<Date>
}

export type PublicationsTable = {
  workspace_id: string
  id: string
  destination_id: string
  document_id: string | null
  remote_id: string | null
  url: string | null
  state: PublicationState
  title: string
  slug: string
  fields: Json<PostFields>
  /** The document's version that was sent last. */
  version: number | null
  /** The text that was sent last: what both sides' edits start from. */
  sent: NullableJson<SentText>
  /** Of the post as it was after we sent it. */
  remote_hash: string | null
  remote_changed: Generated<boolean>
  remote_checked_at: Date | null
  publish_at: Date | null
  published_at: Date | null
  /** Written before a request and removed after its result is stored, so that no request is forgotten. */
  attempt: NullableJson<Attempt>
  /** Until then a process works on the attempt. */
  lease_until: Date | null
  scheduled: NullableJson<ScheduledPost>
  error: string | null
  failure: FailureColumn
  created_by: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type PublicationImagesTable = {
  workspace_id: string
  destination_id: string
  image_id: string
  remote_id: string | null
  url: string
  uploaded_at: Generated<Date>
}
