import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { imagesContract } from './contract.ts'
import type { Images } from './service.ts'

export function imagesRoutes(images: Images): Route[] {
  const { byId, byPath } = locateWith(images.locate)
  return [
    serve(imagesContract.upload, async (call, { workspace_id, file, alt }) => ({
      image: await images.add(call.actor.userId, { workspaceId: workspace_id, file, alt }),
    })),
    serve(imagesContract.copy, async (call, { workspace_id, url, alt }) => ({
      image: await images.copy(call.actor.userId, { workspaceId: workspace_id, url, alt }),
    })),
    serve(imagesContract.list, (call, query) => images.list(call.workspace.workspaceId, query)),
    serve(imagesContract.update, (call, { _id, ...change }) => images.update(toRef(call, _id), change), byId),
    serve(imagesContract.uses, (call, { _id }) => images.uses(toRef(call, _id)), byId),
    serve(
      imagesContract.delete,
      async (call, { _id, force }) => {
        await images.delete(toRef(call, _id), force)
        return {}
      },
      byId,
    ),
    serveFile(imagesContract.download, (call, { id }) => images.download(toRef(call, id)), byPath),
    serveFile(imagesContract.show, (call, { id, size }) => images.show(id, size, call.headers.get('if-none-match'))),
  ]
}
