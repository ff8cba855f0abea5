import { citationsIn } from '#features/ai-content/citation-marks.ts'
import type { Documents } from '#features/ai-content/service.ts'
import { AppError } from '#kit/errors.ts'
import { type Actor, type Call, type Route, serve } from '#platform/http.ts'
import { cmsContract } from './contract.ts'
import { newVisitorCookie, type Readers, type Visitor } from './read-posts.ts'
import type { Posts } from './service.ts'
import { readVisitor, setVisitor } from './visitor-cookie.ts'

export function cmsRoutes({
  posts,
  readers,
  documents,
  secure,
}: {
  posts: Posts
  readers: Readers
  documents: Documents
  /** The public URL is https, so cookies get `Secure`. */
  secure: boolean
}): Route[] {
  const byDocument = {
    locate: (input: { _id: string }, workspaceIds: string[]) => documents.locate(workspaceIds, input._id),
  }
  const byPost = {
    locate: (input: { _id: string }, workspaceIds: string[]) => posts.locate(workspaceIds, input._id),
  }
  const canWriteServerBlog = (actor: Actor) => actor.staff && actor.kind === 'session'

  return [
    serve(cmsContract.add, (call, input) => posts.add(call.actor.userId, input, call.keepAnswer)),
    serve(cmsContract.update, (call, { _id, ...input }) => posts.update(call.actor.userId, _id, input)),
    serve(cmsContract.get, (_call, { _id, slug }) => posts.get(_id ? { id: _id } : { slug: slug! })),
    serve(cmsContract.version, (_call, { _id, version }) => posts.version(_id, version)),
    serve(cmsContract.list, (_call, filter) => posts.list(null, filter)),
    serve(cmsContract.delete, async (_call, { _id }) => {
      await posts.remove(null, _id)
      return {}
    }),
    serve(cmsContract.publicGet, (call, { slug, workspace_id }) =>
      readers.get(workspace_id ?? null, slug, knownVisitor(call)),
    ),
    serve(cmsContract.publicList, (_call, { workspace_id, ...filter }) => readers.list(workspace_id ?? null, filter)),
    serve(cmsContract.sitemap, (_call, { workspace_id }) => readers.sitemap(workspace_id ?? null)),
    serve(cmsContract.preview, (_call, { token }) => readers.preview(token)),
    serve(cmsContract.like, async (call, { id }) => {
      const known = knownVisitor(call)
      const visitor = known ?? { cookie: newVisitorCookie() }
      const { likes, liked } = await readers.like(id, visitor, call.clientAddress)
      if (!known && 'cookie' in visitor) call.setCookie(setVisitor(visitor.cookie, secure))
      return { likes, liked }
    }),
    serve(
      cmsContract.publish,
      async (call, { _id, to, ...input }) => {
        if (to === 'installation' && !canWriteServerBlog(call.actor))
          throw new AppError('forbidden', 'Only staff can publish to this server’s own blog.', {
            field: 'to',
            reason: 'staff_only',
          })
        const { workspaceId } = call.workspace
        const document = await documents.single({ workspaceId, id: _id })
        if (document.status === 'writing')
          throw new AppError('conflict', 'This document is still being written. Publish it when that’s done.', {
            reason: 'document_in_progress',
            retryable: true,
          })
        if (input.status !== 'draft' && document.content_md.trim() === '')
          throw new AppError('invalid_input', 'This document is empty. Add some text before you publish.', {
            reason: 'document_empty',
          })
        const manuscript = {
          documentId: _id,
          title: document.title.trim() || 'Untitled',
          contentMd: document.content_md,
          lang: document.language,
          sources: citationsIn(document.content_md, document.citations).map(({ n, url, title }) => ({ n, url, title })),
        }
        const blog = to === 'installation' ? null : workspaceId
        return posts.publish(call.actor.userId, blog, manuscript, input, call.keepAnswer)
      },
      byDocument,
    ),
    serve(
      cmsContract.ofDocument,
      async (call, { _id }) => {
        const { workspaceId } = call.workspace
        const ids = canWriteServerBlog(call.actor) ? [workspaceId, null] : [workspaceId]
        const [found, blogs] = await Promise.all([
          posts.ofDocument(ids, _id),
          Promise.all(ids.map((id) => readers.blog(id))),
        ])
        return { posts: found, blogs }
      },
      byDocument,
    ),
    serve(cmsContract.find, async (_call, { workspace_id, ...filter }) => {
      const [found, blog] = await Promise.all([posts.list(workspace_id, filter), readers.blog(workspace_id)])
      return { ...found, blog }
    }),
    serve(
      cmsContract.unpublish,
      (call, { _id }) => posts.unpublish(call.actor.userId, call.workspace.workspaceId, _id),
      byPost,
    ),
    serve(
      cmsContract.deleteOwn,
      async (call, { _id }) => {
        await posts.remove(call.workspace.workspaceId, _id)
        return {}
      },
      byPost,
    ),
  ]

  function knownVisitor(call: Call): Visitor | null {
    if (call.actor) return { userId: call.actor.userId }
    const cookie = readVisitor(call.headers.get('cookie'))
    return cookie ? { cookie } : null
  }
}
