import type { Documents } from '#features/ai-content/service.ts'
import { locateWith, type Route, serve, toMember, toRef, toRequester } from '#platform/http/route.ts'
import { publishingContract } from './contract.ts'
import type { Destinations } from './destinations.ts'
import type { Publications } from './publications.ts'
import type { createPublish } from './publish-document.ts'

type Dependencies = {
  destinations: Destinations
  publications: Publications
  publish: ReturnType<typeof createPublish>
  documents: Documents
}

export function publishingRoutes({ destinations, publications, publish, documents }: Dependencies): Route[] {
  const byDestination = locateWith(destinations.locate).byId
  const byPublication = locateWith(publications.locate).byId
  return [
    serve(publishingContract.addDestination, (call, input) =>
      destinations.add(toRequester(call), input, call.storeResponse),
    ),
    serve(
      publishingContract.updateDestination,
      (call, { _id, ...input }) => destinations.update(toRequester(call), toRef(call, _id), input),
      byDestination,
    ),
    serve(publishingContract.listDestinations, (_call, { workspace_id }) => destinations.list(workspace_id)),
    serve(publishingContract.checkDestination, (call, { _id }) => destinations.check(toRef(call, _id)), byDestination),
    serve(
      publishingContract.removeDestination,
      async (call, { _id }) => {
        await destinations.remove(toRequester(call), toRef(call, _id))
        return {}
      },
      byDestination,
    ),
    serve(
      publishingContract.publish,
      (call, input) =>
        publish({
          by: toMember(call),
          document: toRef(call, input.document_id),
          input,
          storeResponse: call.storeResponse,
        }),
      { locate: ({ document_id }, workspaceIds) => documents.locate(workspaceIds, document_id) },
    ),
    serve(publishingContract.find, (_call, { workspace_id, ...query }) => publications.find(workspace_id, query)),
    serve(publishingContract.refresh, (call, { _id }) => publications.refresh(toRef(call, _id)), byPublication),
    serve(
      publishingContract.unpublish,
      (call, { _id }) => publications.unpublish(toMember(call), toRef(call, _id)),
      byPublication,
    ),
  ]
}
