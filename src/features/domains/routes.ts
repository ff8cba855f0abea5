import { type Route, serve, toRequester } from '#platform/http/route.ts'
import { domainsContract } from './contract.ts'
import type { Domains } from './service.ts'

export function domainsRoutes(domains: Domains): Route[] {
  return [
    serve(domainsContract.addUpdate, (call, { workspace_id: _, ...change }) =>
      domains.addUpdate(toRequester(call), call.workspace.workspaceId, change),
    ),
    serve(domainsContract.find, (call, { look }) => domains.find(call.workspace.workspaceId, look)),
    serve(domainsContract.allowed, (_call, { domain }) => domains.allowed(domain)),
  ]
}
