import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { exampleText } from '../../src/features/humanizer/web/example-text.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** A stream with an Idempotency-Key costs its credits once. */

let model: LanguageModels
let server: TestServer
let account: Awaited<ReturnType<TestServer['signUp']>>

beforeAll(async () => {
  model = await startLanguageModels()
  server = await startTestServer(model.settings)
  account = await server.signUp('self_hosted')
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const humanize = (key: string, input: object = {}, signal?: AbortSignal) =>
  fetch(`${server.url}/humanize`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${account.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ workspace_id: account.workspaceId, text: exampleText, strength: 'strong', ...input }),
    signal,
  })
const kept = async () =>
  (await server.database.pool.query<{ count: number }>('select count(*) as count from humanizer_runs')).rows[0]!.count
const keys = async () =>
  (await server.database.pool.query<{ count: number }>('select count(*) as count from idempotency_keys')).rows[0]!.count

test('the same key and text replay the stream exactly, without cost', async () => {
  const first = await humanize('once')
  const text = await first.text()
  expect(text).toMatch(/^event: done$/m)
  const spent = (await account.call(authContract.userdata, {})).user.usage.humanizer
  const runs = await kept()
  const again = await humanize('once')
  expect(again.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await again.text()).toBe(text)
  expect(await kept()).toBe(runs)
  expect((await account.call(authContract.userdata, {})).user.usage.humanizer).toBe(spent)
  expect((await humanize('once', { strength: 'light' })).status).toBe(409)
})

test('a key is locked while its first call runs, and free again if the reader leaves or it fails', async () => {
  model.setPace({ tokensPerSecond: 5, firstTokenMs: 0 })
  const before = await keys()
  const leaving = new AbortController()
  const first = await humanize('left', {}, leaving.signal)
  await first.body!.getReader().read()
  const second = await humanize('left')
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ error: { code: 'conflict', retryable: true } })
  expect(await keys()).toBe(before + 1)
  leaving.abort()
  await until('the key is free', async () => (await keys()) === before)

  model.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
  model.setFault({ kind: 'status', status: 401 })
  expect(await (await humanize('failing')).text()).toMatch(/^event: error$/m)
  expect(await keys()).toBe(before)
  model.setFault(null)
  expect(await (await humanize('failing')).text()).toMatch(/^event: done$/m)
})
