import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { aiContentErrorTexts } from '../../src/features/ai-content/web/error-texts.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'
import { hasSentence } from '../support/stored-errors.ts'
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

/** A finished report with sample data, shared by all tests. */
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
  test('a new one is an empty draft with version 1 and costs no credit', async () => {
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

  test('missing required fields of the template are named', async () => {
    await expect(create({ template: 'rewrite' })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'text' },
    })
    await expect(create({ template: 'blog_post' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a report or voice of another workspace isn’t found', async () => {
    const other = await server.signUp('pro')
    const reportId = await sample()
    await expect(create({ template: 'blog_post', report_id: reportId }, other)).rejects.toMatchObject({
      code: 'not_found',
      options: { field: 'report_id' },
    })
  })

  test('an invalid heading of an outline is an error with its index and field', async () => {
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

  test('saving increments the version, a stale one gets a conflict with the current text, and old versions can be read', async () => {
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

  test('of two concurrent saves of the same version, one gets a conflict', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Race' })
    const saves = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((content_md) => account.call(aiContentContract.update, { _id, content_md, version: 1 })),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await single(_id)).version).toBe(2)
  })

  test('can be searched by title and template, sorted by last change, and deleted', async () => {
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
  test('streams start, deltas, usage and done, saves the text and costs one credit', async () => {
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
    expect(events.at(-1)!.data).toEqual({ _id, words: 8, version: 2, notes: [], removed: { claims: [], links: [] } })
    expect(item).toMatchObject({ content_md: reading.text(), status: 'done', version: 2, words: 8 })
    expect(item.provenance).toMatchObject({ provider: 'openai-compatible' })
    expect(await aiUsed()).toBe(before + 1)
    const { rows } = await server.database.pool.query('select * from generations where document_id = $1', [_id])
    expect(rows).toMatchObject([{ status: 'done', units: 1, units_returned: false, leased_until: null }])
    expect(rows[0].input_tokens).toBeGreaterThan(20)
  })

  test('an article is written section by section, each prompt with only its relevant passages', async () => {
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

  // What the first two pages of the sample report say.
  const ratio =
    'A ratio of one part coffee to eight parts water by weight makes a cold brew that most people drink over ice without adding water.'
  const grounds = 'Coffee grounds hold on to roughly twice their own weight in water.'

  test('citations are checked against the pages and reported once each', async () => {
    const { _id } = await create({
      template: 'blog_post',
      title: 'Cold brew',
      outline: [{ type: 'h2', text: 'The ratio' }],
      words: 300,
      report_id: await sample(),
    })
    const invented = 'Dr. Marsh of Yale said cold brew cures colds.'
    model.setAnswer(
      () =>
        `${ratio}[^1] ${ratio}[^1] ${invented}[^1] [Read on](https://invented.example/). See https://bare.example/x for it. Unknown.[^77]`,
    )
    const reading = await stream({ _id })
    const events = await reading.all
    const citations = events.filter(({ event }) => event === 'citation')
    expect(citations.map(({ data }) => data.n)).toEqual([1])
    expect(String(citations[0]!.data.url)).toMatch(/^https?:/)
    expect(String(citations[0]!.data.quote).length).toBeGreaterThan(10)
    const item = await single(_id)
    expect(item.content_md).not.toContain('77')
    expect(item.content_md).toContain(`${invented} Read on.`)
    expect(item.citations.map(({ n }) => n)).toEqual([1])
    // Once for the introduction and once for the section, which the model writes alike.
    const { claims, links } = events.at(-1)!.data.removed as { claims: object[]; links: object[] }
    const { url, title } = citations[0]!.data
    expect(claims[0]).toEqual({ text: invented, n: 1, url, title, nearest: null })
    expect(links[0]).toEqual({ text: 'Read on', url: 'https://invented.example/' })
    expect(links[1]).toEqual({ text: 'https://bare.example/x', url: 'https://bare.example/x' })
    expect((await single(_id)).content_md).toContain('See for it.')
    // Still listed after a reload, also when a section was written again.
    expect((await single(_id)).provenance!.removed).toEqual({ claims, links })
    model.setAnswer(() => 'Nothing invented here.')
    await (await stream({ _id, section: 0 })).all
    expect((await single(_id)).provenance!.removed).toEqual({ claims, links })
  })

  test('undoing a deletion restores its citation, and exports contain only cited sources', async () => {
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
    const written = await writeWith(`${ratio}[^1] ${grounds}[^2]`, {})
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
    const cut = await save(written.content_md.replaceAll(`${ratio}[^1] `, ''))
    expect(cut.content_md).not.toContain('[^1]')
    expect(await exported()).not.toContain('[^1]')
    // A post numbers its sources from 1 as they appear.
    const second = written.citations[1]!
    expect((await publish()).sources.map(({ n, url }) => [n, url])).toEqual([[1, second.url]])
    // The same when a generation replaced it.
    await writeWith('Something else altogether.', { section: 0 })
    const undone = await save(written.content_md)
    expect(undone.citations).toEqual(written.citations)
    expect(await exported()).toContain(`[^1]: ${written.citations[0]!.title}`)
    const { sources } = await publish()
    // The introduction cites the second one before the section cites both.
    expect(sources.map(({ n, url }) => [n, url])).toEqual([
      [1, second.url],
      [2, written.citations[0]!.url],
    ])
  })

  test('one section is rewritten and the rest stays the same', async () => {
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

  test('a text that ended early is continued at its end', async () => {
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

  test('while one tab generates, another gets a conflict and an event at the end', async () => {
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

  test('closing the stream stops the model within a second and keeps the partial text', async () => {
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
    expect(item.failure).toEqual({ code: 'unavailable', reason: 'writing_stopped' })
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
    '%s ends with an error event, keeps partial text, and refunds the credit if there is none',
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
      expect(item.failure).toEqual({ code, reason: error.data.reason })
      expect(hasSentence(item, aiContentErrorTexts)).toBe(true)
      expect(item.content_md.length > 0).toBe(kept)
      expect(await aiUsed()).toBe(before + (kept ? 1 : 0))
    },
  )

  test('an endless response is stopped at the requested length and kept', async () => {
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

  test('a document never exceeds its maximum size', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Tea', words: 300 })
    const save = (length: number, version: number) =>
      account.call(aiContentContract.update, { _id, content_md: `${'word '.repeat(length / 5)}end.`, version })
    await save(399_000, 1)
    model.setAnswer(() => ` ${'tea '.repeat(500)}`)
    const before = await aiUsed()
    const events = await (await stream({ _id, mode: 'continue' })).all
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'too_large', retryable: false } })
    const item = await single(_id)
    expect(item).toMatchObject({
      status: 'partial',
      error: expect.stringContaining('400,000 characters'),
      failure: { code: 'too_large', reason: 'document_too_long', params: { max: 400_000 } },
    })
    expect(item.content_md.length).toBeGreaterThan(399_990)
    expect(item.content_md.length).toBeLessThanOrEqual(400_000)
    // The full document costs no credit.
    const refused = await stream({ _id, mode: 'continue' })
    expect(refused.refusal).toMatchObject({ code: 'too_large' })
    expect(await aiUsed()).toBe(before + 1)
  })

  test('a response cut by the token limit is continued with correct spacing', async () => {
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

  test('what the model says around the text is removed and reported, and so is an abrupt end', async () => {
    const { _id } = await create({ template: 'summary', title: 'Cold brew', text: 'Cold brew steeps for hours.' })
    model.setAnswer(
      () => 'Sure! Here is the summary:\n\n```markdown\nCold brew steeps in cold water for twelve hours and\n```',
    )
    const events = await (await stream({ _id })).all
    const text = 'Cold brew steeps in cold water for twelve hours and'
    expect(events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : [])).join('')).toBe(text)
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: {
        notes: [
          { kind: 'introduction_removed', text: 'Sure! Here is the summary:', count: 1 },
          { kind: 'fence_removed', count: 1 },
          { kind: 'cut_end', text, count: 1 },
        ],
      },
    })
    const saved = await single(_id)
    expect(saved.content_md).toBe(text)
    expect(saved.provenance?.notes?.map(({ kind }) => kind)).toEqual(['introduction_removed', 'fence_removed'])
  })

  test('a server shutdown ends the stream with a retryable error and keeps the partial text', async () => {
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
    const ended = await by.call(aiContentContract.single, { _id: item._id })
    expect(ended.item.failure).toEqual({ code: 'unavailable', reason: 'writing_interrupted' })
    await other.close()
  })

  test('a generation whose process died keeps its partial text or is refunded', async () => {
    const before = await aiUsed()
    const ids = await Promise.all([post(), post()]).then((items) => items.map(({ _id }) => _id))
    model.setPace({ tokensPerSecond: 20 })
    model.setAnswer(() => 'word '.repeat(3000))
    const readings = await Promise.all(ids.map((_id) => stream({ _id })))
    await Promise.all(readings.map((reading) => reading.next('delta')))
    // What the database looks like after a kill: open generations with an expired lease, one with partial text and one
    // without.
    await server.database.pool.query(
      `update generations set leased_until = now() - interval '1 minute', characters = case when document_id = $1 then 40 else 0 end
       where document_id = any($2)`,
      [ids[0], ids],
    )
    await server.database.pool.query(`update documents set content_md = 'word word' where id = $1`, [ids[0]])
    const { db } = server.database
    const { createWriting } = await import('../../src/features/ai-content/writing/generate-document.ts')
    const { createPlans } = await import('../../src/features/plans/service.ts')
    const writing = createWriting({
      db,
      plans: createPlans({ db, rates: {} as never, defaultPlan: 'free' }),
      reports: {} as never,
      models: {} as never,
      signals: { publish() {} } as never,
      enqueueScore: async () => undefined,
      onFinished: async () => undefined,
      threads: {} as never,
      log: console as never,
    })
    await Promise.all([writing.cleanUp(), writing.cleanUp()])
    expect(await aiUsed()).toBe(before + 1)
    for (const reading of readings) reading.leave()
    const [kept, lost] = await Promise.all(ids.map((_id) => single(_id)))
    const failure = { code: 'unavailable', reason: 'writing_interrupted' }
    expect(kept).toMatchObject({ status: 'partial', version: 2, content_md: 'word word', failure })
    expect(lost).toMatchObject({ status: 'failed', version: 1, failure })
    await until('the model is left alone', async () => model.log.count(undefined, 'open') === 0)
    expect(await aiUsed()).toBe(before + 1)
  })
})

describe('passages and variations', () => {
  test('an edit streams and doesn’t change the document', async () => {
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

  test('a sentence with a term is written to follow the preceding text', async () => {
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

  test('an edit keeps the passage’s marks and links, and lists those that the model invented', async () => {
    const { _id } = await post()
    model.setAnswer(
      () =>
        'Sure! Here is the passage:\n\nIt keeps [a week](/guide).[^2] See [more](https://invented.example/a) and https://mats.example/b.[^7]',
    )
    const text = 'It keeps for [seven days](/guide) in the fridge.[^2] See https://mats.example/b for mats.'
    const edit = { _id, action: 'rewrite', text }
    const events = await (await openEvents(server.url, aiContentContract.edit, edit, account.token)).all
    expect(events.at(-1)).toMatchObject({
      event: 'done',
      data: {
        text: 'It keeps [a week](/guide).[^2] See more and https://mats.example/b.',
        links: [{ text: 'more', url: 'https://invented.example/a' }],
      },
    })
  })

  test('an edit loses the tag around it, unless the passage has it', async () => {
    const { _id } = await post()
    model.setAnswer(() => '<answer>\nIt keeps a week.\n</answer>\n\nThank you!')
    const edited = async (text: string) => {
      const edit = { _id, action: 'rewrite', text }
      return (await (await openEvents(server.url, aiContentContract.edit, edit, account.token)).all).at(-1)!.data.text
    }
    expect(await edited('It keeps for seven days.')).toBe('It keeps a week.')
    expect(await edited('<answer>\nIt keeps for seven days.\n</answer>')).toContain('<answer>')
  })

  test('variations of a post carry no marks, and each lists the links that the model invented', async () => {
    const { _id } = await post()
    const answers = [
      'Cold brew keeps a week.[^1] See [more](https://invented.example/a).【2】',
      'It keeps for days. Read https://invented.example/b today.',
      'It keeps in a fridge.',
    ]
    let asked = 0
    model.setAnswer(() => answers[asked++ % answers.length]!)
    const { outputs } = await account.call(aiContentContract.more, { _id, count: 3 })
    expect(outputs.map(({ text, links }) => ({ text, links }))).toEqual(
      expect.arrayContaining([
        { text: 'Cold brew keeps a week. See more.', links: [{ text: 'more', url: 'https://invented.example/a' }] },
        {
          text: 'It keeps for days. Read today.',
          links: [{ text: 'https://invented.example/b', url: 'https://invented.example/b' }],
        },
        { text: 'It keeps in a fridge.', links: [] },
      ]),
    )
  })

  test('a passage returned unchanged is free', async () => {
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

  test('variations cost one credit each, and failed ones are refunded', async () => {
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

  test('for an article, variations of the introduction are written', async () => {
    const { _id } = await create({ template: 'blog_post', title: 'Cold brew', keywords: ['cold brew'] })
    const before = await aiUsed()
    model.log.clear()
    const { outputs } = await account.call(aiContentContract.more, { _id, count: 2 })
    expect(outputs.map(({ text }) => text.length > 0)).toEqual([true, true])
    expect(await aiUsed()).toBe(before + 2)
    expect(JSON.stringify(model.log.calls)).toContain('the introduction, before the first heading')
  })

  test('a repeated Idempotency-Key replays the variations without cost', async () => {
    const { _id } = await post()
    const before = await aiUsed()
    const idempotencyKey = `more-${_id}`
    const first = await account.call(aiContentContract.more, { _id, count: 1 }, { idempotencyKey })
    expect(await account.call(aiContentContract.more, { _id, count: 1 }, { idempotencyKey })).toEqual(first)
    expect(await aiUsed()).toBe(before + 1)
  })

  test('without credits the model isn’t called', async () => {
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
  test('writes a cited draft from a sample report section by section, and names itself as the model', async () => {
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
  ] as const)('%s: a text without content is an error, is free and replaces nothing', async (template, more, words) => {
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
  })

  test('a section without relevant pages keeps its current text', async () => {
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

  test('expanding, translating and variations need a model and fail without cost', async () => {
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
  test('a text is scored against a report, with readability, style signals and claims', async () => {
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

  test('a saved text is scored soon, and the list shows the score', async () => {
    const { _id } = await create({ template: 'blog_post', report_id: await sample(), title: 'Scored' })
    const content_md = '## Cold brew ratio\n\nCoarse grounds steep in cold water for twelve hours.'
    await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    const score = await until('the score', async () => (await single(_id)).score)
    expect(score.total).toBeGreaterThan(0)
    expect(score.parts.map(({ id }) => id)).toContain('originality')
    const { items } = await account.call(aiContentContract.find, { workspace_id: account.workspaceId, q: 'Scored' })
    expect(items[0]!.score).toBe(score.total)
  })

  test('the target has terms, questions and the scores of ranking pages', async () => {
    const { _id, title } = await create({ template: 'blog_post', report_id: await sample() })
    // A search as typed is no title.
    expect(title).toBe('Cold brew coffee')
    const { target } = await account.call(aiContentContract.target, { _id })
    expect(target.terms.length).toBeGreaterThan(10)
    expect(target.questions.length).toBeGreaterThan(3)
    expect(target.pages.length).toBeGreaterThan(4)
    expect(target.ranking!.low).toBeGreaterThan(20)
  })

  test('other published posts are what a text can link to, and its own post isn’t', async () => {
    const own = await server.signUp('pro')
    const write = async (title: string, content_md: string) => {
      const { _id } = await create({ template: 'blog_post', title, keywords: ['cold brew'] }, own)
      await own.call(aiContentContract.update, { _id, content_md, version: 1 })
      return _id
    }
    const publish = (_id: string, slug: string) =>
      own.call(cmsContract.publish, { _id, to: 'workspace', status: 'published', slug })
    const getPart = async (text: string) => {
      const { score } = await own.call(aiContentContract.check, { text })
      return score!.parts.find(({ id }) => id === 'internal_links')!
    }
    const text = 'Cold brew needs 80 grams of coarse coffee for each liter of water, and 12 hours.'
    const first = await write('Cold brew ratio', text)
    const getTarget = async (_id: string) => (await own.call(aiContentContract.target, { _id })).target
    expect((await getTarget(first)).own_pages).toBeNull()
    expect(await getPart(text)).toMatchObject({ value: null, weight: 0 })
    await publish(first, 'ratio')
    expect((await getTarget(first)).own_pages).toBeNull()
    const second = await write('Cold brew at home', text)
    const { path: blog, pages } = (await getTarget(second)).own_pages!
    expect(blog).toMatch(/^\/b\/adas-workspace(?:-\d+)?$/)
    const path = `${blog}/ratio`
    const { url } = pages[0]!
    expect(pages).toEqual([{ title: 'Cold brew ratio', url: expect.stringMatching(`^https?://[^/]+${path}$`), path }])
    expect(await getPart(text)).toMatchObject({ value: 0, missing: ['Cold brew ratio'] })
    expect(await getPart(`${text} See the [ratio](${url}).`)).toMatchObject({ value: 100, missing: [] })
    // A link from before the blog had a readable address.
    expect(await getPart(`${text} See the [ratio](/b/${own.workspaceId}/ratio).`)).toMatchObject({ value: 100 })
    // Posts of other workspaces aren't listed.
    const other = await create({ template: 'blog_post', title: 'Elsewhere' })
    const elsewhere = (await account.call(aiContentContract.target, { _id: other._id })).target.own_pages?.pages ?? []
    expect(elsewhere.map(({ title }) => title)).not.toContain('Cold brew ratio')
  })

  test('a text based on an imported file is scored against its topic, not the file’s name', async () => {
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
      title: 'Garden hose',
      cluster_id: hoses._id,
      keywords: ['garden hose', 'garden hose reel'],
    })
    expect((await getTarget(about._id)).keywords).toEqual(['garden hose', 'garden hose reel'])

    // Without a topic it is the main one of the list.
    const main = await create({ template: 'blog_post', report_id })
    expect(main).toMatchObject({ title: 'Standing desk height', cluster_id: desks._id })
    const target = await getTarget(main._id)
    expect(target.keywords[0]).toBe(desks.pillar)
    expect(target.questions).toEqual(['what is the right standing desk height'])
    expect(JSON.stringify(target)).not.toMatch(/desk\.csv|hose/)

    // About a keyword it isn't.
    const keyword = 'garden hose fittings'
    const alone = await create({ template: 'blog_post', report_id, keyword })
    expect(alone).toMatchObject({ title: 'Garden hose fittings', cluster_id: null, keyword, keywords: [keyword] })
    const near = await getTarget(alone._id)
    expect(near).toMatchObject({ keywords: [keyword], questions: [] })
    expect(JSON.stringify(near)).not.toMatch(/desk/)

    // The document's own keywords take precedence.
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

  test('tables, callouts and questions keep their form in exports and posts', async () => {
    const table = '| Ratio | Use |\n| --- | --- |\n| 1:8 | Concentrate |'
    const callout = '> [!WARNING]\n> Keep it cold.\n>\n> - Always.'
    const questions = '## Häufige Fragen\n\n### Wie lange?\n\nZwölf Stunden.\n\n### Wie kalt?\n\nVier Grad.'
    const content_md = `Text.\n\n${table}\n\n${callout}\n\n${questions}`
    const { _id } = await create({ template: 'blog_post', title: 'Blocks', language: 'de' })
    await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    const get = async (format: string) =>
      fetch(`${server.url}/ai/export/${_id}?format=${format}`, {
        headers: { Authorization: `Bearer ${account.token}` },
      })
    expect(await (await get('md')).text()).toContain(content_md)
    const html = await (await get('html')).text()
    expect(html).toContain(
      '<aside class="callout callout-warning" role="note"><p class="callout-label"><strong>Warnung',
    )
    expect(html).toContain('<td>1:8</td>')
    const docx = unzipSync(new Uint8Array(await (await get('docx')).arrayBuffer()))
    const words = strFromU8(docx['word/document.xml']!)
    for (const part of ['Warnung', 'Keep it cold.', '<w:tbl>', 'Wie lange?']) expect(words).toContain(part)
    expect(words).not.toContain('[!WARNING]')
    await account.call(cmsContract.publish, { _id, to: 'workspace', status: 'published', slug: `blocks-${_id}` })
    const call = { slug: `blocks-${_id}`, workspace_id: account.workspaceId }
    const { post } = await server.anonymous(cmsContract.publicGet, call)
    expect(post.body_md).toBe(content_md)
    expect(post.body_html).toContain('<strong>Warnung</strong>')
    expect(post.faq).toEqual([
      { question: 'Wie lange?', answer: 'Zwölf Stunden.' },
      { question: 'Wie kalt?', answer: 'Vier Grad.' },
    ])
  })

  test('a text’s own footnotes are citations of the document, and exports and posts have its tasks and cells', async () => {
    const content_md = [
      'A mat of 20 mm is enough.[^1] More.[^soft]',
      '- [ ] Measure\n- [x] Buy',
      '| a |\n| --- |\n| one<br>two |',
      '[^1]: [Test of mats](https://example.com/test)\n[^soft]: <https://example.com/soft>',
    ].join('\n\n')
    const { _id } = await create({ template: 'blog_post', title: 'Mats' })
    const { item } = await account.call(aiContentContract.update, { _id, content_md, version: 1 })
    expect(item.content_md).toBe(content_md.replaceAll('[^soft]', '[^2]'))
    expect(item.citations).toEqual([
      { n: 1, url: 'https://example.com/test', title: 'Test of mats', quote: '' },
      { n: 2, url: 'https://example.com/soft', title: '', quote: '' },
    ])
    const get = async (format: string) =>
      fetch(`${server.url}/ai/export/${_id}?format=${format}`, {
        headers: { Authorization: `Bearer ${account.token}` },
      })
    expect(await (await get('md')).text()).toBe(`# Mats\n\n${item.content_md}\n`)
    const html = await (await get('html')).text()
    const docx = unzipSync(new Uint8Array(await (await get('docx')).arrayBuffer()))
    await account.call(cmsContract.publish, { _id, to: 'workspace', status: 'published', slug: `mats-${_id}` })
    const call = { slug: `mats-${_id}`, workspace_id: account.workspaceId }
    const { post } = await server.anonymous(cmsContract.publicGet, call)
    expect(post.sources.map(({ n, url }) => [n, url])).toEqual([
      [1, 'https://example.com/test'],
      [2, 'https://example.com/soft'],
    ])
    for (const page of [html, post.body_html]) {
      expect(page).toContain('enough.<sup><a href="#source-1">1</a></sup>')
      expect(page).toContain('<input type="checkbox" disabled checked /> Buy')
      expect(page).toContain('one<br />\ntwo')
      expect(page).not.toMatch(/\[ \]|&lt;br|\[\^/)
    }
    const words = strFromU8(docx['word/document.xml']!)
    expect(words.replace(/<[^>]+>/g, '')).toContain('☑ Buy')
    expect(words).toMatch(/one<\/w:t>[\s\S]{0,200}<w:br\/>[\s\S]{0,200}two/)
  })

  test('a document is exported as Markdown, HTML and DOCX with its title as file name', async () => {
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
  test('a voice is learned from samples and deleted, and samples that are too short are rejected', async () => {
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

  test('a workspace’s API key is encrypted, never returned, used for its documents, and not sent to another URL', async () => {
    const by = await server.signUp('pro')
    const { workspaceId } = by
    const ownModel = { workspace_id: workspaceId, provider: 'openai' as const, model: 'gpt-test' }
    const api_key = 'sk-very-secret-1234'
    const { workspace } = await by.call(aiContentContract.saveModel, { ...ownModel, api_key })
    expect(workspace).toEqual({
      provider: 'openai',
      model: 'gpt-test',
      embedding_model: null,
      base_url: null,
      key_hint: '1234',
    })
    const { rows } = await server.database.pool.query('select * from workspace_models where workspace_id = $1', [
      workspaceId,
    ])
    expect(JSON.stringify(rows)).not.toContain('very-secret')
    // The key can be kept for another model of the same vendor, but not for another URL.
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

  test('a workspace’s private base URL is rejected', async () => {
    const answer = await account.call(aiContentContract.testModel, {
      workspace_id: account.workspaceId,
      provider: 'openai-compatible',
      model: 'x',
      base_url: 'http://169.254.169.254/latest',
    })
    expect(answer.ok).toBe(false)
    expect(answer.message).not.toContain('undefined')
  })

  test('only callers that enter a key can change its model', async () => {
    const { _id } = await create({ template: 'social_post', title: 'Tea', model: 'gpt-most-expensive' })
    expect((await stream({ _id })).refusal).toMatchObject({ code: 'invalid_input', field: 'model' })
  })
})
