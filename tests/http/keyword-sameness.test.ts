import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import { startSuggestions } from '../doubles/google-suggest.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Which spellings are one keyword: the same rule, by language, in lists, trackers, listeners, plans and imports. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let suggestions: Awaited<ReturnType<typeof startSuggestions>>
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  vendors = await startSearchVendors()
  suggestions = await startSuggestions()
  server = await startTestServer({ ...vendors.settings, ...suggestions.settings, ...suggestions.moreSettings })
  stop = await server.app.start({ alone: true })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
  await suggestions?.close()
  await vendors?.close()
})

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
const toItems = (texts: string[]) => texts.map((text) => ({ text }))
const cleanUp = async () => {
  for (const one of server.app.cleanups) await one()
}

test('a Turkish list has each keyword once, whatever was typed', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { list, added } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Oteller',
    language: 'tr',
    items: toItems(['İSTANBUL OTEL', 'istanbul otel', 'ISPARTA', 'ısparta', 'kıl', 'kil']),
  })
  expect([list.language, added]).toEqual(['tr', 4])
  const more = await call(listsContract.addItems, {
    _id: list._id,
    items: toItems(['Isparta', 'İstanbul Otel', 'izmir']),
  })
  expect(more).toMatchObject({ added: 1, known: 2 })
  const pasted = await call(listsContract.paste, { _id: list._id, text: 'İZMİR\nIsparta\nankara', dry_run: true })
  expect(pasted).toMatchObject({ added: 1, duplicates: 2, sample: ['ankara'] })
})

test('without a language, the spelling of a list tells it, also of keywords added before', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Liste',
    items: toItems(['ISPARTA HALI', 'çanta']),
  })
  expect(list.language).toBeNull()
  const pasted = await call(listsContract.paste, { _id: list._id, text: 'ısparta halı', dry_run: true })
  expect(pasted).toMatchObject({ added: 0, duplicates: 1 })
  const { list: now, added } = await call(listsContract.addItems, { _id: list._id, items: toItems(['ısparta halı']) })
  expect([now.language, added, now.items]).toEqual(['tr', 0, 2])
  const english = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'List',
    items: toItems([
      'IPHONE CASE',
      'iphone case',
      'straße',
      'STRASSE',
      'ΚΑΦΕΣ',
      'καφές',
      'ＳＥＯ',
      'seo',
      'خريد',
      'خرید',
    ]),
  })
  expect(english).toMatchObject({ added: 5, list: { language: null } })
})

test('lists of earlier versions keep every keyword, and get none twice', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Straßen',
    items: toItems(['weiße wand', 'strasse', 'mat']),
  })
  await query(`update keyword_list_items set key = text where list_id = $1`, [list._id])
  await query(
    `insert into keyword_list_items (workspace_id, list_id, key, id, text, from_kind)
      select workspace_id, list_id, 'straße', gen_random_uuid(), 'straße', 'typed' from keyword_list_items where list_id = $1 limit 1`,
    [list._id],
  )
  await query('update keyword_lists set keys_by_language = false where id = $1', [list._id])
  const dry = await call(listsContract.paste, {
    _id: list._id,
    text: 'weiße wand\nWEISSE WAND\nSTRASSE',
    dry_run: true,
  })
  expect(dry.added).toBe(0)
  const { added } = await call(listsContract.addItems, {
    _id: list._id,
    items: toItems(['weiße wand', 'Straße', 'bed']),
  })
  expect(added).toBe(1)
  const { items } = await call(listsContract.get, { _id: list._id, sort: 'text' })
  expect(items.map(({ text }) => text).sort()).toEqual(['bed', 'mat', 'strasse', 'straße', 'weiße wand'])
})

test('a Turkish rank tracker checks each keyword once', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { tracker } = await call(ranksContract.add, {
    workspace_id: workspaceId,
    domain: 'mine.example',
    keywords: ['ISPARTA', 'ısparta', 'İSTANBUL OTEL', 'istanbul otel', 'isparta'],
    country: 'TR',
    language: 'tr',
    source: 'dataforseo',
    frequency: 'daily',
  })
  const { items } = await call(ranksContract.single, { _id: tracker!._id })
  expect(items.map(({ keyword }) => keyword).sort()).toEqual(['ISPARTA', 'isparta', 'İSTANBUL OTEL'].sort())
})

