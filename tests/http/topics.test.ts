import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeShopList } from '../../bench/keyword-lists.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Cluster, type Report, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Topics of a report: grouped, grouped again, edited. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const us = { country: 'US', language: 'en' } as const

async function finish(call: Call, id: string) {
  await until('the report to finish', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: id })
    return status === 'done' ? true : null
  })
}

async function getReport(call: Call, id: string): Promise<Report> {
  return (await call(reportsContract.get, { id, sections: 'keywords,clusters' })).report
}

async function newReport(keywords: [string, number | null][], more: { strictness?: 'loose' | 'strict' } = {}) {
  const { call, token, workspaceId } = await server.signUp('self_hosted')
  const csv = ['Keyword,Volume', ...keywords.map(([text, volume]) => `${text},${volume ?? ''}`)].join('\n')
  const { import: file } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: new File([csv], 'keywords.csv'),
  })
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: file._id,
    ...more,
    ...us,
  })
  await finish(call, report!._id)
  return { call, token, workspaceId, id: report!._id }
}

async function clusterFile(call: Call, workspaceId: string, csv: string): Promise<string> {
  const { import: file } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: new File([csv], 'keywords.csv'),
  })
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: file._id,
    ...us,
  })
  await finish(call, report!._id)
  return report!._id
}

const leaves = (clusters: readonly Cluster[]) => clusters.filter(({ kind }) => kind !== 'parent')
const parents = (clusters: readonly Cluster[]) => clusters.filter(({ kind }) => kind === 'parent')
const topicOf = ({ sections }: Report, text: string) => {
  const { cluster_id } = sections.keywords!.find((row) => row.text === text)!
  return sections.clusters!.find(({ _id }) => _id === cluster_id)!
}

const lamps = ['oak desk lamp', 'oak desk lamps', 'best oak desk lamp', 'cheap oak desk lamp']
const rugs = ['wool rug', 'wool rugs', 'best wool rug', 'cheap wool rug']
const small: [string, number | null][] = [
  ...lamps.map((text, at): [string, number] => [text, 100 * (at + 1)]),
  ...rugs.map((text): [string, null] => [text, null]),
  ['tax return deadline', 50],
]

