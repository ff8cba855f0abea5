import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type ReportHead, type Row, reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

// No network: every live source uses a port without a listener.
const nowhere = 'http://127.0.0.1:9'
const offline = Object.fromEntries(
  [
    'GOOGLE_SUGGEST_URL',
    'BING_SUGGEST_URL',
    'DUCKDUCKGO_SUGGEST_URL',
    'YOUTUBE_SUGGEST_URL',
    'WIKIPEDIA_URL',
    'STACKEXCHANGE_URL',
    'REDDIT_URL',
  ].map((name) => [name, nowhere]),
)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ ...offline, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => server.close())

const getWorkbook = (rows: string) => {
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  const encoder = new TextEncoder()
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)])))
}

const us = { country: 'US', language: 'en' } as const
const file = (text: string, name = 'keywords.csv') => new File([text], name)

async function finished(call: Call, report: Pick<ReportHead, '_id'>) {
  return until('the report to finish', async () => {
    const progress = await call(reportsContract.checkstatus, { _id: report._id })
    return ['done', 'failed', 'cancelled'].includes(progress.status!) ? progress : null
  })
}

describe('imports', () => {
  test('a keyword file is imported, invalid lines are listed with a reason, and reports use it without a network', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const text =
      'Keyword,Volume,Keyword Difficulty,CPC (USD)\ncold brew ratio,9900,34,1.20\n,12,1,1\ncold brew ratio,1,1,1\n"how to make\ncold brew",22200,41,0.80\ncold brew coffee maker,lots,2,2\n'
    const { import: imported } = await call(importsContract.add, { workspace_id: workspaceId, file: file(text) })
    expect(imported).toMatchObject({ kind: 'semrush', accepted: 3, file_name: 'keywords.csv' })
    expect(imported.rejected.map(({ line }) => line)).toEqual([3, 4])
    expect(imported.unread).toEqual([{ line: 7, column: 'Volume', reason: 'search volume "lots" isn’t a number' }])
    expect(imported.rejected.every(({ reason }) => reason.length > 5)).toBe(true)

    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      import_id: imported._id,
      ...us,
    })
    expect((await finished(call, report!)).status).toBe('done')
    const { sections } = (await call(reportsContract.get, { id: report!._id })).report
    expect(sections.keywords!.map(({ text: keyword, volume }) => [keyword, volume?.value, volume?.provider])).toEqual([
      ['how to make cold brew', 22200, 'imported'],
      ['cold brew ratio', 9900, 'imported'],
      ['cold brew coffee maker', undefined, undefined],
    ])
    expect(sections.keywords![0]!.cpc).toEqual({ value: 0.8, currency: 'USD' })

    const { report: topic } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'cold brew',
      sources: ['imported', 'patterns'],
      ...us,
    })
    const progress = await finished(call, topic!)
    expect(progress.status).toBe('done')
    expect(progress.sources!.find(({ id }) => id === 'imported')!.count).toBe(3)
  })

  test('Search Console impressions are never imported as volume', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const text = 'Top queries,Clicks,Impressions,CTR,Position\ncold brew at home,12,3400,0.35%,8.2\n'
    const { import: imported } = await call(importsContract.add, {
      workspace_id: workspaceId,
      file: file(text, 'Queries.csv'),
    })
    expect(imported.kind).toBe('search_console')
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      import_id: imported._id,
      ...us,
    })
    await finished(call, report!)
    const { items } = await call(reportsContract.rows, { _id: report!._id, section: 'keywords' })
    expect(items[0]).toMatchObject({ text: 'cold brew at home', impressions: 3400, volume: null })
  })

  describe('clicks, CTR and position of a Search Console export', () => {
    const queries = [
      'Top queries,Clicks,Impressions,CTR,Position',
      'cold brew at home,12,3400,0.35%,8.2',
      'cold brew ratio,40,1000,4%,2.5',
      'cold brew keg,0,90,0%,31',
    ].join('\n')
    const exported = {
      'Queries.csv': strToU8(queries),
      'Chart.csv': strToU8('Date,Clicks\n2026-10-30,3\n2026-10-31,9\n'),
    }
    const zip = () => new File([zipSync(exported)], 'example.com-Performance-on-Search-2026-11-02.zip')
    const pages = 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/,52,4400,1.2%,4\n'
    const counted = { provider: 'imported', as_of: '2026-10-31T00:00:00.000Z' }

    async function getClusters(given: { call: Call; workspaceId: string }) {
      const { call, workspaceId } = given
      const { import: imported } = await call(importsContract.add, { workspace_id: workspaceId, file: zip() })
      const asked = { workspace_id: workspaceId, type: 'clusters' as const, import_id: imported._id, ...us }
      const { report } = await call(reportsContract.new, asked)
      expect((await finished(call, report!)).status).toBe('done')
      return { imported, reportId: report!._id }
    }

    test('are imported without the pages table, which is listed, and pages alone are rejected with a hint', async () => {
      const { call, workspaceId } = await server.signUp()
      const both = new File([zipSync({ ...exported, 'Pages.csv': strToU8(pages) })], 'export.zip')
      const { import: imported } = await call(importsContract.add, { workspace_id: workspaceId, file: both })
      expect(imported).toMatchObject({ kind: 'search_console', accepted: 3 })
      const [listed] = (await call(importsContract.list, { workspace_id: workspaceId })).items
      expect(listed!.left_out).toContainEqual({ name: 'Pages.csv', holds: 'pages', rows: 1 })
      await expect(
        call(importsContract.add, { workspace_id: workspaceId, file: file(pages, 'Pages.csv') }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/pages table of a Search Console export.*Upload Queries\.csv or the whole zip/),
        options: { field: 'file' },
      })
    })

    test('are in the rows of its report, which can be sorted and filtered by them', async () => {
      const signed = await server.signUp('self_hosted')
      const { reportId } = await getClusters(signed)
      const rows = async (more: object) => {
        const { items } = await signed.call(reportsContract.rows, { _id: reportId, section: 'keywords', ...more })
        return items as Row[]
      }
      const byClicks = await rows({ sort: '-clicks' })
      expect(byClicks).toMatchObject([
        { text: 'cold brew ratio', impressions: 1000, clicks: 40, ctr: 0.04, position: 2.5, performance: counted },
        { text: 'cold brew at home', impressions: 3400, clicks: 12, ctr: 0.0035, position: 8.2, volume: null },
        { text: 'cold brew keg', impressions: 90, clicks: 0, ctr: 0, position: 31 },
      ])
      const getTexts = (items: Row[]) => items.map(({ text }) => text)
      expect(getTexts(await rows({ sort: 'position' }))[0]).toBe('cold brew ratio')
      expect(getTexts(await rows({ sort: '-ctr' })).at(-1)).toBe('cold brew keg')
      expect(getTexts(await rows({ filters: { clicks: [0, 40] } })).sort()).toEqual([
        'cold brew keg',
        'cold brew ratio',
      ])
      expect(await rows({ filters: { ctr: [null] } })).toEqual([])
    })

    test('are in every export of the report', async () => {
      const signed = await server.signUp('self_hosted')
      const { reportId } = await getClusters(signed)
      const file = (format: string) =>
        fetch(`${server.url}/reports/export/${reportId}?format=${format}&section=keywords`, {
          headers: { Authorization: `Bearer ${signed.token}` },
        })
      const csv = await (await file('csv')).text()
      const [header, ...lines] = csv.trim().split(/\r?\n/)
      const names = header!.replace(/^\ufeff/, '').split(',')
      const cell = (name: string) =>
        lines.find((line) => line.startsWith('cold brew ratio,'))!.split(',')[names.indexOf(name)]
      expect(['Clicks', 'CTR', 'Position', 'Clicks source', 'Clicks date'].map(cell)).toEqual([
        ...['40', '0.04', '2.5', 'imported'],
        expect.stringMatching(/^2026-10-31/),
      ])
      const json = (await (await file('json')).json()) as { rows: Row[] }
      expect(json.rows.find(({ text }) => text === 'cold brew ratio')).toMatchObject({
        clicks: 40,
        performance: counted,
      })
      expect(await (await file('md')).text()).toMatch(/\| Clicks \| CTR \| Position \|/)
      const workbook = unzipSync(new Uint8Array(await (await file('xlsx')).arrayBuffer()))
      const text = Object.values(workbook)
        .map((part) => strFromU8(part))
        .join('')
      expect(text).toContain('Clicks source')
      expect(text).toContain('<v>2.5</v>')
    })

    test('are combined with volumes of another file, and used in a report of a list', async () => {
      const { call, workspaceId } = await server.signUp('self_hosted')
      await call(importsContract.add, { workspace_id: workspaceId, file: zip() })
      const volumes = file('Keyword,Avg. monthly searches\ncold brew ratio,9900\n', 'Keyword Stats.csv')
      await call(importsContract.add, { workspace_id: workspaceId, file: volumes })
      const { report } = await call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'clusters',
        queries: ['cold brew ratio', 'cold brew tap'],
        ...us,
      })
      await finished(call, report!)
      const { items } = await call(reportsContract.rows, { _id: report!._id, section: 'keywords', sort: 'text' })
      expect(items).toMatchObject([
        { volume: { value: 9900, provider: 'imported' }, clicks: 40, position: 2.5, performance: counted },
        { text: 'cold brew tap', volume: null, clicks: null, ctr: null, position: null, performance: null },
      ])
    })
  })

  test('a file without keywords is rejected and not stored', async () => {
    const { call, workspaceId } = await server.signUp()
    await expect(
      call(importsContract.add, {
        workspace_id: workspaceId,
        file: new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])], 'picture.png'),
      }),
    ).rejects.toMatchObject({ options: { field: 'file' } })
    await expect(call(importsContract.add, { workspace_id: workspaceId, file: file('') })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'file' },
    })
    expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  })

  test('a JSON body is 415, and a missing file is an error at its field', async () => {
    const { token, workspaceId } = await server.signUp()
    expect(
      (await post(`${server.url}/imports/add`, { workspace_id: workspaceId }, { Authorization: `Bearer ${token}` }))
        .status,
    ).toBe(415)
    const form = new FormData()
    form.set('workspace_id', workspaceId)
    const response = await fetch(`${server.url}/imports/add`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { field: 'file', message: 'file is missing.' } })
  })

  test.each([
    ['two files', ['file', 'file'], 'The upload has more than one file. Send one file at a time.'],
    [
      'two files of different names',
      ['file', 'another'],
      'The upload has more than one file. Send one file at a time.',
    ],
  ])('%s in one upload are rejected instead of ignoring one', async (_, names, message) => {
    const { token, workspaceId, call } = await server.signUp()
    const form = new FormData()
    form.set('workspace_id', workspaceId)
    for (const [at, name] of names.entries()) form.append(name, file(`Keyword\ncoffee ${at}\n`))
    const response = await fetch(`${server.url}/imports/add`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_input', field: 'file', message } })
    expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  })

  test('a hostile workbook is rejected with a message and doesn’t block the thread', async () => {
    const { call, workspaceId } = await server.signUp()
    const cells = '<c><v>1</v></c>'.repeat(900)
    const bytes = getWorkbook(`<row><c t="inlineStr"><is><t>k</t></is></c>${cells}</row>`.repeat(8000))
    expect(bytes.length).toBeLessThan(400_000)
    const add = (name: string, content: BlobPart) =>
      call(importsContract.add, { workspace_id: workspaceId, file: new File([content], name) })
    const [hostile, behind] = await Promise.allSettled([add('a.xlsx', bytes), add('list.txt', 'coffee\n')])
    expect(hostile).toMatchObject({
      reason: {
        code: 'too_large',
        message: 'The file has more than 5,000,000 cells. Split it into smaller files.',
        options: { field: 'file' },
      },
    })
    expect(behind).toMatchObject({ value: { import: { accepted: 1 } } })
  })

  test('the same Idempotency-Key and file create one import, and another file with it is rejected', async () => {
    const { call, workspaceId } = await server.signUp()
    const add = (content: string) =>
      call(
        importsContract.add,
        { workspace_id: workspaceId, file: new File([content], 'list.csv') },
        { idempotencyKey: 'import-1' },
      )
    const first = await add('Keyword\ncoffee\ntea\n')
    expect(await add('Keyword\ncoffee\ntea\n')).toEqual(first)
    await expect(add('Keyword\nmilk\n')).rejects.toMatchObject({ code: 'conflict' })
    expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(1)
  })

  test('are listed and deleted by members only, and reports keep their rows', async () => {
    const { call, workspaceId } = await server.signUp()
    const other = await server.signUp()
    const { import: imported } = await call(importsContract.add, {
      workspace_id: workspaceId,
      file: file('one keyword\nanother keyword\n', 'list.txt'),
    })
    expect((await call(importsContract.list, { workspace_id: workspaceId })).items[0]).toMatchObject({
      _id: imported._id,
      kind: 'generic',
      accepted: 2,
    })
    await expect(other.call(importsContract.delete, { _id: imported._id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.call(importsContract.add, { workspace_id: workspaceId, file: file('x') })).rejects.toMatchObject(
      { code: 'not_found' },
    )
    await call(importsContract.delete, { _id: imported._id })
    expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  })
})

describe('without a network', () => {
  test('each live source says it couldn’t be reached, and the report says what to do', async () => {
    const { call, workspaceId } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'lantern',
      sources: ['google_suggest', 'wikipedia'],
      ...us,
    })
    const progress = await finished(call, report!)
    expect(progress.status).toBe('failed')
    for (const source of progress.sources!) {
      expect(source.state).toBe('failed')
      expect(source.error).toMatch(new RegExp(`^${source.label}.*\\.$`, 's'))
    }
  })
})

