import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminContract } from '../../src/features/admin/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { knownModels } from '../../src/providers/language-model/known-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let staff: Call
let staffId: string
let token: string
/** Nothing answers at this address, so that only what Earshot knows is said of the model. */
const env = {
  LLM_PROVIDER: 'openai',
  LLM_API_KEY: 'sk-test',
  LLM_MODEL: 'gpt-test-1',
  LLM_BASE_URL: 'http://127.0.0.1:1',
}
beforeAll(async () => {
  server = await startTestServer(env)
  const account = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [account.user.id])
  staff = account.call
  staffId = account.user.id
  token = account.token
})
afterAll(() => server.close())

const shipped = knownModels.find(({ id }) => id === 'claude-opus-5')!
const figures = {
  context_tokens: 400_000,
  output_tokens: 32_000,
  price: { input: 1.5, output: 6, cached: 0.15, until: null },
  as_of: '2026-11-20',
  source: 'https://example.com/pricing',
}
const find = async (model: string) =>
  (await staff(adminContract.modelsList, {})).items.find((item) => item.model === model)
const lastAudit = async (q: string) => (await staff(adminContract.auditList, { q, page: 1, limit: 1 })).items[0]
const availability = async (call = staff) => {
  const { items } = await call(adminContract.healthCheck, { ids: ['model:life'] })
  expect(items).toHaveLength(1)
  return items[0]!.message
}

test('the list has all shipped models with their dates and sources', async () => {
  const { items } = await staff(adminContract.modelsList, {})
  expect(items.filter((item) => item.shipped).map(({ provider, model }) => `${provider} ${model}`)).toEqual(
    knownModels.map(({ provider, id }) => `${provider} ${id}`),
  )
  expect(items.every(({ as_of, source }) => as_of && source)).toBe(true)
  expect(items.find(({ model }) => model === 'gpt-5')).toMatchObject({ price: null, edited_at: null })
})

test('a model that staff add has limits and a price where models are described, until it’s deleted', async () => {
  expect(await availability()).toMatch(/isn’t among the models Earshot knows.*Price unknown\.$/)
  const { model } = await staff(adminContract.modelsSave, { provider: 'openai', model: 'gpt-test-1', ...figures })
  expect(model).toMatchObject({ ...figures, shipped: false, hidden: false, edited_by: staffId })
  expect(await find('gpt-test-1')).toEqual(model)
  expect(await availability()).toMatch(
    /Context 400,000 tokens\. Output up to 32,000 tokens\. \$1\.5 for a million input tokens, \$6 for output \(as of November 20, 2026\)/,
  )
  expect(await lastAudit('model.saved')).toMatchObject({
    subject: 'openai gpt-test-1',
    details: { after: { ...figures, hidden: false } },
  })
  expect(await staff(adminContract.modelsRestore, { provider: 'openai', model: 'gpt-test-1' })).toEqual({ model: null })
  expect(await find('gpt-test-1')).toBeUndefined()
  expect(await availability()).toMatch(/Price unknown\.$/)
})

test('a shipped model is edited, hidden and restored, each in the audit log with before and after', async () => {
  const name = { provider: 'anthropic' as const, model: shipped.id }
  const before = await find(shipped.id)
  await staff(adminContract.modelsSave, { ...name, ...figures })
  expect(await find(shipped.id)).toMatchObject({ ...figures, shipped: true, shutdown_on: before!.shutdown_on })
  expect(await lastAudit('model.saved')).toMatchObject({
    subject: `anthropic ${shipped.id}`,
    details: { before: { price: { input: 5, output: 25 } }, after: { price: { input: 1.5, output: 6 } } },
  })
  await staff(adminContract.modelsSave, { ...name, ...figures, hidden: true })
  expect(await find(shipped.id)).toMatchObject({ hidden: true })
  expect((await staff(adminContract.modelsRestore, name)).model).toEqual(before)
  expect(await find(shipped.id)).toEqual(before)
  expect(await lastAudit('model.restored')).toMatchObject({
    details: { before: { hidden: true }, after: { price: { input: 5, output: 25 }, hidden: false } },
  })
  await expect(staff(adminContract.modelsRestore, name)).rejects.toMatchObject({ code: 'not_found' })
})

test('a model without a price has none, never 0, and a hidden one is unknown', async () => {
  const name = { provider: 'openai' as const, model: 'gpt-test-1' }
  await staff(adminContract.modelsSave, { ...name, ...figures, price: null })
  expect(await find('gpt-test-1')).toMatchObject({ price: null, context_tokens: 400_000 })
  expect(await availability()).toMatch(/Context 400,000 tokens.*Price unknown\.$/)
  await staff(adminContract.modelsSave, { ...name, ...figures, hidden: true })
  expect(await availability()).toMatch(/isn’t among the models Earshot knows/)
  await staff(adminContract.modelsRestore, name)
})

test('another process uses an edit', async () => {
  const other = await startTestServer({ ...env, DATABASE_URL: server.databaseUrl })
  try {
    const there = other.as(token)
    expect(await availability(there)).toMatch(/Price unknown\.$/)
    await staff(adminContract.modelsSave, { provider: 'openai', model: 'gpt-test-1', ...figures })
    await expect.poll(() => availability(there), { timeout: 5000 }).toMatch(/\$1\.5 for a million input tokens/)
    await staff(adminContract.modelsRestore, { provider: 'openai', model: 'gpt-test-1' })
    await expect.poll(() => availability(there), { timeout: 5000 }).toMatch(/Price unknown\.$/)
  } finally {
    await other.close()
  }
})

describe('refuses', () => {
  test('everyone but staff', async () => {
    const { call } = await server.signUp()
    await expect(call(adminContract.modelsList, {})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      call(adminContract.modelsSave, { provider: 'openai', model: 'gpt-5', ...figures }),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(call(adminContract.modelsRestore, { provider: 'openai', model: 'gpt-5' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await find('gpt-5')).toMatchObject({ edited_at: null })
  })

  test.each([
    [{ price: { input: 0, output: 1 } }, 'price.input', /price\.input must be above 0/],
    [{ price: { input: 1 } }, 'price.output', /price\.output is missing/],
    [{ price: { input: 1, output: -1 } }, 'price.output', /price\.output must be above 0/],
    [{ context_tokens: 0 }, 'context_tokens', /context_tokens must be at least 1/],
    [{ output_tokens: 1.5 }, 'output_tokens', /output_tokens must be a whole number/],
    [{ as_of: 'soon' }, 'as_of', /as_of must be a date/],
    [{ as_of: '2999-01-01' }, 'as_of', /as_of is in the future/],
    [{ source: ' ' }, 'source', /source is missing/],
    [{ provider: 'acme' }, 'provider', /provider must be one of openai/],
    [{ model: 'models/' }, 'model', /model is missing/],
  ])('%j with a sentence at the field', async (wrong, field, sentence) => {
    await expect(
      staff(adminContract.modelsSave, { provider: 'openai', model: 'gpt-5', ...figures, ...wrong } as never),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field }, message: expect.stringMatching(sentence) })
    expect(await find('gpt-5')).toMatchObject({ edited_at: null })
  })
})
