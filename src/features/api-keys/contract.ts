import { z } from 'zod'
import { access, endpoint, fileDownload, scopes } from '#kit/endpoint.ts'
import { id, nothing, text, timestamp } from '#kit/fields.ts'

/** An API key as lists return it. The secret is never included. */
export const apiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The key's last four characters. */
  last4: z.string(),
  created_at: timestamp,
  /** Rounded to the minute. Null if never used. */
  last_used_at: timestamp.nullable(),
  /** Email of the member who created the key. The key has this member's role. */
  made_by: z.string(),
  /** False if that member left the workspace or was disabled. The key doesn't work then. */
  active: z.boolean(),
})
export type ApiKey = z.output<typeof apiKey>

/**
 * No scope allows these calls, so a leaked key can't create more keys.
 * A key outlives the session that created it, so all calls require an admin of the workspace.
 */
export const apiKeysContract = {
  add: endpoint({
    path: '/user/keys/add',
    access: access.workspace('admin', null),
    summary: 'Create an API key for a workspace. The key is returned only once.',
    idempotent: true,
    support: false,
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      name: text('name', 80),
      scopes: z
        .array(z.enum(scopes, `scopes must be one or more of ${scopes.join(', ')}.`))
        .min(1, 'scopes needs at least one scope.')
        .max(scopes.length, 'scopes lists a scope twice.')
        .transform((given) => scopes.filter((scope) => given.includes(scope))),
    }),
    output: z.object({ key: z.string(), item: apiKey }),
  }),
  list: endpoint({
    path: '/user/keys/list',
    access: access.workspace('admin', null),
    summary: 'List a workspace’s API keys, newest first.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({ items: z.array(apiKey), total: z.number() }),
  }),
  remove: endpoint({
    path: '/user/keys/remove',
    access: access.resource('admin', null),
    summary: 'Delete an API key. It stops working immediately.',
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
    summary: 'Get this API as OpenAPI 3.1.',
    input: nothing,
    output: z.any(),
  }),
  reference: endpoint({
    method: 'GET',
    path: '/openapi/reference',
    access: access.public,
    summary: 'Get the OpenAPI document in the standard response format. The page /docs/api is made from it.',
    input: nothing,
    output: z.object({ document: z.record(z.string(), z.unknown()) }),
  }),
}
