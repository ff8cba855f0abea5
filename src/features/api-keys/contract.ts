import { z } from 'zod'
import { access, endpoint, fileDownload, scopes } from '#kit/endpoint.ts'
import { id, nothing, text, timestamp } from '#kit/fields.ts'

/** A key as a list shows it: never the key itself. */
export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The key's last four characters. */
  last4: z.string(),
  created_at: timestamp,
  /** To the minute. Null: never used. */
  last_used_at: timestamp.nullable(),
  /** Whose key it is: it may do what this member may do. */
  made_by: z.string(),
  /** False once that member left the workspace or lost the account: the key opens nothing. */
  active: z.boolean(),
})
export type ApiKey = z.output<typeof apiKey>

/**
 * Keys are managed by people: no scope opens these calls. A key outlives the session that made it, so making, seeing
 * and removing them takes an admin of the workspace.
 */
export const apiKeysContract = {
  add: endpoint({
    path: '/user/keys/add',
    access: access.workspace('admin', null),
    summary: 'Make an API key for a workspace. The key itself is answered this once.',
    idempotent: true,
    support: false,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      name: text('name', 80),
      scopes: z
        .array(z.enum(scopes, `scopes takes some of ${scopes.join(', ')}.`))
        .min(1, 'scopes is empty: name at least one.')
        .max(scopes.length, 'scopes names something twice.')
        .transform((given) => scopes.filter((scope) => given.includes(scope))),
    }),
    output: z.object({ key: z.string(), item: apiKey }),
  }),
  list: endpoint({
    path: '/user/keys/list',
    access: access.workspace('admin', null),
    summary: 'The API keys of a workspace, newest first.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ items: z.array(apiKey), total: z.number() }),
  }),
  remove: endpoint({
    path: '/user/keys/remove',
    access: access.resource('admin', null),
    summary: 'Remove an API key. It is dead at once.',
    support: false,
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
}

export const openApiContract = {
  document: fileDownload({
    method: 'GET',
    path: '/openapi.json',
    access: access.public,
    summary: 'This interface as OpenAPI 3.1.',
    input: nothing,
    output: z.any(),
  }),
  reference: endpoint({
    method: 'GET',
    path: '/openapi/reference',
    access: access.public,
    summary: 'The same document as an answer like any other; the page /docs/api is made from it.',
    input: nothing,
    output: z.object({ document: z.record(z.string(), z.unknown()) }),
  }),
}
