import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector } from 'yjs'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { liveContract } from '../../src/features/ai-content/contract-live.ts'
import { fromBase64, toBase64 } from '../../src/features/ai-content/web/live/live-transport.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { suggestionsContract } from '../../src/features/review/contract-suggestions.ts'
import { getParagraph, makeSeed, openLiveClient } from '../support/live-client.ts'
import { createRandomEdits, getExpectedLetters } from '../support/random-edits.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'

/** Several people in one document: the browser's provider and stream, with a Yjs doc in place of an editor. */

let server: TestServer
let me: Awaited<ReturnType<TestServer['signUp']>>
let documentId: string
const open: { close(): void }[] = []
// Letters that occur once, so that deleted ones are known.
const before = 'Cold brw.'

beforeAll(async () => {
  server = await startTestServer()
  me = await server.signUp('self_hosted')
})
afterAll(() => server?.close())
beforeEach(async () => {
  const { item } = await me.call(aiContentContract.new, {
    ...{ workspace_id: me.workspaceId, template: 'blog_post', title: 'Cold brew', model: 'builtin' },
  })
  documentId = item._id
  await me.call(aiContentContract.update, { _id: documentId, version: 1, content_md: before })
})
afterEach(() => {
  for (const client of open.splice(0)) client.close()
})

async function join(options: { version?: number; seed?: string; client?: string } = {}) {
  const client = await openLiveClient(() => ({ url: server.url, token: me.token }), documentId, {
    ...{ version: 2, seed: makeSeed(before) },
    ...options,
  })
  open.push(client)
  return client
}

const areSame = (a: Doc, b: Doc) => Buffer.from(encodeStateVector(a)).equals(Buffer.from(encodeStateVector(b)))

test('a thousand random edits of one paragraph by each of two people converge, and nothing is lost', async () => {
  const [ada, bob] = [await join(), await join()]
  expect(bob.session.epoch).toBe(ada.session.epoch)
  const edits = [createRandomEdits(ada.doc, { from: 0 }), createRandomEdits(bob.doc, { from: 5000 })]
  for (let round = 0; round < 1000; round++) {
    for (const each of edits) each.edit()
    if (round % 20 === 19) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await until(
    'both have the same text',
    async () => !ada.provider.hasUnsent && !bob.provider.hasUnsent && areSame(ada.doc, bob.doc),
  )
  expect(bob.text()).toBe(ada.text())
  expect([...ada.text()].sort()).toEqual(getExpectedLetters(before, edits))
  const late = await join()
  expect(late.text()).toBe(ada.text())
})

test('many updates are compacted, and who comes later or has missed some gets the same text', async () => {
  const ada = await join()
  const { epoch } = ada.session
  const updates: string[] = []
  ada.doc.on('update', (update: Uint8Array) => updates.push(toBase64(update)))
  for (let count = 0; count < 450; count++) getParagraph(ada.doc).insert(count, 'x')
  for (const update of updates) await ada.transport.update(epoch, update)
  await until('they are compacted', async () => {
    const { rows } = await server.database.pool.query(
      `select s.state_seq, (select count(*)::integer from document_live_updates u where u.document_id = s.document_id) as rest
       from document_live_sessions s where s.document_id = $1`,
      [documentId],
    )
    return rows[0].state_seq >= 400 && rows[0].rest < 400
  })
  const late = await join()
  expect(late.text()).toBe(`${'x'.repeat(450)}${before}`)
  expect(late.session.updates.length).toBeLessThan(400)
  // A connection that missed all since the session began.
  const missed: string[] = []
  const close = late.transport.open(
    { epoch, after: 0 },
    { event: (event) => event.event === 'updates' && missed.push(...event.data.updates), closed: () => {} },
  )
  const doc = new Doc()
  for (const update of ada.session.updates) applyUpdate(doc, fromBase64(update))
  await until('it has all', async () => {
    for (const update of missed.splice(0)) applyUpdate(doc, fromBase64(update))
    return areSame(doc, ada.doc)
  })
  close()
})

test('people whose connections are to different processes share a session', async () => {
  const second = await startTestServer({ DATABASE_URL: server.databaseUrl })
  try {
    const ada = await join()
    const bob = await openLiveClient(() => ({ url: second.url, token: me.token }), documentId, { version: 2 })
    open.push(bob)
    const edits = [createRandomEdits(ada.doc, { from: 0 }), createRandomEdits(bob.doc, { from: 5000 })]
    for (let round = 0; round < 100; round++) {
      for (const each of edits) each.edit()
      if (round % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await until('both have the same text', async () => areSame(ada.doc, bob.doc) && ada.text() === bob.text())
    expect([...ada.text()].sort()).toEqual(getExpectedLetters(before, edits))
    await bob.transport.presence({ anchor: 'AAA=', head: 'AQE=' })
    await until('the selection is shown', async () =>
      ada.last('carets')?.items.some(({ client }) => client === bob.client),
    )
    await me.call(aiContentContract.update, { _id: documentId, version: 2, content_md: 'By an API.' })
    await until('it ended for both', async () => ada.ends.length === 1 && bob.ends.length === 1)
    bob.close()
  } finally {
    await second.close()
  }
})

test('of several seeds at the same time one begins the session, and all have its text', async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => join()))
  expect(new Set(clients.map(({ session }) => session.epoch)).size).toBe(1)
  for (const { text } of clients) expect(text()).toBe(before)
  await expect(clients[0]!.transport.join({ version: 1 })).resolves.toMatchObject({ version: 2, seq: 0 })
})

