import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { exportHumanizerRuns } from '../../src/features/humanizer/account-export.ts'
import { type Facts, humanizerContract, type Sentence } from '../../src/features/humanizer/contract.ts'
import { humanizerErrorTexts } from '../../src/features/humanizer/web/error-texts.ts'
import { exampleText } from '../../src/features/humanizer/web/example-text.ts'
import { type AskedModel, type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { askedSentences, misbehavingModel, misdeeds, plantedText, seeded } from '../support/planted-facts.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { until } from '../support/wait-until.ts'

type Account = Awaited<ReturnType<TestServer['signUp']>>
type Fixture = { server: TestServer; account: Account }

let model: LanguageModels
/** With a model, and with the built-in rules. */
let withModel: Fixture
let ruled: Fixture

beforeAll(async () => {
  model = await startLanguageModels()
  const fixture = async (server: TestServer) => ({ server, account: await server.signUp('self_hosted') })
  withModel = await fixture(await startTestServer(model.settings))
  ruled = await fixture(await startTestServer())
})
afterAll(async () => {
  await withModel.server.close()
  await ruled.server.close()
  await model.close()
})
afterEach(() => {
  model.setFault(null)
  model.setAnswer(null)
  model.setPace({ tokensPerSecond: 0, firstTokenMs: 0 })
})

const humanize = ({ server, account }: Fixture, input: object) =>
  openEvents(
    server.url,
    humanizerContract.humanize,
    { workspace_id: account.workspaceId, strength: 'strong', ...input },
    account.token,
  )
async function through(fixture: Fixture, input: object) {
  const reading = await humanize(fixture, input)
  const events = await reading.all
  const sentences = events.flatMap(({ event, data }) => (event === 'sentence' ? [data as unknown as Sentence] : []))
  const done = events.find(({ event }) => event === 'done')?.data as
    | { text: string; before: number; after: number; changed: number; facts: Facts }
    | undefined
  const score = events.find(({ event }) => event === 'score')?.data as {
    _id: string
    before: number
    notice: string | null
  }
  return { events, sentences, done, score, error: events.find(({ event }) => event === 'error')?.data }
}
const used = async ({ account }: Fixture) => (await account.call(authContract.userdata, {})).user.usage.humanizer
const toRow = async ({ server }: Fixture, id: string) =>
  (await server.database.pool.query('select * from humanizer_runs where id = $1', [id])).rows[0]
const single = async ({ account }: Fixture, _id: string) => (await account.call(humanizerContract.single, { _id })).run

/** Rewrites every sentence, changing only one word. */
const plainly = (asked: AskedModel) =>
  askedSentences(asked)
    .map(
      (sentence, at) =>
        `[[${at + 1}]] ${sentence.replace(/ (?:is|are|was) /, ' remains ').replace(/\bvery\b/, 'quite')}`,
    )
    .join('\n')
const pool = (count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `Moreover, it is important to note that the ${['river', 'garden', 'market', 'harbour', 'forest', 'valley', 'bridge', 'tower'][at % 8]} number ${at + 1} is a pivotal part of the town.`,
  ).join(' ')

describe('with rules', () => {
  test('streams the score, each sentence in order and done, and the parts add up to the original and the result', async () => {
    const before = await used(ruled)
    const { events, sentences, done, score } = await through(ruled, { text: exampleText })
    expect(events.map(({ event }) => event).filter((name, at, all) => name !== all[at - 1])).toEqual([
      'score',
      'sentence',
      'done',
    ])
    expect(sentences.map(({ index }) => index)).toEqual(sentences.map((_, at) => at))
    expect(sentences.map(({ original }) => original).join('')).toBe(exampleText)
    expect(sentences.map(({ rewritten }) => rewritten).join('')).toBe(done!.text)
    expect(done!.changed).toBe(sentences.filter(({ kept }) => !kept).length)
    expect(done!.changed).toBeGreaterThan(4)
    for (const { kept, original, rewritten, reasons } of sentences) {
      expect(rewritten === original).toBe(kept)
      if (!kept) expect(reasons.length).toBeGreaterThan(0)
    }
    expect(done!.before).toBe(score.before)
    expect(done!.after).toBeLessThan(done!.before)
    expect(done!.text).not.toMatch(/important to note|Moreover|utilize|delve|plethora/)
    expect(done!.facts).toEqual({
      kept: expect.arrayContaining(['20', '90', '3 May 2021']),
      lost: [],
      checked: expect.arrayContaining([
        { kind: 'date', found: 1, lost: 0 },
        { kind: 'exception', found: expect.any(Number), lost: 0 },
        { kind: 'roles', found: done!.changed, lost: 0 },
      ]),
    })
    expect(await used(ruled)).toBe(before + 1)
    const run = await single(ruled, score._id)
    expect(run).toMatchObject({ status: 'done', text: exampleText, changed: done!.changed, provider: 'builtin' })
    expect(run.sentences).toEqual(sentences)
  })

  test('20,000 characters are accepted, one more is 413 and free, and the first sentence arrives early', async () => {
    const text = pool(400).slice(0, 20_000)
    const shares: number[] = []
    for (let round = 0; round < 8; round++) {
      const asked = performance.now()
      const reading = await humanize(ruled, { text })
      await reading.all
      const first = reading.events.find(({ event, data }) => event === 'sentence' && data.kept === false)!
      const last = reading.events.at(-1)!
      expect(last.event).toBe('done')
      shares.push((first.at - asked) / (last.at - asked))
    }
    // The earliest of several runs, because the machine may be busy.
    expect(Math.min(...shares)).toBeLessThan(0.5)
    const before = await used(ruled)
    const { status, refusal } = await humanize(ruled, { text: `${text}.` })
    expect([status, refusal!.code, refusal!.field]).toEqual([413, 'too_large', 'text'])
    expect(await used(ruled)).toBe(before)
  })

  test('a text with a low score and without stock phrases isn’t changed and is free', async () => {
    const before = await used(ruled)
    const text =
      'My gran kept bees behind the coal shed. I hated them, mostly because Dad made me carry the smoker! One July a swarm settled on the washing line, and she walked straight up in her slippers, humming, and shook it into a bucket. Nobody got stung. Well, the cat did. He sulked under the sideboard till Tuesday with his nose out like a radish, and Gran fed him sardines from her own fork. I asked her once why she never wore gloves. "Can’t feel them with gloves on," she said, and that was the whole of it.'
    const { done, sentences, score } = await through(ruled, { text, strength: 'balanced' })
    expect(done).toMatchObject({ text, changed: 0 })
    expect(sentences.every(({ kept }) => kept)).toBe(true)
    expect(score.notice).toMatch(/so nothing was changed/)
    expect(await used(ruled)).toBe(before)
    expect(await toRow(ruled, score._id)).toMatchObject({ status: 'done', units_returned: true })
  })

  test('balanced rewrites the sentences with a stock phrase, whatever the score of the text', async () => {
    const text =
      "In today's fast-paced world, many people spend eight hours a day at a desk. It is important to note that sitting for long periods strains the lower back. Furthermore, a chair without lumbar support makes the problem worse. We tested six desks for three weeks in our office in Leeds, and Anna measured the noise of each motor at night. Her cat slept through it all. In conclusion, a desk that moves is a good start, but the habit of getting up matters more than the furniture you buy."
    const { done, score } = await through(ruled, { text, strength: 'balanced' })
    expect(score.before).toBeLessThan(80)
    expect(score.notice).toMatch(/so only sentences with a stock phrase are rewritten/)
    expect(done).toMatchObject({
      text: 'Many people spend eight hours a day at a desk. Sitting for long periods strains the lower back. A chair without lumbar support makes the problem worse. We tested six desks for three weeks in our office in Leeds, and Anna measured the noise of each motor at night. Her cat slept through it all. A desk that moves is a good start, but the habit of getting up matters more than the furniture you buy.',
      changed: 4,
    })
  })

  test('an invalid text is an error at its field', async () => {
    for (const [field, input] of [
      ['text', { text: ' \n' }],
      ['text', { text: 'Tea\0 is hot.' }],
      ['text', { text: 'Tea \ud83c is hot.' }],
      ['tone', { text: 'Tea is hot.', tone: 'dry\0' }],
      ['strength', { text: 'Tea is hot.', strength: 'more' }],
    ] as const)
      expect(await humanize(ruled, input)).toMatchObject({ status: 400, refusal: { code: 'invalid_input', field } })
    const { sentences } = await through(ruled, { text: '\u{1f375} Moreover, tea is hot.\u{1f375}\r\n\r\n\tEnd' })
    expect(sentences.map(({ original }) => original).join('')).toBe(
      '\u{1f375} Moreover, tea is hot.\u{1f375}\r\n\r\n\tEnd',
    )
  })

  test('other languages aren’t changed, with a note', async () => {
    const text =
      'Es ist wichtig zu beachten, dass die Stadt eine entscheidende Rolle spielt. Darüber hinaus ist sie sehr schön und die Menschen sind nett.'
    const { done, score } = await through(ruled, { text })
    expect(done).toMatchObject({ text, changed: 0 })
    expect(score.notice).toContain('only English')
  })

  test('frozen words, voice and tone are applied, and those of another workspace aren’t found', async () => {
    const text =
      'Moreover, it is important to note that a cutting-edge and seamless process is not slow and does not fail.'
    const { done } = await through(ruled, { text, freeze: ['cutting-edge'], tone: 'friendly' })
    expect(done!.text).toBe("A cutting-edge and smooth process isn't slow and doesn't fail.")
    const other = await ruled.server.signUp('pro')
    const { voice } = await other.call(aiContentContract.addVoice, {
      workspace_id: other.workspaceId,
      name: 'Theirs',
      samples: ['We brew it cold and we wait for it. '.repeat(20)],
    })
    const { item } = await other.call(aiContentContract.new, {
      workspace_id: other.workspaceId,
      template: 'blog_post',
      title: 'Theirs',
    })
    for (const [field, value] of [
      ['voice_id', voice._id],
      ['document_id', item._id],
    ])
      expect(await humanize(ruled, { text, [field!]: value })).toMatchObject({
        status: 404,
        refusal: { code: 'not_found', field },
      })
  })

  test('without credits it is rejected and nothing is stored', async () => {
    const account = await ruled.server.signUp('free')
    const fixture = { server: ruled.server, account }
    await ruled.server.database.pool.query(
      `update plans set allowances = jsonb_set(allowances, '{humanizer}', '0') where name = 'free'`,
    )
    expect(await humanize(fixture, { text: exampleText })).toMatchObject({
      status: 402,
      refusal: { code: 'limit_no_access' },
    })
    const { total } = await account.call(humanizerContract.find, { workspace_id: account.workspaceId })
    expect(total).toBe(0)
  })

  test('runs are listed from the latest, can be deleted, expire after 90 days, and are in the account export', async () => {
    const account = await ruled.server.signUp('pro')
    const fixture = { server: ruled.server, account }
    const first = await through(fixture, { text: 'Moreover, it is important to note that tea is hot.' })
    const second = await through(fixture, { text: exampleText })
    const find = async () =>
      (await account.call(humanizerContract.find, { workspace_id: account.workspaceId })).items.map(({ _id }) => _id)
    expect(await find()).toEqual([second.score._id, first.score._id])
    await account.call(humanizerContract.delete, { _id: second.score._id })
    expect(await find()).toEqual([first.score._id])
    const files = []
    const taken = exportHumanizerRuns(ruled.server.database.db).files({
      userId: account.user.id,
      email: account.email,
      ownedIds: [account.workspaceId],
    })
    for await (const { path, content } of taken) files.push([path, JSON.parse(String(content)).text])
    expect(files).toEqual([
      [
        `workspaces/${account.workspaceId}/humanizer/${first.score._id}.json`,
        'Moreover, it is important to note that tea is hot.',
      ],
    ])
    await expect(single(fixture, second.score._id)).rejects.toMatchObject({ code: 'not_found' })
    await ruled.server.database.pool.query(
      `update humanizer_runs set started_at = now() - interval '91 days' where id = $1`,
      [first.score._id],
    )
    for (const cleanUp of ruled.server.app.cleanups) await cleanUp()
    expect(await find()).toEqual([])
  })
})

describe('with a model', () => {
  test('on 200 texts with planted facts, no fact is lost or invented without being reported, whatever the model does', async () => {
    const random = seeded(20_261_121)
    const did = new Map<string, number>()
    model.setAnswer(misbehavingModel(random, (misdeed) => void did.set(misdeed, (did.get(misdeed) ?? 0) + 1)))
    const texts = Array.from({ length: 200 }, () => plantedText(random))
    const [lost, invented]: [string[], string[]] = [[], []]
    const totals = { sentences: 0, changed: 0, held: 0 }
    let silent = 0
    const work = texts.map((each, at) => ({ ...each, at }))
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let next = work.shift(); next; next = work.shift()) {
          const { text, planted, freeze } = next
          const { done, sentences, error } = await through(withModel, { text, freeze, language: 'en' })
          // A model that twice returns nothing ends the run with an error and changes nothing, so nothing is lost.
          if (!done && /returned no text/.test(String(error?.message))) {
            silent += 1
            continue
          }
          if (!done) throw new Error(`Text ${next.at} was not humanized: ${JSON.stringify(error)}`)
          expect(sentences.map(({ original }) => original).join('')).toBe(text)
          const count = (whole: string, fact: string) => whole.split(fact).length - 1
          for (const fact of new Set(planted)) {
            const fewer = /^(?:\p{Lu}|[A-Z])/u.test(fact)
              ? count(done.text, fact) === 0
              : count(done.text, fact) < count(text, fact)
            if (fewer && !done.facts.lost.includes(fact)) lost.push(`${next.at}: ${fact}`)
          }
          const numbers = new Set(text.match(/\d+/g))
          for (const found of done.text.match(/\d+/g) ?? [])
            if (!numbers.has(found)) invented.push(`${next.at}: ${found}`)
          if (/Blackwood|Sure!|Here is|Es ist|weather/.test(done.text)) invented.push(`${next.at}: ${done.text}`)
          totals.sentences += sentences.length
          totals.changed += done.changed
          totals.held += sentences.filter(({ kept, reasons }) => kept && reasons.length > 0).length
        }
      }),
    )
    expect(lost).toEqual([])
    expect(invented).toEqual([])
    expect(silent).toBeLessThan(10)
    // The model was called, tried every fault, and its good sentences were accepted.
    expect([...did.keys()].sort()).toEqual([...Object.keys(misdeeds), 'says nothing at all'].sort())
    expect(totals.held).toBeGreaterThan(300)
    expect(totals.changed).toBeGreaterThan(100)
  }, 120_000)

  test('sentences stream in as the model writes them, quoted in the prompt with their reasons', async () => {
    model.log.clear()
    model.setAnswer(plainly)
    model.setPace({ tokensPerSecond: 150 })
    const reading = await humanize(withModel, { text: pool(8), freeze: ['Blue Kettle'], tone: 'dry' })
    const first = await reading.next('sentence')
    expect(first.data).toMatchObject({ index: 0, kept: false })
    expect(reading.events.some(({ event }) => event === 'done')).toBe(false)
    await reading.all
    const score = reading.events.find(({ event }) => event === 'score')!.data
    expect(score).toMatchObject({ provider: 'openai-compatible' })
    const { asked } = model.log.calls[0]!
    const prompt = asked.messages.at(-1)!.text
    const word = /<<<(\w+) sentences>>>/.exec(prompt)![1]!
    expect(prompt).toContain(`<<<${word} words that stay>>>\nBlue Kettle`)
    expect(prompt).toContain('Tone: dry')
    expect(asked.system).toContain(word)
    expect(await toRow(withModel, String(score._id))).toMatchObject({
      status: 'done',
      units_returned: false,
      leased_until: null,
    })
  })

  test('a model that fails before the first sentence is free, and later the partial result is kept and paid', async () => {
    const before = await used(withModel)
    model.setFault({ kind: 'status', status: 400 } as never)
    const failed = await through(withModel, { text: pool(3) })
    expect(failed.error).toMatchObject({ retryable: expect.any(Boolean), message: expect.any(String) })
    expect(await used(withModel)).toBe(before)
    expect(await toRow(withModel, failed.score._id)).toMatchObject({ status: 'failed', units_returned: true })

    model.setFault(null)
    model.setAnswer((asked) => {
      if (askedSentences(asked).some((sentence) => sentence.includes('number 9 ')))
        model.setFault({ kind: 'cut', after: 1 })
      return plainly(asked)
    })
    model.setPace({ firstTokenMs: 30 })
    const cut = await through(withModel, { text: pool(30) })
    expect(cut.error).toBeDefined()
    expect(cut.sentences.some(({ kept }) => !kept)).toBe(true)
    expect(await used(withModel)).toBe(before + 1)
    const run = await single(withModel, cut.score._id)
    expect(run).toMatchObject({ status: 'cut', error: cut.error!.message })
    expect(run.failure).toEqual({ code: cut.error!.code, reason: cut.error!.reason })
    expect(hasSentence(run, humanizerErrorTexts)).toBe(true)
    expect(run.sentences).toEqual(cut.sentences)
  })

  test('closing the stream stops the model immediately and keeps the partial result', async () => {
    model.log.clear()
    model.setAnswer(plainly)
    model.setPace({ tokensPerSecond: 60 })
    const reading = await humanize(withModel, { text: pool(20) })
    await reading.next('sentence')
    const id = String(reading.events.find(({ event }) => event === 'score')!.data._id)
    reading.leave()
    await until(
      'the model is told',
      async () => model.log.count(undefined, 'open') === 0 && model.log.count(undefined, 'left') > 0,
    )
    const row = await until('the run is closed', async () => {
      const found = await toRow(withModel, id)
      return found.status === 'running' ? null : found
    })
    expect(row).toMatchObject({ status: 'cut', units_returned: false, failure: { reason: 'run_stopped' } })
    expect(row.sentences.length).toBeGreaterThan(0)
    expect(row.sentences.length).toBeLessThan(20)
  })

  test('a run whose process died is closed and paid with a partial result, or refunded without one', async () => {
    const before = await used(withModel)
    const orphan = async (changed: number) => {
      const id = randomUUID()
      const { workspaceId, user } = withModel.account
      const { rows } = await withModel.server.database.pool.query(
        `update usage set used = used + 1 where user_id = $1 and tool = 'humanizer' returning period_start`,
        [user.id],
      )
      await withModel.server.database.pool.query(
        `insert into humanizer_runs (workspace_id, id, status, text, word_count, strength, language, frozen, provider, model,
           prompt_version, payer_id, units, units_period, changed, leased_until)
         values ($1, $2, 'running', 'Tea.', 1, 'light', 'en', '[]', 'builtin', 'builtin', 'test', $3, 1, $4, $5, now() - interval '1 second')`,
        [workspaceId, id, user.id, rows[0].period_start, changed],
      )
      return id
    }
    const [nothing, part] = [await orphan(0), await orphan(2)]
    expect(await used(withModel)).toBe(before + 2)
    await (await withModel.server.app.start({ alone: false }))()
    const failure = { code: 'unavailable', reason: 'run_interrupted' }
    expect(await toRow(withModel, nothing)).toMatchObject({
      status: 'failed',
      units_returned: true,
      leased_until: null,
      failure,
    })
    expect(await toRow(withModel, part)).toMatchObject({ status: 'cut', units_returned: false, failure })
    expect(await used(withModel)).toBe(before + 1)
  })

  test('during shutdown, streams end with a retryable error and keep the partial result', async () => {
    const server = await startTestServer(model.settings)
    try {
      const account = await server.signUp('self_hosted')
      model.setAnswer(plainly)
      model.setPace({ tokensPerSecond: 60 })
      const reading = await humanize({ server, account }, { text: pool(20) })
      await reading.next('sentence')
      await server.app.streams.drain()
      const events = await reading.all
      expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable', retryable: true } })
      const id = String(events.find(({ event }) => event === 'score')!.data._id)
      const row = await until('the run is closed', async () => {
        const found = await toRow({ server, account }, id)
        return found.status === 'cut' ? found : null
      })
      expect(row.failure).toEqual({ code: 'unavailable', reason: 'run_interrupted' })
    } finally {
      await server.close()
    }
  })
})
