import { type Route, serve } from '#platform/http/route.ts'
import { userDocumentsContract } from './contract.ts'
import type { UserDocuments } from './service.ts'

export function userDocumentsRoutes(documents: UserDocuments): Route[] {
  return [
    serve(userDocumentsContract.list, ({ actor }, input) => documents.list(actor.userId, input)),
    serve(userDocumentsContract.get, async ({ actor }, input) => ({
      document: await documents.get(actor.userId, input),
    })),
    serve(userDocumentsContract.put, async ({ actor }, input) => ({
      document: await documents.put(actor.userId, input),
    })),
    serve(userDocumentsContract.delete, async ({ actor }, input) => {
      await documents.delete(actor.userId, input)
      return {}
    }),
  ]
}
