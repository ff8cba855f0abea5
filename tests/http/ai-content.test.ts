import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
let model: LanguageModels
type Account = Awaited<ReturnType<TestServer['signUp']>>
let account: Account

beforeAll(async () => {
  model = await startLanguageModels()
  server = await startTestServer(model.settings)
  account = await server.signUp('pro')
})
afterAll(async () => {
  await server.close()
  await model.close()
})
afterEach(() => {
  model.setFault(null)
  model.setAnswer(null)
  model.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
})

type New = Parameters<typeof aiContentContract.new.input.parse>[0] & object
const create = async (input: New, by = account) =>
  (await by.call(aiContentContract.new, { workspace_id: by.workspaceId, ...input } as never)).item
const stream = (input: object, by = account) => openEvents(server.url, aiContentContract.stream, input, by.token)
const single = async (_id: string, by = account) => (await by.call(aiContentContract.single, { _id })).item
const aiUsed = async (by = account) => (await by.call(authContract.userdata, {})).user.usage.ai
const post = () => create({ template: 'social_post', title: 'Cold brew' })

/** A finished report of the sample world, once for all. */
let sampleReport: Promise<string> | null = null
const sample = () => {
  sampleReport ??= (async () => {
    const { report } = await account.call(reportsContract.new, {
      workspace_id: account.workspaceId,
      type: 'topic',
      query: 'cold brew coffee',
      country: 'US',
      language: 'en',
      sources: ['sample'],
    })
    await until(
      'the sample report is done',
      async () => {
        const { status, error } = await account.call(reportsContract.checkstatus, { _id: report!._id })
        if (status === 'failed') throw new Error(`The sample report failed: ${error}`)
        return status === 'done'
      },
      30_000,
    )
    return report!._id
  })()
  return sampleReport
}

