import { z } from 'zod'
import { access, endpoint, fileDownload, group, scopes } from '#kit/endpoint.ts'
import { exampleId, id, itemId, nothing, text, timestamp } from '#kit/fields.ts'

/** An API key as lists return it. The secret is never included. */
export const apiKey = z
  .object({
    _id: itemId.describe('Id of the key.'),
    name: z.string().meta({ description: 'Name of the key.', examples: ['Nightly export'] }),
    scopes: z.array(z.enum(scopes)).meta({ description: 'What the key can do.', examples: [['reports:read']] }),
    last4: z.string().meta({ description: 'The key’s last four characters.', examples: ['9xQ2'] }),
    created_at: timestamp.describe('When the key was created.'),
    last_used_at: timestamp.nullable().describe('When the key was last used, rounded to the minute. Null if never.'),
    made_by: z.string().meta({
      description: 'Email of the member who created the key. The key has that member’s role.',
      examples: ['ada@example.com'],
    }),
    active: z.boolean().describe('False if that member left the workspace or was disabled. The key doesn’t work then.'),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.output<typeof apiKey>

/**
 * No scope allows these calls, so a leaked key can't create more keys.
 * A key outlives the session that created it, so all calls require an admin of the workspace.
 */
export const apiKeysContract = group(
  { name: 'API keys', area: 'Account', about: 'Keys for programs. Only people can create and delete them.' },
  {
    add: endpoint({
      path: '/user/keys/add',
      access: access.workspace('admin', null),
      summary: 'Create an API key for a workspace. The key is returned only once.',
      idempotent: true,
      support: false,
      example: { workspace_id: exampleId, name: 'Nightly export', scopes: ['reports:read'] },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        name: text('name', 80).meta({
          description: 'Name of the key, such as the program that uses it.',
          examples: ['Nightly export'],
        }),
        scopes: z
          .array(z.enum(scopes, `scopes must be one or more of ${scopes.join(', ')}.`))
          .min(1, 'scopes needs at least one scope.')
          .max(scopes.length, 'scopes lists a scope twice.')
          .transform((given) => scopes.filter((scope) => given.includes(scope)))
          .meta({ description: 'What the key can do.', examples: [['reports:read']] }),
      }),
      output: z.object({
        key: z
          .string()
          .meta({ description: 'The key. It’s returned once and can’t be shown again.', examples: ['ek_…'] }),
        item: apiKey.describe('The key as lists return it.'),
      }),
    }),
    list: endpoint({
      path: '/user/keys/list',
      access: access.workspace('admin', null),
      summary: 'List a workspace’s API keys, newest first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(apiKey).describe('All keys of the workspace, newest first.'),
        total: z.number().describe('Number of keys.'),
      }),
    }),
    remove: endpoint({
      path: '/user/keys/remove',
      access: access.resource('admin', null),
      summary: 'Delete an API key. It stops working immediately.',
      support: false,
      input: z.strictObject({ _id: id().describe('Id of the key.') }),
      output: z.object({}),
    }),
  },
)

export const openApiContract = group(
  { name: 'API description', area: 'Server', about: 'This reference as OpenAPI.' },
  {
    document: fileDownload({
      method: 'GET',
      path: '/openapi.json',
      access: access.public,
      summary: 'Get this API as OpenAPI 3.1.',
      files: ['application/json'],
      input: nothing,
      output: z.any(),
    }),
    reference: endpoint({
      method: 'GET',
      path: '/openapi/reference',
      access: access.public,
      summary: 'Get the OpenAPI document in the standard response format. The page /docs/api is made from it.',
      input: nothing,
      output: z.object({ document: z.record(z.string(), z.unknown()).describe('The OpenAPI document.') }),
    }),
  },
)
