import { roleAtLeast } from '#kit/endpoint.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { UserCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveEvents, toRef } from '#platform/http/route.ts'
import { sitesContract } from './contract.ts'
import type { Sites } from './service.ts'

export function sitesRoutes(sites: Sites): Route[] {
  const { byId } = locateWith(sites.locate)
  const ofUpload = locateWith(sites.uploads.locate)
  const ofDecay = locateWith(sites.work.locateDecay)
  const by = ({ actor, clientAddress }: UserCall) => ({
    userId: actor.userId,
    email: actor.email,
    address: clientAddress,
  })
  return [
    serve(sitesContract.add, (call, { workspace_id, url }) =>
      sites.add(by(call), workspace_id, url, call.storeResponse),
    ),
    serve(sitesContract.list, (_call, { workspace_id }) => sites.list(workspace_id)),
    serve(sitesContract.get, (call, { _id }) => sites.get(toRef(call, _id)), byId),
    serve(
      sitesContract.remove,
      async (call, { _id }) => {
        await sites.remove(by(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(sitesContract.crawl, (call, { _id }) => sites.crawl(toRef(call, _id), call.storeResponse), byId),
    serve(sitesContract.cancelCrawl, (call, { _id }) => sites.cancelCrawl(toRef(call, _id)), byId),
    serveEvents(
      sitesContract.crawlEvents,
      async (_call, _input, site: ResourceRef) => (send, signal) =>
        sites.follow({ workspaceId: site.workspaceId, id: site.id }, send, signal),
      { find: ({ id }, workspaceIds) => sites.findOfEvents(workspaceIds, id) },
    ),
    serve(sitesContract.pages, (call, { _id, ...query }) => sites.pages(toRef(call, _id), query), byId),
    serve(
      sitesContract.connect,
      (call, { _id, service_account, property }) =>
        sites.connect(by(call), toRef(call, _id), { serviceAccount: service_account, property }),
      byId,
    ),
    serve(sitesContract.finishConnect, (call, input) =>
      sites.finishConnect(
        by(call),
        call.actor.memberships.filter(({ role }) => roleAtLeast(role, 'admin')).map(({ workspaceId }) => workspaceId),
        input,
      ),
    ),
    serve(
      sitesContract.properties,
      async (call, { _id }) => ({ items: await sites.properties(toRef(call, _id)) }),
      byId,
    ),
    serve(sitesContract.disconnect, (call, { _id }) => sites.disconnect(by(call), toRef(call, _id)), byId),
    serve(sitesContract.sync, (call, { _id }) => sites.sync(toRef(call, _id)), byId),
    serve(sitesContract.overview, (call, { _id, ...days }) => sites.overview(toRef(call, _id), days), byId),
    serve(sitesContract.queries, (call, { _id, ...query }) => sites.queries(toRef(call, _id), query), byId),
    serve(sitesContract.uploads, (call, { _id }) => sites.uploads.list(toRef(call, _id)), byId),
    serve(
      sitesContract.removeUpload,
      async (call, { _id }) => {
        await sites.uploads.remove(toRef(call, _id))
        return {}
      },
      ofUpload.byId,
    ),
    serve(
      sitesContract.uploadLog,
      async (call, { _id, file }) => sites.bots.upload(toRef(call, _id), call.actor.userId, await toUpload(file)),
      byId,
    ),
    serve(sitesContract.bots, (call, { _id, ...days }) => sites.bots.get(toRef(call, _id), days), byId),
    serve(sitesContract.botPages, (call, { _id, ...query }) => sites.bots.pages(toRef(call, _id), query), byId),
    serve(
      sitesContract.removeLogs,
      async (call, { _id }) => {
        await sites.bots.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(
      sitesContract.uploadReferrals,
      async (call, { _id, file }) => sites.referrals.upload(toRef(call, _id), call.actor.userId, await toUpload(file)),
      byId,
    ),
    serve(sitesContract.referrals, (call, { _id }) => sites.referrals.get(toRef(call, _id)), byId),
    serve(
      sitesContract.removeReferrals,
      async (call, { _id }) => {
        await sites.referrals.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(sitesContract.decay, (call, { _id }) => sites.work.decay(toRef(call, _id)), byId),
    serve(
      sitesContract.updateDecay,
      (call, { _id, state }) => sites.work.updateDecay(toRef(call, _id), state),
      ofDecay.byId,
    ),
    serve(
      sitesContract.refreshDraft,
      (call, { _id }) => sites.work.refreshDraft(call.actor.userId, toRef(call, _id)),
      ofDecay.byId,
    ),
    serve(sitesContract.outcomes, (call, { _id }) => sites.work.outcomes(toRef(call, _id)), byId),
    serve(
      sitesContract.addAction,
      (call, { _id, ...action }) => sites.work.addAction(call.actor.userId, toRef(call, _id), action),
      byId,
    ),
    serve(sitesContract.changes, (call, { _id, ...query }) => sites.changes(toRef(call, _id), query), byId),
  ]
}

const toUpload = async (file: File) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
