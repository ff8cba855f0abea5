import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeStateVector } from 'yjs'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { makeSeed, openLiveClient } from '../support/live-client.ts'
import { createRandomEdits, getExpectedLetters } from '../support/random-edits.ts'
import { until } from '../support/wait-until.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Earshot is killed while two people write in one paragraph: both go on, and nothing is lost. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let port: string

beforeAll(async () => {
  data = await makeDataDir()
  port = String(await freePort())
  earshot = await startEarshot(data.dataDir, { PORT: port })
})
afterAll(async () => {
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

test('a thousand random edits by each of two people converge after kill -9 of the server, and nothing is lost', async () => {
  const { call, token, workspaceId } = await earshot.signIn()
  const { item } = await call(aiContentContract.new, {
    ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  const before = 'Cold brw.'
  await call(aiContentContract.update, { _id: item._id, version: 1, content_md: before })
  const open = () =>
    openLiveClient(() => ({ url: earshot.url, token }), item._id, { version: 2, seed: makeSeed(before) })
  const [ada, bob] = [await open(), await open()]
  const edits = [createRandomEdits(ada.doc, { from: 0 }), createRandomEdits(bob.doc, { from: 5000 })]
  const write = async (count: number) => {
    for (let round = 0; round < count; round++) {
      for (const each of edits) each.edit()
      if (round % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  await write(400)
  await until('some are stored', async () => ada.provider.seq > 0)
  await write(50)
  expect(ada.provider.hasUnsent || bob.provider.hasUnsent).toBe(true)
  await earshot.kill('SIGKILL')
  // They go on without a server.
  await write(250)
  earshot = await startEarshot(data.dataDir, { PORT: port })
  await write(300)
  await until('both have the same text', async () => {
    const [one, other] = [ada, bob].map(({ doc }) => Buffer.from(encodeStateVector(doc)))
    return !ada.provider.hasUnsent && !bob.provider.hasUnsent && one!.equals(other!)
  })
  expect(bob.text()).toBe(ada.text())
  expect([...ada.text()].sort()).toEqual(getExpectedLetters(before, edits))
  expect([ada.ends, bob.ends]).toEqual([[], []])
  const late = await open()
  expect(late.text()).toBe(ada.text())
  for (const client of [ada, bob, late]) client.close()
})
