import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Earshot is killed while a model writes: the partial text becomes a version, and an unused unit is refunded. */

let model: LanguageModels
let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot

beforeAll(async () => {
  model = await startLanguageModels({ tokensPerSecond: 30 })
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir, model.settings)
})
afterAll(async () => {
  await earshot.kill('SIGTERM')
  await data.remove()
  await model.close()
})

test('kill -9 keeps the partial text and its unit, and refunds a generation without text', async () => {
  const { call, token, workspaceId } = await earshot.signIn()
  const create = async (title: string) =>
    (await call(aiContentContract.new, { workspace_id: workspaceId, template: 'social_post', title })).item._id
  const [begun, waiting] = [await create('Begun'), await create('Waiting')]
  model.setAnswer(() => 'word '.repeat(2000))
  const reading = await openEvents(earshot.url, aiContentContract.stream, { _id: begun }, token)
  await reading.next('delta')
  model.setFault({ kind: 'hang' })
  await openEvents(earshot.url, aiContentContract.stream, { _id: waiting }, token)
  const single = async (_id: string, by = call) => (await by(aiContentContract.single, { _id })).item
  await until('a part is kept', async () => (await single(begun)).content_md.length > 20)
  expect((await call(authContract.userdata, {})).user.usage.ai).toBe(2)
  await earshot.kill('SIGKILL')
  await reading.all.catch(() => undefined)
  model.setFault(null)

  earshot = await startEarshot(data.dataDir, model.settings)
  const again = await earshot.signIn()
  await until('both are closed', async () => {
    const items = await Promise.all([begun, waiting].map((_id) => single(_id, again.call)))
    return items.every(({ status }) => status !== 'writing')
  })
  const [kept, lost] = await Promise.all([begun, waiting].map((_id) => single(_id, again.call)))
  expect(kept).toMatchObject({ status: 'partial', version: 2 })
  expect(kept!.content_md).toMatch(/^word( word)+$/)
  expect(lost).toMatchObject({ status: 'failed', version: 1, content_md: '' })
  expect((await again.call(authContract.userdata, {})).user.usage.ai).toBe(1)

  // Both documents can be generated again.
  model.setAnswer(() => 'All of it.')
  await (await openEvents(earshot.url, aiContentContract.stream, { _id: waiting }, again.token)).all
  expect((await single(waiting, again.call)).content_md).toBe('All of it.')
})

test('SIGTERM ends the stream with an error event, keeps the partial text and exits with 0 within ten seconds', async () => {
  const { call, token, workspaceId } = await earshot.signIn()
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'social_post',
    title: 'Stop',
  })
  model.setAnswer(() => 'word '.repeat(2000))
  const reading = await openEvents(earshot.url, aiContentContract.stream, { _id: item._id }, token)
  await until('text has come', async () => reading.text().length > 30)
  const stopped = Date.now()
  expect(await earshot.kill('SIGTERM')).toBe(0)
  expect(Date.now() - stopped).toBeLessThan(10_000)
  expect((await reading.all).at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable', retryable: true } })
  earshot = await startEarshot(data.dataDir, model.settings)
  const again = await earshot.signIn()
  const { item: kept } = await again.call(aiContentContract.single, { _id: item._id })
  expect(kept.status).toBe('partial')
  expect(kept.content_md.length).toBeGreaterThanOrEqual(reading.text().trimEnd().length)
})