test('a list of 412 keywords has 8 to 20 parents over topics over keywords, and its sums are the list’s', async () => {
  const list = makeShopList(52, 8, 4).keywords.slice(0, 412)
  const { call, token, id } = await newReport(list.map((text, at) => [text, at % 3 ? 10 + at : null]))
  const { sections } = await getReport(call, id)
  const clusters = sections.clusters!
  expect(parents(clusters).length).toBeGreaterThanOrEqual(8)
  expect(parents(clusters).length).toBeLessThanOrEqual(20)
  expect(leaves(clusters).reduce((sum, { keywords }) => sum + keywords, 0)).toBe(412)
  const known = list.map((_, at) => (at % 3 ? 10 + at : 0))
  const volume = known.reduce((sum, value) => sum + value, 0)
  expect(leaves(clusters).reduce((sum, topic) => sum + (topic.volume ?? 0), 0)).toBe(volume)
  expect(sections.topic_coverage).toMatchObject({ keywords: 412, volume, volume_known: known.filter(Boolean).length })
  expect(sections.keywords!.every(({ cluster_id }) => leaves(clusters).some(({ _id }) => _id === cluster_id))).toBe(
    true,
  )
  for (const parent of parents(clusters)) {
    const children = leaves(clusters).filter(({ parent_id }) => parent_id === parent._id)
    expect(parent).toMatchObject({
      parent_id: null,
      keywords: children.reduce((sum, { keywords }) => sum + keywords, 0),
      volume: children.reduce((sum, topic) => sum + (topic.volume ?? 0), 0),
      volume_known: children.reduce((sum, topic) => sum + topic.volume_known!, 0),
    })
    const rows = await call(reportsContract.rows, { _id: id, section: 'keywords', filters: { cluster_id: parent._id } })
    expect(rows.total).toBe(parent.keywords)
  }

  // The workbook has a sheet for each level, and names tie them together.
  const file = await fetch(`${server.url}/reports/export/${id}?format=xlsx`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const sheets = await readWorkbook(Buffer.from(await file.arrayBuffer()))
  const getColumn = (sheet: string, column: string) => {
    const [header, ...rows] = sheets.find((each) => each.sheet === sheet)!.data
    return rows.map((row) => row[header!.indexOf(column)])
  }
  expect(getColumn('Parent topics', 'Topic')).toEqual(parents(clusters).map(({ name }) => name))
  expect(getColumn('Parent topics', 'Keywords')).toEqual(parents(clusters).map(({ keywords }) => keywords))
  expect(getColumn('Topics', 'Topic')).toEqual(leaves(clusters).map(({ name }) => name))
  const inTopics = getColumn('Keywords', 'Topic')
  expect(inTopics).toHaveLength(412)
  for (const { name, keywords } of leaves(clusters))
    expect(inTopics.filter((each) => each === name)).toHaveLength(keywords)
  expect(new Set(getColumn('Keywords', 'Parent topic').filter(Boolean))).toEqual(
    new Set(parents(clusters).map(({ name }) => name)),
  )
})

test('facts of a topic: volume with how many are known, most searched keyword, intent', async () => {
  const { call, id } = await newReport(small)
  const report = await getReport(call, id)
  expect(topicOf(report, 'oak desk lamp')).toMatchObject({
    name: 'oak desk lamp',
    pillar: 'cheap oak desk lamp',
    keywords: 4,
    volume: 1000,
    volume_known: 4,
    difficulty: null,
    difficulty_known: 0,
    locked: false,
    edited: false,
  })
  expect(topicOf(report, 'wool rug')).toMatchObject({ volume: null, volume_known: 0 })
  expect(topicOf(report, 'tax return deadline')).toMatchObject({ kind: 'standalone', keywords: 1, volume: 50 })
  expect(report.sections.topic_coverage).toEqual({
    keywords: 9,
    in_topics: 8,
    standalone: 1,
    volume: 1050,
    volume_known: 5,
    volume_in_topics: 1000,
  })
})

test('close variants that share one volume of Google Ads are counted once beside the sum', async () => {
  const keywords = ['copper kettle', 'copper kettles', 'kettle copper', 'copper kettle lid', 'copper kettles lids']
  const { call, id } = await newReport(keywords.map((text) => [text, 900]))
  const { keywords: rows, clusters } = (await getReport(call, id)).sections
  const rowId = (text: string) => rows!.find((row) => row.text === text)!._id
  const topic = clusters!.find(({ _id }) => _id === rows!.find(({ text }) => text === 'copper kettle')!.cluster_id)!
  expect(clusters!.map(({ volume_once }) => volume_once)).toEqual(clusters!.map(() => null))
  // Volumes of a file may be anyone's. These are of Google Ads, and one has other months than its variant.
  await server.database.pool.query(
    `update report_rows set volume_provider = 'dataforseo', monthly = jsonb_build_array(jsonb_build_object('t', '2026-10-01', 'v',
      case when text = 'copper kettles lids' then 800 else 900 end)) where report_id = $1`,
    [id],
  )
  const move = { op: 'move' as const, topic_ids: [topic._id], row_ids: keywords.map(rowId) }
  const edited = await call(reportsContract.editTopics, { _id: id, version: 0, edits: [move] })
  const whole = edited.clusters.find(({ _id }) => _id === topic._id)!
  expect(whole).toMatchObject({ keywords: 5, volume: 4500, volume_once: 2700 })
  expect((await getReport(call, id)).sections.clusters).toContainEqual(whole)

  await server.database.pool.query(`update report_rows set volume_provider = 'imported' where report_id = $1`, [id])
  const again = { op: 'rename' as const, topic_ids: [topic._id], name: 'Kettles' }
  const { clusters: after } = await call(reportsContract.editTopics, { _id: id, version: 1, edits: [again] })
  expect(after.find(({ _id }) => _id === topic._id)).toMatchObject({ volume: 4500, volume_once: null })
})

describe('topics of a file', () => {
  test('an export with edited topics, imported and clustered, has the same topics and parents', async () => {
    const { call, token, workspaceId, id } = await newReport(small)
    const first = await getReport(call, id)
    const lamp = topicOf(first, 'oak desk lamp')._id
    const row = first.sections.keywords!.find(({ text }) => text === 'cheap wool rug')!._id
    await call(reportsContract.editTopics, {
      _id: id,
      version: 0,
      edits: [
        { op: 'rename', topic_ids: [lamp], name: '=Lamps, all' },
        { op: 'move', topic_ids: [lamp], row_ids: [row] },
      ],
    })
    const csv = await (
      await fetch(`${server.url}/reports/export/${id}?format=csv`, { headers: { Authorization: `Bearer ${token}` } })
    ).text()
    const again = await clusterFile(call, workspaceId, csv)
    const before = await getReport(call, id)
    const after = await getReport(call, again)
    for (const { text } of before.sections.keywords!)
      expect([text, topicOf(after, text).name]).toEqual([text, topicOf(before, text).name])
    expect(topicOf(after, 'cheap wool rug').name).toBe('=Lamps, all')
  })

  test('topics and parents of a file are used unchanged, and keywords without one are grouped', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const csv = `Keyword,Topic,Parent topic\nblue whale,Sea,Animals\nred fox,Land,Animals\nsand dune,Land,\n${lamps.map((text) => `${text},,`).join('\n')}`
    const report = await getReport(call, await clusterFile(call, workspaceId, csv))
    const sea = topicOf(report, 'blue whale')
    expect(sea).toMatchObject({ name: 'Sea', keywords: 1, edited: true })
    expect(topicOf(report, 'red fox')).toMatchObject({ name: 'Land', keywords: 2, parent_id: sea.parent_id })
    expect(topicOf(report, 'sand dune').name).toBe('Land')
    expect(report.sections.clusters!.find(({ _id }) => _id === sea.parent_id)).toMatchObject({
      kind: 'parent',
      name: 'Animals',
      keywords: 3,
    })
    expect(topicOf(report, 'oak desk lamp')).toMatchObject({ edited: false })
  })
})