describe('a language that a source doesn’t support', () => {
  const bemba = { country: 'ZM', language: 'bem' } as const
  const reason = 'Wikipedia has no edition in Bemba.'

  test('skips the source with a reason, and is an error if it is the only one', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const asked = { workspace_id: workspaceId, type: 'topic' as const, query: 'cold brew', ...bemba }
    const { report } = await call(reportsContract.new, { ...asked, sources: ['wikipedia', 'bing_suggest'] })
    const { sources } = await finished(call, report!)
    expect(sources).toMatchObject([
      { id: 'wikipedia', state: 'skipped', error: reason },
      { id: 'bing_suggest', state: 'failed', error: expect.stringContaining('Bing') },
    ])
    await expect(call(reportsContract.new, { ...asked, sources: ['wikipedia'] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: reason,
      options: { field: 'sources' },
    })
  })

  test('skips the source in a report that was already waiting', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const asked = { workspace_id: workspaceId, type: 'topic' as const, query: 'cold brew', ...us }
    const { report } = await call(reportsContract.new, { ...asked, sources: ['wikipedia'] })
    await finished(call, report!)
    await server.database.pool.query(`update reports set language = 'bem' where id = $1`, [report!._id])
    await call(reportsContract.retry, { _id: report!._id })
    const { sources } = await until('the second run to end', async () => {
      const progress = await call(reportsContract.checkstatus, { _id: report!._id })
      return progress.sources?.[0]?.error === reason && progress.status === 'failed' ? progress : null
    })
    expect(sources![0]).toMatchObject({ state: 'skipped', asked: 0 })
  })

  test('skips the source in the demo', async () => {
    const demo = await post(`${server.url}/demoreports/basic`, { query: 'cold brew tap', ...bemba })
    const { report } = demo.body as unknown as { report: ReportHead }
    expect(report.sources.find(({ id }) => id === 'wikipedia')).toMatchObject({ state: 'skipped', error: reason })
  })
})

