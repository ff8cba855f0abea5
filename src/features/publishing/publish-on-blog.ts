import { randomUUIDv7 } from 'node:crypto'
import type { PostChange } from '#features/cms/post-changes.ts'
import type { Manuscript } from '#features/cms/publish-document.ts'
import type { Posts } from '#features/cms/service.ts'
import { imagePath } from '#features/images/rules/image-url.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { ActingMember, StoreResponse } from '#platform/http/context.ts'
import type { Publication, PublicationState, PublishInput } from './contract.ts'
import { presentPublication } from './present-publication.ts'
import { refuseMissingPublication } from './publishing-errors.ts'
import type { OnChanged } from './record-post.ts'
import type { PostFields } from './rules/publication-records.ts'
import { type DestinationRow, ensureBlog } from './store/destination-store.ts'
import {
  findPublication,
  lockOrCreatePublication,
  lockPublicationOfPost,
  updatePublication,
} from './store/publication-store.ts'

type Publishing = {
  by: ActingMember
  document: ResourceRef
  destination: DestinationRow
  manuscript: Manuscript
  version: number
  input: PublishInput
  publishAt: Date | null
  storeResponse: StoreResponse
}

export type PublishOnBlog = (publishing: Publishing) => Promise<{ publication: Publication }>

type Dependencies = { db: Database; posts: Posts; publicUrl: string; onChanged: OnChanged }

/** The workspace's own blog as a destination: its posts are ours, so publishing is one transaction. */
export function createBlogPublishing({ db, posts, publicUrl, onChanged }: Dependencies) {
  /** What a post's change means for the document's publication. Also for posts published by other calls. */
  async function followPost(tx: Tx, change: PostChange) {
    const { workspaceId, documentId } = change
    const publicationId = workspaceId && documentId ? await saveState(tx, workspaceId, documentId, change) : null
    if (change.change)
      await onChanged(tx, {
        ...{ workspaceId, kind: 'blog', change: change.change, url: change.url, title: change.title },
        ...{ documentId, publicationId, postId: change.postId, by: change.by, keyName: change.keyName },
      })
  }

  async function saveState(tx: Tx, workspaceId: string, documentId: string, post: PostChange) {
    const row = await lockPublicationOfPost(tx, {
      workspace_id: workspaceId,
      id: randomUUIDv7(),
      destination_id: await ensureBlog(tx, workspaceId),
      document_id: documentId,
      remote_id: post.postId,
      state: 'draft',
      title: post.title,
      slug: post.slug,
    })
    if (!row) return null
    const isScheduled = post.status === 'scheduled'
    await updatePublication(
      tx,
      { workspaceId, id: row.id },
      {
        remote_id: post.status === 'deleted' ? null : post.postId,
        url: post.url,
        state: getState(post),
        title: post.title,
        slug: post.slug,
        publish_at: isScheduled ? post.publishAt : null,
        published_at: row.published_at ?? (post.status === 'published' ? new Date() : null),
        remote_checked_at: new Date(),
        error: null,
        failure: null,
      },
    )
    return row.id
  }

  const publish: PublishOnBlog = async ({
    by,
    document,
    destination,
    manuscript,
    version,
    input,
    publishAt,
    storeResponse,
  }) => {
    const { slug, excerpt, tags, cover_id, title = manuscript.title, author } = input
    const ref = { workspaceId: document.workspaceId, id: '' }
    const status = ({ draft: 'draft', publish: 'published', schedule: 'scheduled' } as const)[input.status]
    await posts.publish(
      by,
      document.workspaceId,
      { ...manuscript, title },
      {
        status,
        ...(publishAt ? { publish_at: publishAt.toISOString() } : {}),
        ...(slug === undefined ? {} : { slug }),
        ...(excerpt === undefined ? {} : { excerpt }),
        ...(tags === undefined ? {} : { tags }),
        ...(cover_id === undefined ? {} : { cover: cover_id && publicUrl + imagePath(cover_id) }),
        ...(author === undefined ? {} : { author: author ? { name: author, bio: '', image: null } : null }),
      },
      async (tx) => {
        const row = await lockOrCreatePublication(tx, {
          workspace_id: document.workspaceId,
          id: randomUUIDv7(),
          destination_id: destination.id,
          document_id: document.id,
          state: 'draft',
          title,
          slug: slug ?? '',
        })
        ref.id = row.id
        const fields: PostFields = {
          ...row.fields,
          ...Object.fromEntries(
            Object.entries({ excerpt, tags, cover_id, author }).filter(([, value]) => value !== undefined),
          ),
        }
        const { contentMd: content_md, sources, lang: language } = manuscript
        await updatePublication(tx, ref, {
          version,
          fields: JSON.stringify(fields),
          sent: JSON.stringify({ title, content_md, sources, language }),
          created_by: row.created_by ?? by.userId,
        })
        await storeResponse(tx, { publication: presentPublication((await findPublication(tx, ref))!) })
      },
    )
    return { publication: presentPublication((await findPublication(db, ref)) ?? refuseMissingPublication()) }
  }

  return {
    followPost,
    publish,

    async unpublish(by: ActingMember, ref: ResourceRef) {
      const row = (await findPublication(db, ref)) ?? refuseMissingPublication()
      if (row.remote_id) await posts.unpublish(by, ref.workspaceId, row.remote_id)
    },
  }
}

function getState({ status, change, publishAt }: PostChange): PublicationState {
  if (status === 'deleted' || change === 'unpublished') return 'unpublished'
  return status === 'scheduled' && publishAt && publishAt.getTime() <= Date.now() ? 'published' : status
}