describe('grouping again', () => {
  test('a preview changes nothing, and applying it gives the previewed counts', async () => {
    const { call, id } = await newReport(small, { strictness: 'loose' })
    const before = await getReport(call, id)
    expect(before).toMatchObject({ strictness: 'loose', topics_version: 0 })
    const preview = await call(reportsContract.recluster, { _id: id, strictness: 'strict', dry_run: true })
    expect(preview.coverage.keywords).toBe(9)
    expect(await getReport(call, id)).toEqual(before)
    const applied = await call(reportsContract.recluster, { _id: id, strictness: 'strict' })
    expect(applied).toEqual({ ...preview, version: 1 })
    const after = await getReport(call, id)
    expect(after).toMatchObject({ strictness: 'strict', topics_version: 1, status: 'done' })
    expect(leaves(after.sections.clusters!).filter(({ kind }) => kind === 'topic')).toHaveLength(applied.counts.topics)
    expect(after.sections.topic_coverage).toEqual(applied.coverage)
  })
})

describe('editing topics', () => {
  const edit = (
    call: Call,
    id: string,
    version: number,
    ...edits: InputOf<typeof reportsContract.editTopics>['edits']
  ) => call(reportsContract.editTopics, { _id: id, version, edits })

  test('rename, merge, move, split and lock outlive grouping again', async () => {
    const { call, id } = await newReport(small)
    const first = await getReport(call, id)
    const [lamp, rug, tax] = ['oak desk lamp', 'wool rug', 'tax return deadline'].map(
      (text) => topicOf(first, text)._id,
    )
    const rowId = (text: string) => first.sections.keywords!.find((row) => row.text === text)!._id

    const renamed = await edit(call, id, 0, { op: 'rename', topic_ids: [lamp!], name: 'Lamps' })
    expect(renamed).toMatchObject({ version: 1 })
    expect(renamed.clusters.find(({ _id }) => _id === lamp)).toMatchObject({ name: 'Lamps', edited: true })

    const moved = await edit(
      call,
      id,
      1,
      { op: 'move', topic_ids: [lamp!], row_ids: [rowId('wool rugs')] },
      { op: 'merge', topic_ids: [lamp!, tax!] },
      { op: 'split', topic_ids: [rug!], row_ids: [rowId('best wool rug')], name: 'Best rugs' },
      { op: 'lock', topic_ids: [rug!] },
    )
    expect(moved.clusters.find(({ _id }) => _id === lamp)).toMatchObject({ keywords: 6, volume: 1050, volume_known: 5 })
    expect(moved.clusters.find(({ _id }) => _id === rug)).toMatchObject({ keywords: 2, locked: true })
    expect(moved.clusters.find(({ _id }) => _id === tax)).toBeUndefined()
    expect(moved.coverage.keywords).toBe(9)

    for (const strictness of ['strict', 'loose'] as const)
      await call(reportsContract.recluster, { _id: id, strictness })
    const after = await getReport(call, id)
    for (const text of [...lamps, 'tax return deadline', 'wool rugs'])
      expect(topicOf(after, text)).toMatchObject({ _id: lamp, name: 'Lamps' })
    expect(topicOf(after, 'best wool rug')).toMatchObject({ name: 'Best rugs', kind: 'standalone' })
    expect(topicOf(after, 'wool rug')).toMatchObject({ _id: rug, keywords: 2, locked: true })
    expect(topicOf(after, 'cheap wool rug')._id).toBe(rug)
  })

  test('an outdated version, an unknown topic or another’s keyword changes nothing', async () => {
    const { call, id } = await newReport(small)
    const report = await getReport(call, id)
    const lamp = topicOf(report, 'oak desk lamp')._id
    const stranger = (await newReport(small)).id
    const rename = { op: 'rename', topic_ids: [lamp], name: 'Lamps' } satisfies InputOf<
      typeof reportsContract.editTopics
    >['edits'][number]
    await expect(edit(call, id, 3, rename)).rejects.toMatchObject({
      code: 'conflict',
      options: { reason: 'topics_changed' },
    })
    await expect(edit(call, id, 0, rename, { ...rename, topic_ids: [id] })).rejects.toMatchObject({
      code: 'not_found',
      options: { reason: 'topic_missing' },
    })
    await expect(
      edit(call, id, 0, rename, { op: 'move', topic_ids: [lamp], row_ids: [stranger] }),
    ).rejects.toMatchObject({ code: 'not_found', options: { reason: 'topic_keyword_missing' } })
    expect(await getReport(call, id)).toEqual(report)
  })
})