describe('documents', () => {
  test('a new one is an empty draft of version 1 and takes no unit', async () => {
    const before = await aiUsed()
    const item = await create({ template: 'blog_post', title: 'Cold brew', keywords: ['cold brew'], words: 900 })
    expect(item).toMatchObject({
      status: 'draft',
      version: 1,
      words: 0,
      words_wanted: 900,
      content_md: '',
      score: null,
    })
    expect(await aiUsed()).toBe(before)
  })

  test('what a template needs is named', async () => {
    await expect(create({ template: 'rewrite' })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'text' },
    })
    await expect(create({ template: 'blog_post' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a report or voice of another workspace is none', async () => {
    const other = await server.signUp('pro')
    const reportId = await sample()
    await expect(create({ template: 'blog_post', report_id: reportId }, other)).rejects.toMatchObject({
      code: 'not_found',
      options: { field: 'report_id' },
    })
  })

  test('a heading of an outline is refused by its place and field', async () => {
    const refused = (heading: object) =>
      create({ template: 'blog_post', title: 'Tea', outline: [{ type: 'h2', text: 'Leaves' }, heading] }).catch(
        (error) => error,
      )
    expect(await refused({ type: 'h9', text: 'Water' })).toMatchObject({
      code: 'invalid_input',
      message: 'outline.1.type must be one of: h1, h2, h3, h4, h5, h6.',
      options: { field: 'outline.1.type' },
    })
    expect(await refused({ type: 'h2', text: 'Water', words: 3 })).toMatchObject({
      message: 'This call has no field outline.1.words.',
    })
  })

  test('saving counts versions; a stale one is refused with the present text; an old one can be read again', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Tea' })
    const save = (content_md: string, version: number) =>
      account.call(aiContentContract.update, { _id, content_md, version })
    const { item } = await save('## One\n\nFirst.', 1)
    expect(item).toMatchObject({ version: 2, outline: [{ type: 'h2', text: 'One' }], words: 2 })
    await expect(save('Mine', 1)).rejects.toMatchObject({
      code: 'conflict',
      options: { field: 'version', details: { version: 2, content_md: '## One\n\nFirst.' } },
    })
    await save('## Two\n\nSecond.', 2)
    const { version } = await account.call(aiContentContract.version, { _id, version: 2 })
    expect(version).toMatchObject({ content_md: '## One\n\nFirst.', cause: 'update', by: 'Ada' })
    expect((await single(_id)).versions.map((each) => each.version)).toEqual([3, 2, 1])
  })

  test('of two who save the same version at once one is refused', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Race' })
    const saves = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((content_md) => account.call(aiContentContract.update, { _id, content_md, version: 1 })),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await single(_id)).version).toBe(2)
  })

  test('they are found by title and template, last changed first, and are gone once deleted', async () => {
    const by = await server.signUp('pro')
    const first = await create({ template: 'blog_post', title: 'Alpha 50%_off' }, by)
    const second = await create({ template: 'email', title: 'Beta' }, by)
    const find = async (filter: object) =>
      (await by.call(aiContentContract.find, { workspace_id: by.workspaceId, ...filter })).items.map(({ _id }) => _id)
    expect(await find({})).toEqual([second._id, first._id])
    expect(await find({ q: '50%_OFF' })).toEqual([first._id])
    expect(await find({ q: '%' })).toEqual([first._id])
    expect(await find({ template: 'email' })).toEqual([second._id])
    await by.call(aiContentContract.delete, { _id: first._id })
    expect(await find({})).toEqual([second._id])
    await expect(single(first._id, by)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('writing', () => {
  test('start, deltas, usage, done; the text is the document; one unit', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    model.setAnswer(() => 'Twelve hours in the fridge. That is all.')
    const reading = await stream({ _id })
    const events = await reading.all
    const names = events.map(({ event }) => event).filter((name, at, all) => name !== all[at - 1])
    expect(names).toEqual(['start', 'delta', 'usage', 'done'])
    expect(events[0]!.data).toEqual({ provider: 'openai-compatible', model: model.settings.LLM_MODEL ?? 'default' })
    expect(reading.text()).toBe('Twelve hours in the fridge. That is all.')
    expect(events.find(({ event }) => event === 'usage')!.data.output_tokens).toBeGreaterThan(5)
    const item = await single(_id)
    expect(events.at(-1)!.data).toEqual({ _id, words: 8, version: 2 })
    expect(item).toMatchObject({ content_md: reading.text(), status: 'done', version: 2, words: 8 })
    expect(item.provenance).toMatchObject({ provider: 'openai-compatible' })
    expect(await aiUsed()).toBe(before + 1)
    const { rows } = await server.database.pool.query('select * from generations where document_id = $1', [_id])
    expect(rows).toMatchObject([{ status: 'done', units: 1, units_returned: false, leased_until: null }])
    expect(rows[0].input_tokens).toBeGreaterThan(20)
  })

  test('an article comes section by section under its headings, each told only what bears on it', async () => {
    const outline = [
      { type: 'h2' as const, text: 'The ratio' },
      { type: 'h2' as const, text: 'How long it keeps' },
    ]
    const { _id } = await create({
      template: 'blog_post',
      title: 'Cold brew',
      outline,
      words: 800,
      report_id: await sample(),
    })
    model.log.clear()
    model.setAnswer((asked) => (JSON.stringify(asked).includes('introduction') ? 'An opening.' : 'A part of it.'))
    const reading = await stream({ _id })
    const events = await reading.all
    expect(events.filter(({ event }) => event === 'section').map(({ data }) => data)).toEqual([
      { index: 0, text: 'The ratio' },
      { index: 1, text: 'How long it keeps' },
    ])
    const { content_md } = await single(_id)
    expect(content_md).toBe(reading.text().trimEnd())
    expect(content_md).toContain('## The ratio\n\n')
    expect(content_md).toContain('\n\n## How long it keeps\n\n')
    expect(model.log.calls.length).toBe(3)
    const last = JSON.stringify(model.log.calls.at(-1)!.body)
    expect(last).toContain('How long it keeps')
    expect(last).not.toContain('## The ratio\\n\\n<<<')
  })

  test('citations are checked against the pages and told once each', async () => {
    const { _id } = await create({
      template: 'blog_post',
      title: 'Cold brew',
      outline: [{ type: 'h2', text: 'The ratio' }],
      words: 300,
      report_id: await sample(),
    })
    model.setAnswer(() => 'Coarse grounds steep for hours.[^1] Again.[^1] Invented.[^77]')
    const reading = await stream({ _id })
    const events = await reading.all
    const citations = events.filter(({ event }) => event === 'citation')
    expect(citations.map(({ data }) => data.n)).toEqual([1])
    expect(String(citations[0]!.data.url)).toMatch(/^https?:/)
    expect(String(citations[0]!.data.quote).length).toBeGreaterThan(10)
    const item = await single(_id)
    expect(item.content_md).not.toContain('77')
    expect(item.citations.map(({ n }) => n)).toEqual([1])
  })

  test('a citation that was cut out is there again when the cut is undone; what leaves holds only what the text cites', async () => {
    const { _id } = await create({
      template: 'blog_post',
      title: 'Cold brew',
      outline: [{ type: 'h2', text: 'The ratio' }],
      words: 300,
      report_id: await sample(),
    })
    const writeWith = async (answer: string, input: object) => {
      model.setAnswer(() => answer)
      await (await stream({ _id, ...input })).all
      return single(_id)
    }
    const written = await writeWith('Grounds steep for hours.[^1] They are coarse.[^2]', {})
    expect(written.citations.map(({ n }) => n)).toEqual([1, 2])
    const publish = async () => {
      await account.call(cmsContract.publish, { _id, to: 'workspace', status: 'published', slug: `cut-${_id}` })
      const call = { slug: `cut-${_id}`, workspace_id: account.workspaceId }
      return (await server.anonymous(cmsContract.publicGet, call)).post
    }
    const exported = async () =>
      (
        await fetch(`${server.url}/ai/export/${_id}?format=md`, {
          headers: { Authorization: `Bearer ${account.token}` },
        })
      ).text()
    const save = async (content_md: string) => {
      const { version } = await single(_id)
      return (await account.call(aiContentContract.update, { _id, content_md, version })).item
    }
    const cut = await save(written.content_md.replaceAll('Grounds steep for hours.[^1] ', ''))
    expect(cut.content_md).not.toContain('[^1]')
    expect(await exported()).not.toContain('[^1]')
    expect((await publish()).sources.map(({ n }) => n)).toEqual([2])
    // The same where a generation took its place.
    await writeWith('Something else altogether.', { section: 0 })
    const undone = await save(written.content_md)
    expect(undone.citations).toEqual(written.citations)
    expect(await exported()).toContain(`[^1]: ${written.citations[0]!.title}`)
    const { sources } = await publish()
    expect(sources.map(({ n, url }) => [n, url])).toEqual(written.citations.map(({ n, url }) => [n, url]))
  })

  test('one section is written again, the rest stays', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Tea', words: 300 })
    const content_md = 'Opening.\n\n## First\n\nOld first.\n\n## Second\n\nOld second.'
    await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    model.setAnswer(() => 'New first.')
    await (await stream({ _id, section: 0 })).all
    const item = await single(_id)
    expect(item.content_md).toBe('Opening.\n\n## First\n\nNew first.\n\n## Second\n\nOld second.')
    const beyond = await stream({ _id, section: 9 })
    expect(beyond.refusal).toMatchObject({ code: 'invalid_input', field: 'section' })
  })

  test('a text that ended early is continued where it stands', async () => {
    const { _id } = await create({
      template: 'blog_post',
      title: 'Tea',
      outline: [
        { type: 'h2', text: 'First' },
        { type: 'h2', text: 'Second' },
      ],
      words: 300,
    })
    await account.call(aiContentContract.update, { _id, content_md: 'Opening.\n\n## First\n\nHalf a', version: 1 })
    model.setAnswer(() => 'sentence more.')
    await (await stream({ _id, mode: 'continue' })).all
    const { content_md, status } = await single(_id)
    expect(content_md).toBe('Opening.\n\n## First\n\nHalf a sentence more.\n\n## Second\n\nsentence more.')
    expect(status).toBe('done')
  })

  test('while one tab writes, another is refused and told of the end', async () => {
    const { _id } = await post()
    model.setPace({ tokensPerSecond: 40 })
    model.setAnswer(() => 'word '.repeat(60))
    const first = await stream({ _id })
    await first.next('delta')
    expect((await stream({ _id })).refusal).toMatchObject({ code: 'conflict' })
    await expect(account.call(aiContentContract.update, { _id, content_md: 'Mine', version: 1 })).rejects.toMatchObject(
      { code: 'conflict' },
    )
    const follower = await openEvents(server.url, aiContentContract.events, { id: _id }, account.token)
    expect((await follower.next('changed')).data).toEqual({ version: 1, status: 'writing' })
    expect(await account.call(aiContentContract.check, { _id })).toMatchObject({ status: 'writing' })
    await first.all
    await until('the other tab hears of it', async () =>
      follower.events.some(({ data }) => data.version === 2 && data.status === 'done'),
    )
    follower.leave()
  })

  test('leaving the stream cancels the model within a second and keeps the text so far', async () => {
    const { _id } = await post()
    model.setPace({ tokensPerSecond: 30 })
    model.setAnswer(() => 'word '.repeat(3000))
    model.log.clear()
    const reading = await stream({ _id })
    await until('text has come', async () => reading.text().length > 60)
    const left = Date.now()
    reading.leave()
    await until('the model is told', async () => model.log.calls[0]!.state === 'left')
    expect(model.log.calls[0]!.endedAt! - left).toBeLessThan(1000)
    await until('the part is kept', async () => (await single(_id)).status === 'partial')
    const item = await single(_id)
    expect(item.content_md.length).toBeGreaterThanOrEqual(reading.text().trimEnd().length)
    expect(item.version).toBe(2)
    const { rows } = await server.database.pool.query(
      'select status, units_returned from generations where document_id = $1',
      [_id],
    )
    expect(rows).toEqual([{ status: 'cut', units_returned: false }])
  })

  const faults: [string, Parameters<LanguageModels['setFault']>[0], string, boolean][] = [
    ['401', { kind: 'status', status: 401 }, 'upstream_failed', false],
    ['429', { kind: 'status', status: 429, retryAfter: 0 }, 'rate_limited', false],
    ['500', { kind: 'status', status: 500 }, 'upstream_failed', false],
    ['a web page with status 200', { kind: 'html' }, 'upstream_failed', false],
    ['an empty answer', { kind: 'empty' }, 'upstream_failed', false],
    ['a cut', { kind: 'cut', after: 12 }, 'upstream_failed', true],
    ['garbage in the middle', { kind: 'garbage', after: 12 }, 'upstream_failed', true],
    ['a line of 10 MB', { kind: 'long-line', after: 12, bytes: 10_000_000 }, 'upstream_failed', true],
  ]
  test.each(faults)(
    '%s ends in a clear event, keeps what came and gives the unit back when nothing did',
    async (_name, fault, code, kept) => {
      const { _id } = await post()
      const before = await aiUsed()
      model.setFault(fault)
      const reading = await stream({ _id })
      const events = await reading.all
      const error = events.at(-1)!
      expect(error.event).toBe('error')
      expect(error.data).toMatchObject({ code })
      expect(String(error.data.message)).toMatch(/^[A-Z“].{20,}[.?…”]$/s)
      const item = await single(_id)
      expect(item.status).toBe(kept ? 'partial' : 'failed')
      expect(item.error).toBe(error.data.message)
      expect(item.content_md.length > 0).toBe(kept)
      expect(await aiUsed()).toBe(before + (kept ? 1 : 0))
    },
  )

  test('an answer without end is stopped at the length that was asked for; what came is kept', async () => {
    const { _id } = await post()
    model.setFault({ kind: 'endless', after: 12 })
    model.log.clear()
    const events = await (await stream({ _id })).all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'upstream_failed', retryable: false } })
    await until('the model is told', async () => model.log.calls[0]!.state === 'left')
    const item = await single(_id)
    expect(item).toMatchObject({ status: 'partial', error: events.at(-1)!.data.message })
    expect(item.content_md).toMatch(/ word word/)
    expect(item.content_md.length).toBeLessThan(100_000)
    expect(model.log.count()).toBe(1)
  })

  test('a document never grows beyond what it may hold', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Tea', words: 300 })
    const save = (length: number, version: number) =>
      account.call(aiContentContract.update, { _id, content_md: `${'word '.repeat(length / 5)}end.`, version })
    await save(399_000, 1)
    model.setAnswer(() => ` ${'tea '.repeat(500)}`)
    const before = await aiUsed()
    const events = await (await stream({ _id, mode: 'continue' })).all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'too_large', retryable: false } })
    const item = await single(_id)
    expect(item).toMatchObject({ status: 'partial', error: expect.stringContaining('400,000 characters') })
    expect(item.content_md.length).toBeGreaterThan(399_990)
    expect(item.content_md.length).toBeLessThanOrEqual(400_000)
    // Full, it takes no unit to say so.
    const refused = await stream({ _id, mode: 'continue' })
    expect(refused.refusal).toMatchObject({ code: 'too_large' })
    expect(await aiUsed()).toBe(before + 1)
  })

  test('an answer that ran out of room goes on with the right space between its words', async () => {
    const { _id } = await create({ template: 'social_post', title: 'Cold brew', words: 20 })
    let round = 0
    const words = 'one two three and'.split(' ')
    model.setAnswer(({ maxTokens }) =>
      round++ === 0
        ? Array.from({ length: maxTokens + 1 }, (_, at) => (at < maxTokens - 4 ? '' : ` ${words[at - maxTokens + 4]}`))
        : 'then it ends.',
    )
    await (await stream({ _id })).all
    expect((await single(_id)).content_md).toBe('one two three and then it ends.')
  })

  test('an installation that stops ends the stream with a word and keeps the part', async () => {
    const other = await startTestServer(model.settings)
    const by = await other.signUp('pro')
    const { item } = await by.call(aiContentContract.new, {
      workspace_id: by.workspaceId,
      template: 'social_post',
      title: 'Tea',
    })
    model.setPace({ tokensPerSecond: 40 })
    model.setAnswer(() => 'word '.repeat(3000))
    const reading = await openEvents(other.url, aiContentContract.stream, { _id: item._id }, by.token)
    await until('text has come', async () => reading.text().length > 40)
    await other.app.streams.drain()
    const events = await reading.all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable', retryable: true } })
    await until(
      'the part is kept',
      async () => (await by.call(aiContentContract.single, { _id: item._id })).item.status === 'partial',
    )
    await other.close()
  })

  test('a generation whose process died is closed with its part, or its unit goes back', async () => {
    const before = await aiUsed()
    const ids = await Promise.all([post(), post()]).then((items) => items.map(({ _id }) => _id))
    model.setPace({ tokensPerSecond: 20 })
    model.setAnswer(() => 'word '.repeat(3000))
    const readings = await Promise.all(ids.map((_id) => stream({ _id })))
    await Promise.all(readings.map((reading) => reading.next('delta')))
    // As the database looks after a kill: open generations whose lease ran out, one with text kept and one without.
    await server.database.pool.query(
      `update generations set leased_until = now() - interval '1 minute', characters = case when document_id = $1 then 40 else 0 end
       where document_id = any($2)`,
      [ids[0], ids],
    )
    await server.database.pool.query(`update documents set content_md = 'word word' where id = $1`, [ids[0]])
    const { db, hotWrite } = server.database
    const { createWriting } = await import('../../src/features/ai-content/generate-document.ts')
    const { createPlans } = await import('../../src/features/plans/service.ts')
    const sweeper = createWriting({
      db,
      hotWrite,
      gate: {} as never,
      plans: createPlans({ db, rates: {} as never, defaultPlan: 'free' }),
      reports: {} as never,
      models: {} as never,
      signals: { publish() {} } as never,
      enqueueScore: async () => undefined,
      threads: {} as never,
      log: console as never,
    })
    await Promise.all([sweeper.sweep(), sweeper.sweep()])
    expect(await aiUsed()).toBe(before + 1)
    for (const reading of readings) reading.leave()
    const [kept, lost] = await Promise.all(ids.map((_id) => single(_id)))
    expect(kept).toMatchObject({ status: 'partial', version: 2, content_md: 'word word' })
    expect(lost).toMatchObject({ status: 'failed', version: 1 })
    await until('the model is left alone', async () => model.log.count(undefined, 'open') === 0)
    expect(await aiUsed()).toBe(before + 1)
  })
})

