import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { maxBytes, maxDocuments, userDocumentsContract } from '../../src/features/user-documents/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { type Firestore, startFirestore } from '../doubles/firestore.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let firestore: Firestore
let server: TestServer
beforeAll(async () => {
  firestore = await startFirestore()
  server = await startTestServer({
    FIRESTORE_PROJECT_ID: firestore.projectId,
    FIRESTORE_CREDENTIALS: JSON.stringify(firestore.credentials),
    FIRESTORE_URL: firestore.url,
  })
})
afterAll(async () => {
  await server.close()
  await firestore.close()
})

const { get, put, list } = userDocumentsContract
const editor = { path: 'preferences/editor' }

test('a document is created, read, updated only with its version, and deleted', async () => {
  const { call } = await server.signUp()
  expect((await call(get, editor)).document).toBeNull()
  const { document } = await call(put, { ...editor, version: 0, content: { wide: true } })
  expect(document).toMatchObject({ ...editor, workspace_id: null, version: 1, content: { wide: true } })
  const next = await call(put, { ...editor, version: 1, content: { wide: false, lists: [[1, 'ä', null], []] } })
  expect(next.document.version).toBe(2)
  for (const version of [0, 1, 3])
    await expect(call(put, { ...editor, version, content: {} })).rejects.toMatchObject({
      code: 'conflict',
      options: { field: 'version', details: { version: 2 } },
    })
  expect((await call(get, editor)).document).toEqual(next.document)
  await expect(call(userDocumentsContract.delete, { ...editor, version: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await call(userDocumentsContract.delete, { ...editor, version: 2 })
  await call(userDocumentsContract.delete, editor)
  await expect(call(put, { ...editor, version: 2, content: {} })).rejects.toMatchObject({ code: 'conflict' })
  expect((await call(get, editor)).document).toBeNull()
})

test('of two concurrent updates, one gets a conflict', async () => {
  const { call } = await server.signUp()
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => call(put, { ...editor, version: 0, content: { at } })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await call(get, editor)).document?.version).toBe(1)
})

test('every user has their own documents, with and without a workspace', async () => {
  const ada = await server.signUp()
  const eve = await server.signUp()
  const here = { ...editor, workspace_id: ada.workspaceId }
  await ada.call(put, { ...editor, version: 0, content: { of: 'ada' } })
  await ada.call(put, { ...here, version: 0, content: { of: 'ada here' } })
  await ada.call(put, { path: 'drafts/report', workspace_id: ada.workspaceId, version: 0, content: {} })
  expect((await ada.call(get, editor)).document?.content).toEqual({ of: 'ada' })
  expect((await ada.call(get, here)).document?.content).toEqual({ of: 'ada here' })
  expect((await eve.call(get, editor)).document).toBeNull()
  for (const ask of [
    () => eve.call(get, here),
    () => eve.call(put, { ...here, version: 0, content: {} }),
    () => eve.call(userDocumentsContract.delete, here),
    () => eve.call(list, { workspace_id: ada.workspaceId }),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_found', options: { field: 'workspace_id' } })
  const found = await ada.call(list, { workspace_id: ada.workspaceId })
  expect(found.items.map(({ path }) => path)).toEqual(['drafts/report', 'preferences/editor'])
  expect((await ada.call(list, { workspace_id: ada.workspaceId, prefix: 'drafts/' })).total).toBe(1)
  expect((await ada.call(list, {})).items).toMatchObject([{ path: 'preferences/editor', bytes: 12 }])
})

test('an invalid path, document or size is an error at its field', async () => {
  const { token, call, user } = await server.signUp()
  const headers = { Authorization: `Bearer ${token}` }
  const send = (body: object) =>
    post(`${server.url}/user/documents/put`, { version: 0, content: {}, path: 'a', ...body }, headers)
  let deep: object = {}
  for (let level = 0; level < 20; level++) deep = { deep }
  for (const [body, status, field] of [
    [{ path: '' }, 400, 'path'],
    [{ path: '/a' }, 400, 'path'],
    [{ path: 'a/../b' }, 400, 'path'],
    [{ path: 'a'.repeat(201) }, 400, 'path'],
    [{ path: 'a:b' }, 400, 'path'],
    [{ content: [] }, 400, 'content'],
    [{ content: deep }, 400, 'content'],
    [{ content: { 'a\0b': 1 } }, 400, 'content'],
    [{ version: -1 }, 400, 'version'],
    [{ version: 1.5 }, 400, 'version'],
    [{ workspace_id: randomUUID() }, 404, 'workspace_id'],
    [{ content: { text: 'x'.repeat(maxBytes) } }, 413, 'content'],
    [{ other: 1 }, 400, 'other'],
  ] as const) {
    const answer = await send(body)
    expect([body, answer.status, answer.body.error?.field]).toEqual([body, status, field])
  }
  expect((await send({ path: 'b', content: { text: 'x'.repeat(maxBytes - 11) } })).status).toBe(200)
  expect((await send({ path: 'c', content: { text: 'a\0b' } })).status).toBe(200)
  await server.database.pool.query(
    `insert into user_documents (user_id, path, version, content, bytes, change)
     select $1, 'many/' || n, 1, '{}', 2, 0 from generate_series(1, $2) n`,
    [user.id, maxDocuments - 2],
  )
  await expect(call(put, { path: 'one-more', version: 0, content: {} })).rejects.toMatchObject({ code: 'conflict' })
  expect((await call(put, { path: 'b', version: 1, content: {} })).document.version).toBe(2)
})

const mirrored = (userId: string, name = 'documents/preferences:editor') => firestore.at(`users/${userId}/${name}`)
const arrived = (what: string, look: () => unknown) => until(what, async () => look() || null)

test('documents are copied to Firestore after saving, with types and the newest version, and deleted with the original', async () => {
  const { call, user, workspaceId } = await server.signUp()
  const content = { words: 'ä', count: 3, share: 0.5, on: true, none: null, rows: [[1, 2], ['a']] }
  await call(put, { ...editor, version: 0, content })
  const fields = await until('the copy', async () => mirrored(user.id))
  expect(fields).toMatchObject({
    path: { stringValue: 'preferences/editor' },
    workspace_id: { nullValue: null },
    version: { integerValue: '1' },
    content: {
      mapValue: {
        fields: {
          words: { stringValue: 'ä' },
          count: { integerValue: '3' },
          share: { doubleValue: 0.5 },
          on: { booleanValue: true },
          none: { nullValue: null },
          rows: {
            arrayValue: {
              values: [
                {
                  mapValue: {
                    fields: { values: { arrayValue: { values: [{ integerValue: '1' }, { integerValue: '2' }] } } },
                  },
                },
                { mapValue: { fields: { values: { arrayValue: { values: [{ stringValue: 'a' }] } } } } },
              ],
            },
          },
        },
      },
    },
  })
  for (let version = 1; version < 6; version++) await call(put, { ...editor, version, content: { version } })
  const versionThere = () => (mirrored(user.id)?.version as { integerValue: string } | undefined)?.integerValue
  await arrived('the last version', () => versionThere() === '6')
  await call(put, { path: 'drafts/report', workspace_id: workspaceId, version: 0, content: {} })
  await arrived('one of a workspace', () => mirrored(user.id, `workspaces/${workspaceId}/documents/drafts:report`))
  await call(userDocumentsContract.delete, editor)
  await arrived('its removal', () => mirrored(user.id) === null)
})

test('a concurrent write, failures and expired tokens only cause another attempt', async () => {
  const { call, user } = await server.signUp()
  firestore.revoke()
  firestore.beforeNextWrite(() => firestore.touch(`users/${user.id}/documents/preferences:editor`))
  await call(put, { ...editor, version: 0, content: { mine: true } })
  await arrived('the copy over the other', () => mirrored(user.id)?.content)
  firestore.failNext(2)
  await call(put, { ...editor, version: 1, content: { mine: 'again' } })
  await arrived(
    'the copy after failures',
    () => (mirrored(user.id)?.version as { integerValue: string } | undefined)?.integerValue === '2',
  )
})

test('documents are deleted with the account or workspace, also in Firestore, and are in the export', async () => {
  const { call, token, user, password, workspaceId } = await server.signUp('agency')
  await call(put, { ...editor, version: 0, content: { mine: true } })
  await call(put, { ...editor, workspace_id: workspaceId, version: 0, content: { mine: 'here' } })
  const inWorkspace = `workspaces/${workspaceId}/documents/preferences:editor`
  await arrived('both copies', () => mirrored(user.id) && mirrored(user.id, inWorkspace))
  const archive = await fetch(`${server.url}/user/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  const name = Object.keys(files).find((file) => file.endsWith('documents.json'))!
  expect(JSON.parse(strFromU8(files[name]!))).toMatchObject([
    { path: 'preferences/editor', workspace_id: workspaceId, content: { mine: 'here' } },
    { path: 'preferences/editor', workspace_id: null, content: { mine: true } },
  ])
  const { workspace } = await call(workspacesContract.add, { name: 'Second', color: '#0f766e' })
  await call(workspacesContract.remove, { _id: workspaceId })
  expect((await call(list, {})).total).toBe(1)
  expect(workspace._id).not.toBe(workspaceId)
  await call(authContract.deleteAccount, { password })
  const { rows } = await server.database.pool.query('select 1 from user_documents where user_id = $1', [user.id])
  expect(rows).toEqual([])
  for (const cleanUp of server.app.cleanups) await cleanUp()
  expect([mirrored(user.id), mirrored(user.id, inWorkspace)]).toEqual([null, null])
  const { rows: gone } = await server.database.pool.query('select 1 from user_documents_gone')
  expect(gone).toEqual([])
})

test('an invalid key is reported at startup', async () => {
  await expect(startTestServer({ FIRESTORE_PROJECT_ID: 'p', FIRESTORE_CREDENTIALS: '{}' })).rejects.toThrow(
    'client_email',
  )
  await expect(startTestServer({ FIRESTORE_PROJECT_ID: 'p' })).rejects.toThrow('FIRESTORE_CREDENTIALS is missing')
})
