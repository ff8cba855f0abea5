import type { Documents } from '#features/ai-content/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Actor, Call } from '#platform/http/context.ts'
import { type Route, serve, toMember } from '#platform/http/route.ts'
import { cmsContract } from './contract.ts'
import { toManuscript } from './document-manuscript.ts'
import { newVisitorCookie, type Readers, type Visitor } from './read-posts.ts'
import { readVisitor, setVisitor } from './rules/visitor-cookie.ts'
import type { Posts } from './service.ts'

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
    serve(cmsContract.add, (call, input) => posts.add(toMember(call), input, call.storeResponse)),
    serve(cmsContract.update, (call, { _id, ...input }) => posts.update(toMember(call), _id, input)),
    serve(cmsContract.get, (_call, { _id, slug }) => posts.get(_id ? { id: _id } : { slug: slug! })),
    serve(cmsContract.version, (_call, { _id, version }) => posts.version(_id, version)),
    serve(cmsContract.list, (_call, filter) => posts.list(null, filter)),
    serve(cmsContract.delete, async (call, { _id }) => {
      await posts.remove(toMember(call), null, _id)
      return {}
    }),
    serve(cmsContract.publicGet, async (call, { slug, ...of }) =>
      readers.get(await readers.resolve(of), slug, knownVisitor(call)),
    ),
    serve(cmsContract.publicList, async (_call, { workspace_id, blog, ...filter }) =>
      readers.list(await readers.resolve({ workspace_id, blog }), filter),
    ),
    serve(cmsContract.sitemap, async (_call, of) => readers.sitemap(await readers.resolve(of))),
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
        if (input.status !== 'draft') await posts.requireApproval({ workspaceId, id: _id }, document.version)
        const manuscript = toManuscript(document, { isDraft: input.status === 'draft' })
        const blog = to === 'installation' ? null : workspaceId
        return posts.publish(toMember(call), blog, manuscript, input, call.storeResponse)
      },
      byDocument,
    ),
    serve(
      cmsContract.ofDocument,
      async (call, { _id }) => {
        const { workspaceId } = call.workspace
        const ids = canWriteServerBlog(call.actor) ? [workspaceId, null] : [workspaceId]
        const [found, blogs, author] = await Promise.all([
          posts.ofDocument(ids, _id),
          Promise.all(ids.map((id) => posts.blog(id))),
          posts.latestAuthor(workspaceId, call.actor.userId),
        ])
        return { posts: found, blogs, author }
      },
      byDocument,
    ),
    serve(cmsContract.find, async (_call, { workspace_id, ...filter }) => {
      const [found, blog] = await Promise.all([posts.list(workspace_id, filter), posts.blog(workspace_id)])
      return { ...found, blog }
    }),
    serve(cmsContract.changeAddress, (call, { slug }) => posts.changeAddress(call.workspace.workspaceId, slug)),
    serve(
      cmsContract.updateOwn,
      (call, { _id, ...input }) => posts.updateOwn(toMember(call), call.workspace.workspaceId, _id, input),
      byPost,
    ),
    serve(
      cmsContract.unpublish,
      (call, { _id }) => posts.unpublish(toMember(call), call.workspace.workspaceId, _id),
      byPost,
    ),
    serve(
      cmsContract.deleteOwn,
      async (call, { _id }) => {
        await posts.remove(toMember(call), call.workspace.workspaceId, _id)
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
