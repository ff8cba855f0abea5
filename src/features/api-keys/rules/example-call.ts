import type { Scope } from '#kit/endpoint.ts'

type Ids = { url: string; workspaceId: string; key: string }

const json = (path: string, body: object) => ({
  path,
  lines: [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`],
})

/** One example call per scope. Scopes that use no credits come first, because `firstCall` uses the first match. */
const calls: { [Name in Scope]: (workspaceId: string) => { path: string; lines: string[] } } = {
  'reports:read': (workspace_id) => json('/reports/find', { workspace_id, limit: 5 }),
  'content:read': (workspace_id) => json('/ai/find', { workspace_id, limit: 5 }),
  'listeners:read': (workspace_id) => json('/search_listener/list', { workspace_id, limit: 5 }),
  'plan:read': (workspace_id) => json('/plan/find', { workspace_id }),
  'sites:read': (workspace_id) => json('/sites/list', { workspace_id }),
  'visibility:read': (workspace_id) => json('/ranks/list', { workspace_id }),
  publish: (workspace_id) => json('/destinations/list', { workspace_id }),
  events_out: (workspace_id) => json('/events_out/list', { workspace_id }),
  'reports:write': (workspace_id) =>
    json('/reports/new', {
      workspace_id,
      type: 'topic',
      query: 'coffee',
      country: 'US',
      language: 'en',
      dry_run: true,
    }),
  'content:write': (workspace_id) => json('/ai/new', { workspace_id, template: 'outline', title: 'A first draft' }),
  'listeners:write': (workspace_id) =>
    json('/search_listener/add', {
      workspace_id,
      keyword: 'coffee',
      country: 'US',
      language: 'en',
      frequency: 'weekly',
    }),
  'plan:write': (workspace_id) =>
    json('/plan/new', { workspace_id, name: 'A first plan', report_id: 'ID-OF-A-REPORT' }),
  'sites:write': (workspace_id) => json('/sites/add', { workspace_id, url: 'https://example.com/' }),
  'visibility:write': (workspace_id) =>
    json('/ranks/add', {
      workspace_id,
      domain: 'example.com',
      keywords: ['cold brew coffee'],
      country: 'US',
      language: 'en',
      device: 'desktop',
      frequency: 'weekly',
      depth: 10,
      dry_run: true,
    }),
  research: (workspace_id) => json('/extra/trends', { workspace_id, keywords: ['coffee'], range: '12m' }),
  images: (workspaceId) => ({ path: '/imageupload', lines: [`-F workspace_id=${workspaceId}`, '-F file=@image.png'] }),
  mcp: () => ({
    path: '/mcp',
    lines: [
      `-H 'Content-Type: application/json'`,
      `-H 'Accept: application/json, text/event-stream'`,
      `-d '${JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'curl', version: '1' } },
      })}'`,
    ],
  }),
}

/** @returns a curl command that tests a new key, ready to paste into a shell */
export function firstCall({ url, workspaceId, key }: Ids, scopes: readonly Scope[]): string {
  const first = (Object.keys(calls) as Scope[]).find((scope) => scopes.includes(scope))!
  const { path, lines } = calls[first](workspaceId)
  return [`curl ${url}${path}`, `-H 'Authorization: Bearer ${key}'`, ...lines].join(' \\\n  ')
}
