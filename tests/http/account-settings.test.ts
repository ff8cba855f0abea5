import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('email preferences return the effective values, and only the given one changes', async () => {
  const { call, user } = await server.signUp()
  expect(user.email_prefs).toEqual({ listener_digest: true })
  const off = await call(authContract.update, { email_prefs: { listener_digest: false } })
  expect(off.user.email_prefs).toEqual({ listener_digest: false })
  await call(authContract.update, { email_prefs: {}, timezone: 'Europe/Lisbon' })
  const { user: now } = await call(authContract.userdata, {})
  expect(now).toMatchObject({ email_prefs: { listener_digest: false }, timezone: 'Europe/Lisbon' })
})

test('an unknown preference, or a value that isn’t a boolean, is an error at its field', async () => {
  const { token } = await server.signUp()
  const update = (email_prefs: unknown) =>
    post(`${server.url}/user/update`, { email_prefs }, { Authorization: `Bearer ${token}` })
  const unknown = await update({ fan_mail: true })
  expect(unknown.status).toBe(400)
  expect(unknown.body.error?.field).toBe('email_prefs.fan_mail')
  const wrong = await update({ listener_digest: 'daily' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.error).toMatchObject({
    field: 'email_prefs.listener_digest',
    message: 'email_prefs.listener_digest must be true or false.',
  })
})

test('an update without changes returns the account unchanged', async () => {
  const { call, user } = await server.signUp()
  expect((await call(authContract.update, {})).user.email).toBe(user.email)
  expect((await call(authContract.update, { email: user.email })).user.email).toBe(user.email)
})

test('a nested field is named once in the message', async () => {
  const { token } = await server.signUp()
  const { body } = await post(
    `${server.url}/user/update`,
    { personal: { first_name: ' ' } },
    { Authorization: `Bearer ${token}` },
  )
  expect(body.error).toMatchObject({ field: 'personal.first_name', message: 'personal.first_name is missing.' })
})

test.each([
  ['/user/signup', { first_name: '\u200b', email: 'unseen@example.com', password: 'a long enough one' }, 'first_name'],
  ['/user/update', { personal: { first_name: '\u3164' } }, 'personal.first_name'],
  ['/user/workspace/add', { name: '\u200d\u2060', color: '#0f766e' }, 'name'],
  ['/user/workspace/rename', { _id: 'W', name: '\u200b' }, 'name'],
  ['/user/keys/add', { workspace_id: 'W', name: '\u2800', scopes: ['research'] }, 'name'],
  ['/lists/add', { workspace_id: 'W', name: '\u200b', items: [] }, 'name'],
])('%s rejects a name without visible characters: %j', async (path, body, field) => {
  const person = await server.signUp()
  const sent = JSON.parse(JSON.stringify(body).replace('"W"', `"${person.workspaceId}"`))
  const answer = await post(server.url + path, sent, { Authorization: `Bearer ${person.token}` })
  expect([answer.status, answer.body.error?.field]).toEqual([400, field])
  expect(answer.body.error?.message).toBe(`${field} is missing.`)
})
