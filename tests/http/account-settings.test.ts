import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('email preferences answer what counts, and only the one named changes', async () => {
  const { call, user } = await server.signUp()
  expect(user.email_prefs).toEqual({ listener_digest: true })
  const off = await call(authContract.update, { email_prefs: { listener_digest: false } })
  expect(off.user.email_prefs).toEqual({ listener_digest: false })
  await call(authContract.update, { email_prefs: {}, timezone: 'Europe/Lisbon' })
  const { user: now } = await call(authContract.userdata, {})
  expect(now).toMatchObject({ email_prefs: { listener_digest: false }, timezone: 'Europe/Lisbon' })
})

test('a mail that does not exist, or a value that is no yes or no, is refused by its name', async () => {
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

test('a change of nothing is none, and answers the account as it is', async () => {
  const { call, user } = await server.signUp()
  expect((await call(authContract.update, {})).user.email).toBe(user.email)
  expect((await call(authContract.update, { email: user.email })).user.email).toBe(user.email)
})

test('a field inside another is named once, in its own sentence', async () => {
  const { token } = await server.signUp()
  const { body } = await post(
    `${server.url}/user/update`,
    { personal: { first_name: ' ' } },
    { Authorization: `Bearer ${token}` },
  )
  expect(body.error).toMatchObject({ field: 'personal.first_name', message: 'personal.first_name is missing.' })
})