test('a Turkish listener finds each keyword once, and filters whatever the case', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  suggestions.says.google = ['İSTANBUL OTEL', 'istanbul otel', 'ISPARTA OTEL', 'ısparta otel', 'ızgara et']
  const { listener } = await call(listenersContract.add, {
    workspace_id: workspaceId,
    keyword: 'otel',
    country: 'TR',
    language: 'tr',
    frequency: 'daily',
    sources: ['google_suggest'],
    filters: { include: [], exclude: ['IZGARA'] },
  })
  const ran = await until('the first run', async () => {
    const now = await call(listenersContract.single, { _id: listener._id })
    return now.runs.length > 0 && !now.listener.running ? now : null
  })
  expect(ran.items.map(({ text }) => text.toLocaleLowerCase('tr')).sort()).toEqual(['istanbul otel', 'ısparta otel'])
})

test('a Turkish plan has each keyword once, also of an earlier version, and undoing still works', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Plan',
    items: toItems(['İSTANBUL OTEL', 'ısparta halı', 'kırmızı elbise', 'weiße wand']),
  })
  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Plan', list_id: list._id })
  expect([plan.language, plan.keywords]).toEqual(['tr', 4])
  const _id = plan._id
  const read = () => call(contentPlanContract.get, { _id })
  const first = await read()
  const item = first.items.find(({ keywords }) => keywords.includes('weiße wand'))!
  await query(`update plan_keywords set key = text where plan_id = $1 and text = 'weiße wand'`, [_id])
  await query('update content_plans set keys_by_language = false where id = $1', [_id])
  await cleanUp()
  const { rows } = await query(`select key from plan_keywords where plan_id = $1 and text = 'weiße wand'`, [_id])
  expect(rows).toEqual([{ key: 'weisse wand' }])
  const { plan: changed } = await call(contentPlanContract.update, {
    _id,
    version: first.plan.version,
    items: [{ _id: item._id, add_keywords: ['weisse wand', 'Isparta halı', 'yeni'] }],
  })
  const keywords = async () => (await read()).items.flatMap((one) => one.keywords).sort()
  const after = await keywords()
  expect(after).toHaveLength(5)
  await call(contentPlanContract.undo, { _id, version: changed.version })
  expect(await keywords()).toEqual(after.filter((text) => text !== 'yeni'))
})

test('imports of earlier versions are found for keywords of today', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { import: added } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: new File(['Keyword,Volume\nweiße wand,90\nISPARTA HALI,70\nçanta dikişi kılıfı,5\n'], 'words.csv'),
  })
  await query('update import_rows set key = lower(text) where import_id = $1', [added._id])
  await query('update imports set keys_by_language = false where id = $1', [added._id])
  await cleanUp()
  const { rows } = await query('select key from import_rows where import_id = $1 order by line', [added._id])
  expect(rows.map(({ key }) => key)).toEqual(['weisse wand', 'ısparta halı', 'çanta dikişi kılıfı'])
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'From a file',
    items: [{ text: 'WEISSE WAND', from: { kind: 'import', id: added._id } }],
  })
  const { items } = await call(listsContract.get, { _id: list._id })
  expect(items[0]!.numbers?.volume).toMatchObject({ value: 90 })
})

test('keywords added from a volume lookup have its numbers', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const keywords = ['cold brew', 'Straße']
  const { lookup_id, items } = await call(researchContract.volumes, {
    workspace_id: workspaceId,
    keywords,
    country: 'US',
    language: 'en',
  })
  const from = { kind: 'volumes' as const, id: lookup_id }
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Volumes',
    items: items.map(({ text }) => ({ text, from })),
  })
  const added = await call(listsContract.get, { _id: list._id, sort: 'text' })
  const volumes = new Map(items.map(({ text, volume }) => [text, volume?.value]))
  expect(added.items.map(({ text, numbers }) => [text, numbers?.volume?.value])).toEqual(
    added.items.map(({ text }) => [text, volumes.get(text)]),
  )
  expect([...volumes.values()].some((value) => value !== undefined)).toBe(true)
})
