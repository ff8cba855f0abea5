import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { briefContract } from '../../src/features/ai-content/contract-brief.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'

let server: TestServer
type Account = Awaited<ReturnType<TestServer['signUp']>>
let account: Account
let reportId: string

beforeAll(async () => {
  server = await startTestServer({})
  account = await server.signUp('pro')
  reportId = await createSampleReport(account)
})
afterAll(() => server.close())

const propose = async (more: { cluster_id?: string; keyword?: string } = {}, by = account, report_id = reportId) =>
  (await by.call(aiContentContract.proposal, { workspace_id: by.workspaceId, report_id, ...more })).proposal

describe('a briefing from research', () => {
  test('comes from the report’s keywords, pages and questions, and says what isn’t known', async () => {
    const proposal = await propose()
    expect(proposal).toMatchObject({ report: { query: 'cold brew coffee', language: 'en' }, topic: null })
    expect(proposal.keywords[0]?.text).toBe('cold brew coffee')
    // Sample topics have no search volumes.
    expect(proposal.keywords.every(({ volume }) => volume === null)).toBe(true)
    expect(proposal.titles.length).toBeGreaterThanOrEqual(3)
    expect(proposal.outline.length).toBeGreaterThanOrEqual(3)
    const read = proposal.pages.filter(({ state }) => state === 'read')
    expect(proposal.words.pages).toBe(read.length)
    const lengths = read.map(({ words }) => words!)
    expect(proposal.words.low).toBe(Math.min(...lengths))
    expect(proposal.words.high).toBe(Math.max(...lengths))
    const numbers = new Set(proposal.pages.map(({ n }) => n))
    for (const { pages } of proposal.headings) expect(pages.every((n) => numbers.has(n))).toBe(true)
  })

  test('of a topic has that topic’s keywords and questions', async () => {
    const { clusters, keywords } = (await account.call(reportsContract.get, { id: reportId })).report.sections
    const topic = clusters!.find(
      ({ kind, keywords, pillar }) => kind === 'topic' && keywords >= 3 && pillar !== 'cold brew coffee',
    )!
    const own = new Set(keywords!.filter(({ cluster_id }) => cluster_id === topic._id).map(({ text }) => text))
    const proposal = await propose({ cluster_id: topic._id })
    expect(proposal.topic).toEqual({ _id: topic._id, name: topic.name })
    expect(proposal.keywords[0]?.text).toBe(topic.pillar)
    for (const { text } of proposal.keywords) expect(own).toContain(text)
    for (const { text } of proposal.questions) expect(own).toContain(text)
  })

  test('of a keyword alone has only what is near it', async () => {
    const { clusters, keywords } = (await account.call(reportsContract.get, { id: reportId })).report.sections
    const proposal = await propose({ keyword: 'best cold brew ratio' })
    expect(proposal).toMatchObject({ topic: null, keyword: { text: 'best cold brew ratio' } })
    expect(proposal.keywords[0]!.text).toBe('best cold brew ratio')
    // The report's own words are in all of its keywords, and “best” says nothing about a subject.
    const near = keywords!.filter(({ text, type }) => type !== 'idea' && /\bratios?\b/.test(text)).length
    expect(near).toBeGreaterThan(0)
    expect(proposal.keyword!.near_keywords).toBe(near)
    for (const { text } of [...proposal.keywords, ...proposal.questions]) expect(text).toMatch(/ratio/)

    const nothing = await propose({ keyword: 'barista uniform' })
    expect(nothing.keyword).toMatchObject({ near_keywords: 0, near_questions: 0 })
    expect(nothing).toMatchObject({ questions: [], outline: [], headings: [], pages: [] })
    expect(nothing.keywords.map(({ text }) => text)).toEqual(['barista uniform'])

    const own = await propose({ keyword: 'cold brew coffee' })
    expect(own.keyword).toBeNull()
    expect(own.outline).toEqual((await propose()).outline)

    const topic = clusters!.find(({ kind, keywords }) => kind === 'topic' && keywords >= 3)!
    const ofTopic = await propose({ cluster_id: topic._id, keyword: topic.pillar })
    expect(ofTopic).toEqual(await propose({ cluster_id: topic._id }))
    expect(ofTopic.keyword).toBeNull()
  })

  test('of a topic of one keyword is that of the keyword, and so is the document’s score', async () => {
    const { clusters } = (await account.call(reportsContract.get, { id: reportId })).report.sections
    const alone = clusters!.filter(({ kind }) => kind === 'standalone')
    expect(alone.length).toBeGreaterThan(0)
    for (const { _id, pillar } of alone.slice(0, 5)) {
      const proposal = await propose({ cluster_id: _id })
      expect([pillar, null]).toContain(proposal.keyword?.text ?? null)
      expect(proposal.topic).toMatchObject({ _id })
      expect(proposal.keywords[0]!.text).toBe(pillar)
      const { item } = await account.call(aiContentContract.new, {
        ...{ workspace_id: account.workspaceId, template: 'blog_post', report_id: reportId, cluster_id: _id },
      })
      const { target } = await account.call(aiContentContract.target, { _id: item._id })
      for (const question of target.questions) expect(proposal.questions.map(({ text }) => text)).toContain(question)
    }
  })

  test('of a keyword alone has what shares its ranking pages, where they are known', async () => {
    const { questions, pages } = await propose()
    const [same, other] = questions.map(({ text }) => text)
    const urls = [pages[1]!.url, 'https://a.example/', 'https://b.example/', 'https://c.example/']
    const searches = [
      ['barista apron', urls],
      [same, urls.slice(0, 3)],
      // Two pages may rank for two searches by chance.
      [other, urls.slice(0, 2)],
    ]
    for (const [term, found] of searches)
      await server.database.pool.query(
        `insert into report_asks (workspace_id, report_id, source, term, depth, found, ms, cached, fetched_at, urls)
         values ($1, $2, 'serper', $3, 1, 4, 1, false, now(), $4)`,
        [account.workspaceId, reportId, term, found],
      )
    const proposal = await propose({ keyword: 'barista apron' })
    expect(proposal.keyword).toMatchObject({ near_keywords: 1, near_questions: 1 })
    expect(proposal.questions.map(({ text }) => text)).toEqual([same])
    expect(proposal.pages_by).toBe('results')
    expect(proposal.pages.map(({ url }) => url)).toEqual([pages[1]!.url])
    const { item } = await account.call(aiContentContract.new, {
      ...{ workspace_id: account.workspaceId, template: 'brief', report_id: reportId, keyword: 'barista apron' },
      model: 'builtin',
    })
    const { target } = await account.call(aiContentContract.target, { _id: item._id })
    expect(target).toMatchObject({ questions: [same], pages_by: 'results' })
    await openEvents(server.url, aiContentContract.stream, { _id: item._id }, account.token).then(({ all }) => all)
    const { citations } = (await account.call(aiContentContract.single, { _id: item._id })).item
    expect([...new Set(citations.map(({ url }) => url))]).toEqual([pages[1]!.url])
  })

  test('isn’t given for a topic of another report or a report of another workspace', async () => {
    await expect(propose({ cluster_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
      options: { reason: 'topic_missing' },
    })
    const other = await server.signUp('pro')
    await expect(propose({}, other)).rejects.toMatchObject({ code: 'not_found', options: { reason: 'report_missing' } })
  })
})

describe('a document about a keyword in no topic', () => {
  type Given = { keyword?: string; keywords?: string[]; cluster_id?: string }
  const create = async (given: Given) =>
    (
      await account.call(aiContentContract.new, {
        ...{ workspace_id: account.workspaceId, template: 'blog_post', report_id: reportId, ...given },
      })
    ).item
  const getTarget = async (_id: string) => (await account.call(aiContentContract.target, { _id })).target
  const getBrief = async (_id: string) => (await account.call(briefContract.get, { _id })).brief

  test('is scored against what is near it, and its brief has that too', async () => {
    const item = await create({ keyword: 'best cold brew ratio' })
    expect(item).toMatchObject({
      ...{ title: 'Best cold brew ratio', keyword: 'best cold brew ratio', keywords: ['best cold brew ratio'] },
      cluster_id: null,
    })
    const proposal = await propose({ keyword: 'best cold brew ratio' })
    const near = proposal.questions.map(({ text }) => text)
    const target = await getTarget(item._id)
    expect(target.keywords).toEqual(['best cold brew ratio'])
    expect(target.questions.length).toBeGreaterThan(0)
    for (const question of target.questions) expect(near).toContain(question)
    expect(target.pages_by).toBe(proposal.pages_by)
    expect(target.page_headings).toEqual(proposal.headings)
    const brief = await getBrief(item._id)
    expect(brief.questions).toEqual(near.slice(0, 20))
    expect(brief.pages_by).toBe(proposal.pages_by)
    expect(brief.terms.map(({ term }) => term)).toEqual(target.terms.map(({ term }) => term))

    const nothing = await create({ keyword: 'barista uniform' })
    expect(await getTarget(nothing._id)).toMatchObject({ questions: [], page_headings: [] })
    expect(await getBrief(nothing._id)).toMatchObject({ questions: [], competitors: [] })
  })

  test('is written from the questions near it', async () => {
    const { item } = await account.call(aiContentContract.new, {
      ...{ workspace_id: account.workspaceId, template: 'brief', report_id: reportId, keyword: 'best cold brew ratio' },
      ...{ title: 'Best cold brew ratio', model: 'builtin' },
    })
    const events = await openEvents(server.url, aiContentContract.stream, { _id: item._id }, account.token)
    await events.all
    const { content_md } = (await account.call(aiContentContract.single, { _id: item._id })).item
    const listed = content_md.split(/^## /m).find((part) => part.startsWith('Questions to answer'))!
    const questions = listed.split('\n').filter((line) => line.endsWith('?'))
    expect(questions.length).toBeGreaterThan(0)
    for (const question of questions) expect(question).toMatch(/ratio/i)
  })

  test('uses the whole report if that is about it, and so does one that only has keywords', async () => {
    const { keywords: _words, ...whole } = await getTarget((await create({}))._id)
    expect(await getTarget((await create({ keyword: 'cold brew coffee' }))._id)).toMatchObject(whole)
    const entered = await create({ keywords: ['best cold brew ratio'] })
    expect(entered.keyword).toBeNull()
    const { keywords: _entered, topic_uses: _uses, ...target } = await getTarget(entered._id)
    expect(target.questions).toEqual(whole.questions)
    expect(target.page_headings).toEqual(whole.page_headings)
  })

  test('uses a topic of several keywords if there is one', async () => {
    const { clusters } = (await account.call(reportsContract.get, { id: reportId })).report.sections
    const { _id: cluster_id } = clusters!.find(({ kind, keywords }) => kind === 'topic' && keywords >= 3)!
    const both = await create({ cluster_id, keyword: 'barista uniform' })
    expect(await getTarget(both._id)).toEqual(await getTarget((await create({ cluster_id }))._id))
    // The topic was deleted.
    await server.database.pool.query(
      `update documents set briefing = briefing || jsonb_build_object('cluster_id', $2::text) where id = $1`,
      [both._id, crypto.randomUUID()],
    )
    expect(await getTarget(both._id)).toMatchObject({ questions: [], pages_by: 'text' })
  })

  test('needs the report', async () => {
    await expect(
      account.call(aiContentContract.new, {
        ...{ workspace_id: account.workspaceId, template: 'blog_post', title: 'Tea', keyword: 'tea' },
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'report_id', reason: 'missing' } })
  })

  test('is checked against the same as a text without a document', async () => {
    const check = async (more: { keyword?: string }) =>
      (await account.call(aiContentContract.check, { text: 'A text on beans.', report_id: reportId, ...more })).score!
    const getQuestions = (score: Awaited<ReturnType<typeof check>>) =>
      score.parts.find(({ id }) => id === 'questions')?.missing ?? []
    const near = getQuestions(await check({ keyword: 'best cold brew ratio' }))
    expect(near.length).toBeGreaterThan(0)
    for (const question of near) expect(question).toMatch(/ratio/i)
    expect(getQuestions(await check({})).length).toBeGreaterThan(near.length)
  })
})

describe('sources and links of a briefing', () => {
  test('an excluded page is no source of the text', async () => {
    const { pages } = await propose()
    const used = pages.filter(({ state }) => state === 'read')
    const write = async (exclude_urls: string[]) => {
      const { item } = await account.call(aiContentContract.new, {
        workspace_id: account.workspaceId,
        template: 'blog_post',
        title: 'Cold brew coffee',
        report_id: reportId,
        exclude_urls,
      })
      const events = await openEvents(server.url, aiContentContract.stream, { _id: item._id }, account.token)
      await events.all
      return (await account.call(aiContentContract.single, { _id: item._id })).item
    }
    const all = await write([])
    const [first] = all.citations
    expect(used.map(({ url }) => url)).toContain(first!.url)
    const without = await write([first!.url])
    expect(without.exclude_urls).toEqual([first!.url])
    expect(without.citations.length).toBeGreaterThan(0)
    expect(without.citations.map(({ url }) => url)).not.toContain(first!.url)
  })

  test('a link has to be a web address', async () => {
    const create = (url: string) =>
      account.call(aiContentContract.new, {
        workspace_id: account.workspaceId,
        template: 'blog_post',
        title: 'Cold brew coffee',
        links: [{ url, title: 'Ratio' }],
      })
    expect((await create('https://example.com/ratio')).item.links).toEqual([
      { url: 'https://example.com/ratio', title: 'Ratio' },
    ])
    await expect(create('javascript:alert(1)')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
