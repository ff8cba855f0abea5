import type { ContentBriefs } from '#features/ai-content/briefing/content-briefs.ts'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { briefContract } from '#features/ai-content/contract-brief.ts'
import type { Documents } from '#features/ai-content/service.ts'
import { locateWith, type Route, serve, toMember, toRef } from '#platform/http/route.ts'
import { getWorkspaceId, refuseMissingDocument } from './comment-author.ts'
import { refuseMissingComment } from './comments.ts'
import { reviewContract } from './contract.ts'
import { commentsContract } from './contract-comments.ts'
import { reviewStateContract } from './contract-state.ts'
import { suggestionsContract } from './contract-suggestions.ts'
import type { DocumentComments } from './document-comments.ts'
import type { ReadGuestDocument } from './guest-document.ts'
import { type ReviewLinks, toRequester } from './links.ts'
import type { Reviews } from './reviews.ts'
import type { Suggestions } from './suggestions.ts'

type Dependencies = {
  links: ReviewLinks<Awaited<ReturnType<ReadGuestDocument>>>
  comments: DocumentComments
  reviews: Reviews
  suggestions: Suggestions
  documents: Documents
  briefs: ContentBriefs
}

export function reviewRoutes({ links, comments, reviews, suggestions, documents, briefs }: Dependencies): Route[] {
  const { byId } = locateWith(documents.locate)
  const admit = async (token: string, documentId: string, pass: string | undefined) => {
    const guest = await links.admit(token, pass)
    if (guest && guest.subjectId !== documentId) refuseMissingDocument()
    return guest
  }
  const ofDocument = {
    locate: (input: { document_id: string }, workspaceIds: string[]) =>
      documents.locate(workspaceIds, input.document_id),
    guest: (token: string, input: { document_id: string; pass?: string | undefined }) =>
      admit(token, input.document_id, input.pass),
  }
  const itself = {
    ...byId,
    guest: (token: string, { _id, pass }: { _id: string; pass?: string | undefined }) => admit(token, _id, pass),
  }
  return [
    serve(
      reviewContract.share,
      async (call, { _id, ...input }) => ({ share: await links.share(toRequester(call), toRef(call, _id), input) }),
      byId,
    ),
    serve(
      reviewContract.unshare,
      async (call, { _id }) => {
        await links.unshare(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(reviewContract.sharing, async (call, { _id }) => ({ share: await links.find(toRef(call, _id)) }), byId),
    serve(reviewContract.open, async (_call, input) => {
      const { id, content, ...opened } = await links.open(input)
      if (!content) return { document_id: null, document: null, ...opened }
      const { comparable: _, ...document } = content
      return { document_id: id, document, ...opened }
    }),
    serve(reviewStateContract.set, (call, input) => reviews.set(call, input), itself),
    serve(reviewStateContract.get, (call, input) => reviews.get(call, input), itself),
    serve(briefContract.get, (call, { _id }) => briefs.get({ workspaceId: getWorkspaceId(call), id: _id }), {
      ...byId,
      async guest(token, { _id, pass }) {
        const guest = await admit(token, _id, pass)
        if (guest && !(await links.showsBrief(guest))) refuseMissingDocument()
        return guest
      },
    }),
    // A member saves the document, a guest what they suggest.
    serve(
      aiContentContract.update,
      (call, { guest_name, pass: _, replaces, ...input }) => {
        if (call.guest) return suggestions.propose(call.guest, { ...input, guest_name, replaces })
        const { _id, ...changes } = input
        const document = { workspaceId: call.workspace.workspaceId, id: _id }
        return documents.update(call.actor.userId, document, { ...changes, key_name: call.actor.key?.name ?? null })
      },
      itself,
    ),
    serve(suggestionsContract.list, (call, input) => suggestions.list(call, input), ofDocument),
    serve(suggestionsContract.text, (call, input) => suggestions.text(call, input), ofDocument),
    serve(
      suggestionsContract.accept,
      (call, { document_id, ids }) => suggestions.accept(toMember(call), toRef(call, document_id), ids ?? null),
      { locate: ofDocument.locate },
    ),
    serve(
      suggestionsContract.reject,
      (call, { document_id, ids }) => suggestions.reject(toMember(call), toRef(call, document_id), ids ?? null),
      { locate: ofDocument.locate },
    ),
    serve(
      commentsContract.add,
      async (call, { document_id, ...input }) => ({ comment: await comments.add(call, document_id, input) }),
      ofDocument,
    ),
    serve(
      commentsContract.list,
      (call, { document_id, ...filter }) => comments.list(call, document_id, filter),
      ofDocument,
    ),
    serve(commentsContract.resolve, async (call, input) => ({ comment: await comments.resolve(call, input) }), {
      locate: ({ _id }, workspaceIds) => comments.locate(workspaceIds, _id),
      guest: async (token, { _id, pass }) => {
        const guest = await links.admit(token, pass)
        const comment = guest && (await comments.find({ workspaceId: guest.workspaceId, id: _id }))
        if (guest && comment?.document_id !== guest.subjectId) refuseMissingComment()
        return guest
      },
    }),
  ]
}
