import { createHash } from 'node:crypto'
import { roleAtLeast } from '#kit/endpoint.ts'
import type { Call, WorkspaceCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { listenersContract } from './contract.ts'
import { toJsonFeed, toRss } from './rules/rss-feed.ts'
import type { Listeners } from './service.ts'

export function listenersRoutes(listeners: Listeners): Route[] {
  const { byId } = locateWith(listeners.locate)
  // Hides the webhook secret from viewers and from keys without write scope.
  const view = ({ workspace, actor }: WorkspaceCall) => ({
    secret: roleAtLeast(workspace.role, 'editor') && (!actor.key || actor.key.scopes.includes('listeners:write')),
  })
  return [
    serve(listenersContract.add, (call, input) => listeners.add(call.actor.userId, input, call.storeResponse)),
    serve(listenersContract.list, (_call, { workspace_id, ...query }) => listeners.list(workspace_id, query)),
    serve(
      listenersContract.single,
      (call, { _id, run_id }) => listeners.single(toRef(call, _id), run_id, view(call)),
      byId,
    ),
    serve(listenersContract.changes, (call, { _id, ...options }) => listeners.changes(toRef(call, _id), options), byId),
    serve(listenersContract.volumes, (call, { _id, texts }) => listeners.volumes(toRef(call, _id), texts), byId),
    serve(
      listenersContract.update,
      async (call, { _id, ...input }) => ({ listener: await listeners.update(toRef(call, _id), input) }),
      byId,
    ),
    serve(
      listenersContract.status,
      async (call, { _id, status }) => ({ listener: await listeners.setStatus(toRef(call, _id), status) }),
      byId,
    ),
    serve(listenersContract.run, async (call, { _id }) => ({ listener: await listeners.run(toRef(call, _id)) }), byId),
    serve(
      listenersContract.delete,
      async (call, { _id }) => {
        await listeners.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(
      listenersContract.deliveries,
      (call, { _id, ...paging }) => listeners.deliveries(toRef(call, _id), paging),
      byId,
    ),
    serve(
      listenersContract.resend,
      async (call, { _id, delivery_id }) => ({ delivery: await listeners.resend(toRef(call, _id), delivery_id) }),
      byId,
    ),
    serveFile(listenersContract.rss, (call, { token }) => feed(call, token, 'rss')),
    serveFile(listenersContract.jsonFeed, (call, { token }) => feed(call, token, 'json')),
  ]

  async function feed(call: Call, token: string, kind: 'rss' | 'json'): Promise<Response> {
    const { load, version, ...about } = await listeners.feed(token)
    const tag = `"${createHash('sha256').update(`${kind}\n${version}`).digest('base64url').slice(0, 22)}"`
    const headers = { ETag: tag, 'Cache-Control': 'private, max-age=300', 'X-Robots-Tag': 'noindex' }
    const known = (call.headers.get('If-None-Match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known.includes(tag)) return new Response(null, { status: 304, headers })
    const news = await load()
    return kind === 'rss'
      ? new Response(toRss({ ...about, news }), {
          headers: { ...headers, 'Content-Type': 'application/rss+xml; charset=utf-8' },
        })
      : new Response(toJsonFeed({ ...about, news }), {
          headers: { ...headers, 'Content-Type': 'application/feed+json; charset=utf-8' },
        })
  }
}