describe('the demo', () => {
  test('a sample topic is answered immediately, is labeled as sample data and has no invented numbers', async () => {
    const { report } = await server.anonymous(reportsContract.demo, { query: 'cold brew coffee', ...us })
    expect(report).toMatchObject({ demo: true, status: 'done' })
    expect(report.locked_sections).toEqual([])
    expect(report.sources.map(({ id }) => id)).toEqual(['sample'])
    expect(report.sections.questions!.length).toBeGreaterThan(50)
    expect(
      report.sections.keywords!.every(
        ({ volume, cpc, difficulty }) =>
          volume === null && cpc === null && (difficulty === null || typeof difficulty === 'number'),
      ),
    ).toBe(true)
    expect(report.sections.serp!.filter(({ fetched }) => fetched === 'ok')).toHaveLength(10)
    expect(report.sections.clusters!.length).toBeGreaterThan(5)
  })

  test('any other topic says that no source could be reached', async () => {
    const { report } = await server.anonymous(reportsContract.demo, { query: 'lantern', ...us })
    expect(report.status).toBe('failed')
    expect(report.error).toMatch(/sample topic/)
    expect(report.locked_sections!.length).toBeGreaterThan(0)
  })

  test('is limited to 30 per hour and IP address, except on this machine', async () => {
    const body = { query: 'standing desk', ...us }
    const from = (address: string) => post(`${server.url}/demoreports/basic`, body, { 'X-Forwarded-For': address })
    for (let i = 0; i < 30; i++) expect((await from('203.0.113.9')).status).toBe(200)
    const refused = await from('203.0.113.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await from('203.0.113.10')).status).toBe(200)
    expect((await post(`${server.url}/demoreports/basic`, body)).status).toBe(200)
  })
})

describe('sharing', () => {
  async function shared(input: Record<string, unknown> = {}) {
    const { call, workspaceId, token } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'sourdough starter',
      sources: ['sample'],
      ...us,
    })
    await finished(call, report!)
    const { share } = await call(sharingContract.share, { _id: report!._id, ...input })
    return { call, share, _id: report!._id, token }
  }
  const open = (token: string, more: object = {}) => server.anonymous(sharingContract.open, { token, ...more })
  const getPdf = (path: string, token?: string) =>
    fetch(`${server.url}${path}`, {
      redirect: 'manual',
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    })
  const passOf = (answer: Response) => answer.headers.get('location')!.replace('/print/report/', '')
  const print = (pass: string) => server.anonymous(sharingContract.printable, { pass })

  test('a whole shared report has the findings of the report, a part of it has none', async () => {
    const whole = await shared()
    const { items } = await whole.call(reportsContract.findings, { _id: whole._id })
    expect(items.length).toBeGreaterThan(0)
    expect((await open(whole.share.token)).findings).toEqual(items)
    const part = await shared({ sections: ['questions', 'overview'] })
    expect((await open(part.share.token)).findings).toEqual([])
  })

  test('without Chromium, a PDF is a page to print that only its sealed link opens', async () => {
    const { call, _id, share, token } = await shared({ sections: ['questions', 'overview'] })
    const mine = await getPdf(`/reports/pdf/${_id}`, token)
    expect(mine.status).toBe(303)
    const whole = await print(passOf(mine))
    expect(whole).toMatchObject({ can_pdf: false, report: { query: 'sourdough starter', workspace_id: '', units: 0 } })
    expect(whole.report.sections.keywords!.length).toBeGreaterThan(0)
    expect((await getPdf(`/reports/pdf/${_id}`)).status).toBe(401)

    // A visitor's has the shared sections alone.
    const theirs = passOf(await getPdf(`/shared/pdf/${share.token}`))
    const { report } = await print(theirs)
    expect(report.sections.questions!.length).toBeGreaterThan(0)
    expect(report.sections.keywords).toBeUndefined()

    // It tells nobody the workspace or the report, and can't be altered.
    expect(Buffer.from(theirs, 'base64url').toString()).not.toContain(_id)
    // The last character can have bits that count for nothing.
    const sealed = Buffer.from(theirs, 'base64url')
    sealed[sealed.length - 1]! ^= 1
    for (const altered of [sealed.toString('base64url'), theirs.slice(0, 40), 'x'])
      await expect(print(altered)).rejects.toMatchObject({ code: 'not_found' })
    await call(sharingContract.unshare, { _id })
    expect((await getPdf(`/shared/pdf/${share.token}`)).status).toBe(404)
  })

  test('the PDF of a link with a password needs the password', async () => {
    const { share } = await shared({ password: 'open sesame' })
    expect((await getPdf(`/shared/pdf/${share.token}`)).status).toBe(403)
    const { pass } = await open(share.token, { password: 'open sesame' })
    expect((await getPdf(`/shared/pdf/${share.token}?pass=${encodeURIComponent(pass!)}`)).status).toBe(303)
  })

  test('a link shows the selected sections to anyone, and nothing about the owner', async () => {
    const { share, call, _id } = await shared({ sections: ['questions', 'overview'] })
    expect(share.url).toBe(`http://earshot.test/r/${share.token}`)
    const { report } = await open(share.token)
    expect(Object.keys(report!.sections).sort()).toEqual(['overview', 'provenance', 'questions'])
    expect(report).toMatchObject({ query: 'sourdough starter', workspace_id: '' })
    expect((await call(sharingContract.sharing, { _id })).share).toEqual(share)
    expect((await call(reportsContract.checkstatus, { _id }))._id).toBe(_id)
  })

  test('a password is required and checked, and its pass opens the report again', async () => {
    const { share } = await shared({ password: 'open sesame' })
    expect(share.has_password).toBe(true)
    expect(await open(share.token)).toMatchObject({ report: null, needs_password: true, pass: null })
    await expect(open(share.token, { password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials',
      options: { field: 'password' },
    })
    const { report, pass } = await open(share.token, { password: 'open sesame' })
    expect(report!.query).toBe('sourdough starter')
    expect((await open(share.token, { pass })).report!.query).toBe('sourdough starter')
    await expect(open(share.token, { pass: `${pass}x`, password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('revoked, expired, altered and unknown links are 404', async () => {
    const { share, call, _id } = await shared()
    const altered = share.token.slice(0, -1) + (share.token.endsWith('A') ? 'B' : 'A')
    await expect(open(altered)).rejects.toMatchObject({ code: 'not_found' })
    await expect(open('nonsense')).rejects.toMatchObject({ code: 'not_found' })
    await server.database.pool.query(
      `update shares set expires_at = now() - interval '1 second' where report_id = $1`,
      [_id],
    )
    await expect(open(share.token)).rejects.toMatchObject({ code: 'not_found' })
    await call(sharingContract.share, { _id })
    expect((await open(share.token)).report).not.toBeNull()
    await call(sharingContract.unshare, { _id })
    await expect(open(share.token)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an expiry in the past is an error at its field', async () => {
    const { call, _id } = await shared()
    await expect(call(sharingContract.share, { _id, expires_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'expires_at' },
    })
  })
})