test('people see who is there and where, until they leave', async () => {
  const ada = await join()
  const isJoined = (client: string) => ada.last('people')?.items.some((item) => item.client === client && item.joined)
  await until('she joined', async () => isJoined(ada.client))
  const bob = await join()
  await until('both joined', async () => isJoined(ada.client) && isJoined(bob.client))
  expect(ada.last('people')?.items).toMatchObject([
    { client: ada.client, user_id: me.user.id, name: 'Ada' },
    { client: bob.client, user_id: me.user.id, name: 'Ada' },
  ])
  await bob.transport.presence({ anchor: 'AAA=', head: 'AQE=' })
  await until('the selection is shown', async () =>
    ada.last('carets')?.items.some(({ caret }) => caret?.head === 'AQE='),
  )
  bob.close()
  await until('one is left', async () => ada.last('people')?.items.length === 1)
})

test('saving from the session keeps it, and whatever else changes the text ends it', async () => {
  const [ada, bob] = [await join(), await join()]
  getParagraph(ada.doc).insert(0, 'Iced. ')
  await until('it is there', async () => bob.text() === `Iced. ${before}`)
  const { epoch } = ada.session
  const saved = await me.call(aiContentContract.update, {
    ...{ _id: documentId, version: 2, content_md: bob.text(), live: { epoch, seq: bob.provider.seq } },
  })
  expect(saved.item.version).toBe(3)
  await until('all know', async () => {
    const session = ada.last('session')
    return session?.version === 3 && session.is_saved && session.epoch === epoch
  })
  // The same text again is no version.
  const again = { _id: documentId, version: 3, live: { epoch, seq: bob.provider.seq } }
  expect((await me.call(aiContentContract.update, again)).item.version).toBe(3)
  // A member that saves on an older version learns that the newer text is the session's.
  await expect(me.call(aiContentContract.update, { ...again, version: 2 })).rejects.toMatchObject({
    ...{ code: 'conflict', options: { details: { version: 3, live_epoch: epoch } } },
  })
  await me.call(aiContentContract.update, { _id: documentId, version: 3, content_md: 'By an API.' })
  await until('it ended for both', async () => ada.ends.length === 1 && bob.ends.length === 1)
  expect(ada.ends).toEqual([{ hasUnsent: false, reason: 'ended' }])
  await expect(ada.transport.update(epoch, makeSeed('x'))).rejects.toMatchObject({
    ...{ code: 'conflict', options: { reason: 'live_ended' } },
  })
  // A seed of the old text begins nothing.
  await expect(ada.transport.join({ version: 3, seed: makeSeed('x') })).rejects.toMatchObject({ code: 'conflict' })
  const next = await join({ version: 4, seed: makeSeed('By an API.') })
  expect(next.session.epoch).not.toBe(epoch)
  expect(next.text()).toBe('By an API.')
})

test('an accepted suggestion and a generation end the session', async () => {
  const first = await join()
  const { share } = await me.call(reviewContract.share, { _id: documentId, may: 'write' })
  await server.as(share.token)(aiContentContract.update, {
    ...{ _id: documentId, version: 2, content_md: 'Cold brew!', guest_name: 'Grace' },
  })
  expect(first.ends).toEqual([])
  await me.call(suggestionsContract.accept, { document_id: documentId })
  await until('it ended', async () => first.ends.length === 1)
  const second = await join({ version: 3, seed: makeSeed('Cold brew!') })
  expect(second.text()).toBe('Cold brew!')
  const writing = await openEvents(server.url, aiContentContract.stream, { _id: documentId }, me.token)
  await until('it ended', async () => second.ends.length === 1)
  await writing.all
})

test('what isn’t an update, and what is of another workspace, is refused', async () => {
  const { session, transport } = await join()
  const update = { _id: documentId, client: randomUUID(), epoch: session.epoch }
  await expect(me.call(liveContract.update, { ...update, update: '/////w==' })).rejects.toMatchObject({
    ...{ code: 'invalid_input', options: { field: 'update' } },
  })
  const stranger = await server.signUp()
  await expect(stranger.call(liveContract.update, { ...update, update: makeSeed('x') })).rejects.toMatchObject({
    code: 'not_found',
  })
  // Another person's selection stays theirs.
  await expect(
    stranger.call(liveContract.presence, { ...update, epoch: undefined, caret: null } as never),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/not_found|invalid_input/),
  })
  expect((await transport.update(session.epoch, toBase64(encodeStateAsUpdate(new Doc())))).seq).toBe(1)
})

test('sessions in which nothing changed for a day are removed once their text is saved', async () => {
  const { session, doc, provider } = await join()
  getParagraph(doc).insert(0, 'Iced. ')
  await until('it is stored', async () => !provider.hasUnsent)
  const age = (days: number) =>
    server.database.pool.query(
      `update document_live_sessions set updated_at = now() - make_interval(days => $1) where document_id = $2`,
      [days, documentId],
    )
  const clean = async () => {
    for (const run of server.app.cleanups) await run()
  }
  const find = async () =>
    (await server.database.pool.query('select 1 from document_live_sessions where document_id = $1', [documentId]))
      .rowCount
  await age(2)
  await clean()
  expect(await find()).toBe(1)
  await me.call(aiContentContract.update, {
    ...{ _id: documentId, version: 2, content_md: `Iced. ${before}`, live: { epoch: session.epoch, seq: 1 } },
  })
  await age(2)
  await clean()
  expect(await find()).toBe(0)
})
