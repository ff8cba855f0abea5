import type { Scope } from '#kit/endpoint.ts'

type Ids = { url: string; workspaceId: string; key: string }

const json = (path: string, body: object) => ({
  path,
  lines: [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`],
})

/** One example call per scope. Scopes that use no units come first, because `firstCall` uses the first match. */
const calls: [Scope, (workspaceId: string) => { path: string; lines: string[] }][] = [
  ['reports:read', (workspace_id) => json('/reports/find', { workspace_id, limit: 5 })],
  ['content:read', (workspace_id) => json('/ai/find', { workspace_id, limit: 5 })],
  ['listeners:read', (workspace_id) => json('/search_listener/list', { workspace_id, limit: 5 })],
  [
    'reports:write',
    (workspace_id) =>
      json('/reports/new', {
        workspace_id,
        type: 'topic',
        query: 'coffee',
        country: 'US',
        language: 'en',
        dry_run: true,
      }),
  ],
  ['content:write', (workspace_id) => json('/ai/new', { workspace_id, template: 'outline', title: 'A first draft' })],
  [
    'listeners:write',
    (workspace_id) =>
      json('/search_listener/add', {
        workspace_id,
        keyword: 'coffee',
        country: 'US',
        language: 'en',
        frequency: 'weekly',
      }),
  ],
  ['research', (workspace_id) => json('/extra/trends', { workspace_id, keywords: ['coffee'], range: '12m' })],
  [
    'images',
    (workspaceId) => ({ path: '/imageupload', lines: [`-F workspace_id=${workspaceId}`, '-F file=@image.png'] }),
  ],
  [
    'mcp',
    () => ({
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
  ],
]

/** @returns a curl command that tests a new key, ready to paste into a shell */
export function firstCall({ url, workspaceId, key }: Ids, scopes: readonly Scope[]): string {
  const make = calls.find(([scope]) => scopes.includes(scope))![1]
  const { path, lines } = make(workspaceId)
  return [`curl ${url}${path}`, `-H 'Authorization: Bearer ${key}'`, ...lines].join(' \\\n  ')
}