describe('passages and variations', () => {
  test('an edit streams and leaves the document as it is', async () => {
    const { _id } = await post()
    model.setAnswer(() => 'Shorter.')
    const reading = await openEvents(
      server.url,
      aiContentContract.edit,
      { _id, action: 'shorten', text: 'A rather long sentence about coffee.' },
      account.token,
    )
    const events = await reading.all
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { text: 'Shorter.' } })
    expect((await single(_id)).version).toBe(1)
  })

  test('a sentence with a term is written to follow what stands before it', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    model.setAnswer(() => 'Its ratio is one to eight.')
    const edit = { _id, action: 'sentence', text: 'cold brew ratio', before: 'Cold brew takes a day.' }
    const events = await (await openEvents(server.url, aiContentContract.edit, edit, account.token)).all
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { text: 'Its ratio is one to eight.' } })
    const asked = model.log.calls.at(-1)!.asked.messages.at(-1)!.text
    expect(asked).toMatch(/Write one sentence that uses the term[\s\S]*Cold brew takes a day\.[\s\S]*cold brew ratio/)
    expect((await single(_id)).version).toBe(1)
    expect(await aiUsed()).toBe(before + 1)
  })

  test('a passage given back as it was costs nothing', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    const text = 'A rather long sentence about coffee.'
    model.setAnswer(() => text)
    const edit = { _id, action: 'shorten', text }
    const events = await (await openEvents(server.url, aiContentContract.edit, edit, account.token)).all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'upstream_failed' } })
    expect(events.at(-1)!.data.message).toMatch(/unchanged/)
    expect(await aiUsed()).toBe(before)
  })

  test('variations come as many as asked, with a unit each; those that fail give theirs back', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    const { outputs } = await account.call(aiContentContract.more, { _id, count: 3 })
    expect(outputs).toHaveLength(3)
    expect(await aiUsed()).toBe(before + 3)
    model.setFault({ kind: 'status', status: 401, times: 1 })
    const some = await account.call(aiContentContract.more, { _id, count: 3 })
    expect(some.outputs).toHaveLength(2)
    expect(await aiUsed()).toBe(before + 5)
    model.setFault({ kind: 'status', status: 401 })
    await expect(account.call(aiContentContract.more, { _id, count: 2 })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(await aiUsed()).toBe(before + 5)
  })

  test('of an article the opening is varied', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Cold brew', keywords: ['cold brew'] })
    const before = await aiUsed()
    model.log.clear()
    const { outputs } = await account.call(aiContentContract.more, { _id, count: 2 })
    expect(outputs.map(({ text }) => text.length > 0)).toEqual([true, true])
    expect(await aiUsed()).toBe(before + 2)
    expect(JSON.stringify(model.log.calls)).toContain('the introduction, before the first heading')
  })

  test('a repeated key replays the variations and spends nothing', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    const idempotencyKey = `more-${_id}`
    const first = await account.call(aiContentContract.more, { _id, count: 1 }, { idempotencyKey })
    expect(await account.call(aiContentContract.more, { _id, count: 1 }, { idempotencyKey })).toEqual(first)
    expect(await aiUsed()).toBe(before + 1)
  })

  test('without units nothing is asked of the model', async () => {
    const poor = await server.signUp()
    const { item } = await poor.call(aiContentContract.new, {
      workspace_id: poor.workspaceId,
      template: 'social_post',
      title: 'Tea',
    })
    await server.database.pool.query(`update plans set allowances = allowances || '{"ai": 0}' where name = 'starter'`)
    await server.database.pool.query(`update user_plans set plan = 'starter' where user_id = $1`, [poor.user.id])
    model.log.clear()
    expect((await stream({ _id: item._id }, poor)).refusal).toMatchObject({ code: 'limit_no_access' })
    expect(model.log.count()).toBe(0)
    expect((await single(item._id, poor)).status).toBe('draft')
  })
})

