import type { Db, Tx } from '#platform/database/database.ts'
import type { ActingMember } from '#platform/http/context.ts'
import type { PostStatus } from './contract.ts'
import { isDue, presentHead } from './rules/present-post.ts'
import type { BlogId, PostRow } from './store/store.ts'

/** A post as it is after a change. */
export type PostChange = {
  /** Null: the server's own blog. */
  workspaceId: string | null
  postId: string
  documentId: string | null
  title: string
  slug: string
  url: string
  /** The URL it had until now, if that was another. */
  formerUrl: string | null
  /** Search engines may not show it. */
  noindex: boolean
  status: PostStatus | 'deleted'
  publishAt: Date | null
  /** Null: nothing that readers see. */
  change: 'published' | 'updated' | 'unpublished' | null
  /** Null: it was due. */
  by: string | null
  /** Name of the API key it was done with. */
  keyName: string | null
}

type Dependencies = {
  getHome(blog: BlogId, on: Db): Promise<string>
  onChanged(tx: Tx, change: PostChange): Promise<void>
}

/** Returns a function that reports a change of a post, with what of it readers see. `formerSlug`: the one it had until now. */
export function createPostChanges({ getHome, onChanged }: Dependencies) {
  return async (
    tx: Tx,
    row: PostRow,
    {
      wasPublic,
      isNowPublic,
      by,
      status = row.status,
      formerSlug = row.slug,
    }: {
      wasPublic: boolean
      isNowPublic: boolean
      by: ActingMember | null
      status?: PostChange['status']
      formerSlug?: string | undefined
    },
  ) => {
    const home = await getHome(row.workspace_id, tx)
    const change = isNowPublic ? (wasPublic ? 'updated' : 'published') : wasPublic ? 'unpublished' : null
    await onChanged(tx, {
      ...describePost(row, home, formerSlug),
      status,
      change,
      by: by?.userId ?? null,
      keyName: by?.keyName ?? null,
    })
  }
}

const describePost = (
  row: PostRow,
  home: string,
  formerSlug: string,
): Omit<PostChange, 'status' | 'change' | 'by' | 'keyName'> => ({
  workspaceId: row.workspace_id,
  postId: row.id,
  documentId: row.document_id,
  title: row.title,
  slug: row.slug,
  url: presentHead(row, home).url,
  formerUrl: formerSlug === row.slug ? null : presentHead({ ...row, slug: formerSlug }, home).url,
  noindex: row.seo.noindex,
  publishAt: row.publish_at,
})

export const isPublic = (row: PostRow) => row.status === 'published' || isDue(row, Date.now())