describe('the built-in writer', () => {
  test('writes a cited draft from a sample report, section by section, and says who wrote', async () => {
    const { _id } = await create({ template: 'blog_post', report_id: await sample(), words: 1300, model: 'builtin' })
    model.log.clear()
    const started = performance.now()
    const reading = await stream({ _id })
    const events = await reading.all
    const ms = performance.now() - started
    const item = await single(_id)
    expect(model.log.count()).toBe(0)
    expect(events[0]).toMatchObject({ event: 'start', data: { provider: 'builtin', model: 'builtin' } })
    expect(item.provenance!.provider).toBe('builtin')
    expect(item.words).toBeGreaterThanOrEqual(1000)
    expect(item.citations.length).toBeGreaterThan(2)
    expect(ms).toBeLessThan(10_000)
  })

  test.each([
    ['faq', {}, /nothing to write from/],
    ['blog_post', {}, /nothing to write from/],
    ['social_post', {}, /nothing to write from/],
    ['meta', {}, /nothing to write from/],
    ['rewrite', { text: 'Water is cold.' }, /can't make this text plainer/],
    ['summary', { text: 'Water is cold.' }, /can't make this text plainer/],
  ] as const)(
    '%s: a text that says nothing is an error, costs nothing and replaces nothing',
    async (template, more, words) => {
      const { _id } = await create({ template, title: 'Cold brew', keywords: ['cold brew'], model: 'builtin', ...more })
      const before = await aiUsed()
      const events = await (await stream({ _id })).all
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable', retryable: false } })
      expect(events.at(-1)!.data.message).toMatch(words)
      expect(events.some(({ event }) => event === 'delta')).toBe(false)
      expect(await single(_id)).toMatchObject({ status: 'failed', content_md: '', version: 1 })
      const content_md = '## Mine\n\nMy own words.'
      await account.call(aiContentContract.update, { _id, content_md, version: 1 })
      await (await stream({ _id })).all
      const item = await single(_id)
      expect(item).toMatchObject({ content_md, version: 2, error: events.at(-1)!.data.message })
      expect(await aiUsed()).toBe(before)
    },
  )

  test('a section no page says anything about leaves the one that stands', async () => {
    const content_md = '## Quantum chromodynamics\n\nMy own words.'
    const { _id } = await create({ template: 'blog_post', report_id: await sample(), model: 'builtin' })
    await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    const before = await aiUsed()
    const events = await (await stream({ _id, section: 0 })).all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable' } })
    expect(events.at(-1)!.data.message).toMatch(/pages don't say enough/)
    expect((await single(_id)).content_md).toBe(content_md)
    expect(await aiUsed()).toBe(before)
  })

  test('only a model can expand, translate and vary, and that is said before a unit is taken', async () => {
    const { _id } = await create({ template: 'social_post', title: 'Tea', model: 'builtin' })
    const before = await aiUsed()
    const reading = await openEvents(
      server.url,
      aiContentContract.edit,
      { _id, action: 'expand', text: 'Tea.' },
      account.token,
    )
    expect(reading.refusal!.message).toMatch(/model/i)
    await expect(account.call(aiContentContract.more, { _id, count: 1 })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await aiUsed()).toBe(before)
  })
})

describe('checks and files', () => {
  test('a text is scored against a report, with its readability, signals and claims', async () => {
    const answer = await account.call(aiContentContract.check, {
      text: '## Cold brew\n\nIt keeps for 900 days. Steep coarse grounds overnight.',
      report_id: await sample(),
    })
    expect(answer.score!.total).toBeGreaterThan(0)
    expect(answer.score!.parts.map(({ id }) => id)).toContain('terms')
    expect(answer.readability!.sentences).toBe(2)
    expect(answer.signals!.map(({ id }) => id)).toContain('specificity')
    for (const { score } of answer.signals!) expect(score).toBeGreaterThanOrEqual(0)
    expect(answer.claims).toMatchObject([{ kind: 'number', state: 'unsourced' }])
    await expect(account.call(aiContentContract.check, {})).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('what is saved is scored soon, and the list shows it', async () => {
    const { _id } = await create({ template: 'blog_post', report_id: await sample(), title: 'Scored' })
    const content_md = '## Cold brew ratio\n\nCoarse grounds steep in cold water for twelve hours.'
    await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    const score = await until('the score', async () => (await single(_id)).score)
    expect(score.total).toBeGreaterThan(0)
    expect(score.parts.map(({ id }) => id)).toContain('originality')
    const { items } = await account.call(aiContentContract.find, { workspace_id: account.workspaceId, q: 'Scored' })
    expect(items[0]!.score).toBe(score.total)
  })

  test('the target holds terms, questions and what the pages score', async () => {
    const { _id } = await create({ template: 'blog_post', report_id: await sample() })
    const { target } = await account.call(aiContentContract.target, { _id })
    expect(target.terms.length).toBeGreaterThan(10)
    expect(target.questions.length).toBeGreaterThan(3)
    expect(target.pages.length).toBeGreaterThan(4)
    expect(target.ranking!.low).toBeGreaterThan(20)
  })

  test('a text about a topic of an imported file is scored against the topic, never against the file’s name', async () => {
    const lines = ['keyword,volume', 'standing desk height,900', 'standing desk height calculator,500']
    lines.push('what is the right standing desk height,300', 'garden hose,100', 'garden hose reel,80')
    const { import: imported } = await account.call(importsContract.add, {
      workspace_id: account.workspaceId,
      file: new File([lines.join('\n')], 'desk.csv', { type: 'text/csv' }),
    })
    const made = await account.call(reportsContract.new, {
      workspace_id: account.workspaceId,
      type: 'clusters',
      import_id: imported._id,
      country: 'US',
      language: 'en',
    })
    const report_id = made.report!._id
    await until('the file is grouped', async () => {
      const { status } = await account.call(reportsContract.checkstatus, { _id: report_id })
      return status === 'done'
    })
    const { report } = await account.call(reportsContract.get, { id: report_id, sections: 'clusters' })
    const desks = report.sections.clusters!.find(({ pillar }) => /desk/.test(pillar))!
    const hoses = report.sections.clusters!.find(({ pillar }) => /hose/.test(pillar))!
    const getTarget = async (_id: string) => (await account.call(aiContentContract.target, { _id })).target

    const about = await create({ template: 'blog_post', report_id, cluster_id: hoses._id })
    expect(about).toMatchObject({
      title: hoses.pillar,
      cluster_id: hoses._id,
      keywords: ['garden hose', 'garden hose reel'],
    })
    expect((await getTarget(about._id)).keywords).toEqual(['garden hose', 'garden hose reel'])

    // No topic named: the main one of the list.
    const main = await create({ template: 'blog_post', report_id })
    expect(main).toMatchObject({ title: desks.pillar, cluster_id: desks._id })
    const target = await getTarget(main._id)
    expect(target.keywords[0]).toBe(desks.pillar)
    expect(target.questions).toEqual(['what is the right standing desk height'])
    expect(JSON.stringify(target)).not.toMatch(/desk\.csv|hose/)

    // Own keywords are the text's.
    const own = await create({ template: 'blog_post', report_id, keywords: ['desk mat'], title: 'Desk mats' })
    expect(await getTarget(own._id)).toMatchObject({ keywords: ['desk mat'] })

    const checked = await account.call(aiContentContract.check, { text: 'A text about something else.', report_id })
    expect(JSON.stringify(checked.score)).not.toContain('desk.csv')
    const topical = await account.call(aiContentContract.check, {
      text: 'A text about something else.',
      report_id,
      cluster_id: hoses._id,
    })
    expect(topical.score!.parts.find(({ id }) => id === 'terms')!.missing).toContain('garden hose reel')

    await expect(create({ template: 'blog_post', title: 'Tea', cluster_id: hoses._id })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'report_id' },
    })
    await expect(create({ template: 'blog_post', report_id, cluster_id: report_id })).rejects.toMatchObject({
      code: 'not_found',
      options: { field: 'cluster_id' },
    })
  })

  test('a document leaves as Markdown, HTML and DOCX under its title', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Kaffee & Crème' })
    await account.call(aiContentContract.update, { _id, content_md: '## Eins\n\nZwei **drei**.', version: 1 })
    const get = (format: string) =>
      fetch(`${server.url}/ai/export/${_id}?format=${format}`, {
        headers: { Authorization: `Bearer ${account.token}` },
      })
    const markdown = await get('md')
    expect(markdown.headers.get('content-disposition')).toContain('kaffee-creme.md')
    expect(await markdown.text()).toBe('# Kaffee & Crème\n\n## Eins\n\nZwei **drei**.\n')
    expect(await (await get('html')).text()).toContain('<p>Zwei <strong>drei</strong>.</p>')
    const docx = unzipSync(new Uint8Array(await (await get('docx')).arrayBuffer()))
    expect(strFromU8(docx['word/document.xml']!)).toContain('Zwei ')
  })
})

describe('voices and models', () => {
  test('a voice is learned from samples and forgotten again; too little is refused', async () => {
    const samples = ['We brew it cold. You wait twelve hours, and that’s it! Don’t hurry. '.repeat(20)]
    const { voice } = await account.call(aiContentContract.addVoice, {
      workspace_id: account.workspaceId,
      name: 'House',
      samples,
    })
    expect(voice.traits.length).toBeGreaterThan(2)
    const { _id } = await create({ template: 'social_post', title: 'Tea', brand_voice_id: voice._id })
    model.log.clear()
    await (await stream({ _id })).all
    expect(JSON.stringify(model.log.calls[0]!.body)).toContain(voice.traits[0]!.slice(0, 20))
    await expect(
      account.call(aiContentContract.addVoice, { workspace_id: account.workspaceId, name: 'Short', samples: ['Hi.'] }),
    ).rejects.toMatchObject({ options: { field: 'samples' } })
    await account.call(aiContentContract.removeVoice, { _id: voice._id })
    expect((await account.call(aiContentContract.voices, { workspace_id: account.workspaceId })).items).toEqual([])
    await (await stream({ _id })).all
    expect((await single(_id)).status).toBe('done')
  })

  test('a workspace’s key is sealed, never answered, used for its documents, and not sent to another address', async () => {
    const by = await server.signUp('pro')
    const { workspaceId } = by
    const ownModel = { workspace_id: workspaceId, provider: 'openai' as const, model: 'gpt-test' }
    const api_key = 'sk-very-secret-1234'
    const { workspace } = await by.call(aiContentContract.saveModel, { ...ownModel, api_key })
    expect(workspace).toEqual({ provider: 'openai', model: 'gpt-test', base_url: null, key_hint: '1234' })
    const { rows } = await server.database.pool.query('select * from workspace_models where workspace_id = $1', [
      workspaceId,
    ])
    expect(JSON.stringify(rows)).not.toContain('very-secret')
    // The same key for a new model of the same vendor; not for another address.
    await by.call(aiContentContract.saveModel, { ...ownModel, model: 'gpt-other' })
    await expect(
      by.call(aiContentContract.saveModel, { ...ownModel, base_url: 'https://elsewhere.example/v1' }),
    ).rejects.toMatchObject({ options: { field: 'api_key' } })
    expect(await by.call(aiContentContract.models, { workspace_id: workspaceId })).toMatchObject({
      installation: { provider: 'openai-compatible' },
      workspace: { model: 'gpt-other', key_hint: '1234' },
    })
    await by.call(aiContentContract.removeModel, { workspace_id: workspaceId })
    expect((await by.call(aiContentContract.models, { workspace_id: workspaceId })).workspace).toBeNull()
  })

  test('a workspace’s address goes through the guard: a private one is refused', async () => {
    const answer = await account.call(aiContentContract.testModel, {
      workspace_id: account.workspaceId,
      provider: 'openai-compatible',
      model: 'x',
      base_url: 'http://169.254.169.254/latest',
    })
    expect(answer.ok).toBe(false)
    expect(answer.message).not.toContain('undefined')
  })

  test('only who brings a key may name another model', async () => {
    const { _id } = await create({ template: 'social_post', title: 'Tea', model: 'gpt-most-expensive' })
    expect((await stream({ _id })).refusal).toMatchObject({ code: 'invalid_input', field: 'model' })
  })
})
