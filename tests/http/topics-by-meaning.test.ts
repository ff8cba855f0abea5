import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Report, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { type EmbeddingModels, startEmbeddingModels } from '../doubles/embedding-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Lists grouped by what their keywords mean to the connected model. */

let double: EmbeddingModels
let server: TestServer
beforeAll(async () => {
  double = await startEmbeddingModels()
  server = await startTestServer({ ...double.settingsFor('openai'), OUTBOUND_ALLOW: new URL(double.url).host })
})
afterAll(async () => {
  await server.close()
  await double.close()
})
beforeEach(() => {
  double.calls.length = 0
  double.setVectors(toSense)
})
afterEach(() => double.setFault(null))

/** What means the same has one axis; anything else has its own. */
const senses = [
  ['playard', 'pack and play'],
  ['sleep sack', 'wearable blanket'],
]
const others = ['bottle warmer', 'stroller fan', 'changing pad', 'high chair', 'nursing pillow']
const keywords = [...senses.flat(), ...others]

function toSense(text: string): number[] {
  const vector = new Array<number>(keywords.length + 1).fill(0)
  const sense = senses.findIndex((texts) => texts.includes(text))
  vector[sense >= 0 ? sense : keywords.indexOf(text) + 1 || keywords.length] = 1
  return vector
}

const us = { country: 'US', language: 'en' } as const

async function finish(call: Call, id: string): Promise<Report> {
  await until('the report to finish', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: id })
    return status === 'done' ? true : null
  })
  return (await call(reportsContract.get, { id, sections: 'keywords,clusters' })).report
}

async function newList(more: { by_meaning?: boolean; max_cost_usd?: number } = {}) {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const input = { workspace_id: workspaceId, type: 'clusters', queries: keywords, ...us, ...more } as const
  const { report, estimate } = await call(reportsContract.new, input)
  return { call, workspaceId, input, id: report!._id, estimate, report: await finish(call, report!._id) }
}

const getReport = async (call: Call, id: string) =>
  (await call(reportsContract.get, { id, sections: 'keywords,clusters' })).report

const isJoined = ({ sections }: Report, [a, b]: readonly string[]) => {
  const topicOf = (text: string) => sections.keywords!.find((row) => row.text === text)!.cluster_id
  return topicOf(a!) === topicOf(b!)
}

const countAsked = () => double.calls.reduce((sum, { texts }) => sum + texts.length, 0)

describe('grouping again', () => {
  test('says the cost before, asks once, and joins what means the same', async () => {
    const { call, id, report } = await newList()
    expect(report.meaning).toBeNull()
    expect(senses.map((sense) => isJoined(report, sense))).toEqual([false, false])

    const regroup = { _id: id, strictness: 'balanced' } as const
    const offered = await call(reportsContract.recluster, { ...regroup, dry_run: true })
    expect(offered.meaning).toMatchObject({
      state: 'offered',
      provider: 'openai',
      model: 'text-embedding-3-small',
      keywords: keywords.length,
      new_keywords: keywords.length,
      price_as_of: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      failure: null,
    })
    const cost = offered.meaning.cost_usd!
    expect(cost).toBeGreaterThan(0)
    expect(cost).toBeLessThan(0.0001)

    // A preview spends nothing, so it shows topics by words.
    const preview = await call(reportsContract.recluster, { ...regroup, by_meaning: true, dry_run: true })
    expect(preview).toEqual(offered)
    expect(double.calls).toHaveLength(0)

    const applied = await call(reportsContract.recluster, { ...regroup, by_meaning: true, max_cost_usd: cost })
    expect(applied.meaning).toMatchObject({ state: 'used', new_keywords: keywords.length, failure: null })
    expect(applied.meaning.cost_usd).toBeGreaterThan(0)
    expect(applied.meaning.cost_usd).toBeLessThanOrEqual(cost)
    expect(countAsked()).toBe(keywords.length)
    expect(applied.counts.topics).toBe(preview.counts.topics + senses.length)
    const after = await getReport(call, id)
    expect(senses.map((sense) => isJoined(after, sense))).toEqual([true, true])
    expect(after.meaning).toEqual(applied.meaning)
    expect(after.spent_usd).toBeCloseTo(applied.meaning.cost_usd!, 6)
  })

  test('what was paid for is free the next time, and its preview is by meaning', async () => {
    const { call, id } = await newList()
    const regroup = { _id: id, strictness: 'balanced', by_meaning: true } as const
    const first = await call(reportsContract.recluster, regroup)
    const spent = (await getReport(call, id)).spent_usd
    double.calls.length = 0
    const preview = await call(reportsContract.recluster, { ...regroup, strictness: 'strict', dry_run: true })
    expect(preview.meaning).toMatchObject({ state: 'used', new_keywords: 0, cost_usd: 0 })
    const second = await call(reportsContract.recluster, { ...regroup, max_cost_usd: 0 })
    expect(second).toEqual({ ...first, version: 2, meaning: { ...first.meaning, new_keywords: 0, cost_usd: 0 } })
    expect(double.calls).toHaveLength(0)
    expect((await getReport(call, id)).spent_usd).toBe(spent)
  })

  test('a workspace pays for itself: nothing tells it what another one has asked', async () => {
    const first = await newList({ by_meaning: true })
    expect(first.report.meaning).toMatchObject({ state: 'used' })
    double.calls.length = 0
    const { call, id } = await newList()
    const { meaning } = await call(reportsContract.recluster, { _id: id, strictness: 'balanced', by_meaning: true })
    expect(meaning.new_keywords).toBe(keywords.length)
    expect(countAsked()).toBe(keywords.length)
  })

  test('a limit below the cost groups by words and says so', async () => {
    const { call, id, report } = await newList()
    const { meaning } = await call(reportsContract.recluster, {
      ...{ _id: id, strictness: 'balanced', by_meaning: true },
      max_cost_usd: 0.000001,
    })
    expect(meaning).toMatchObject({ state: 'unavailable', failure: { reason: 'meaning_over_limit' } })
    expect(double.calls).toHaveLength(0)
    const after = await getReport(call, id)
    expect(after.meaning).toEqual(meaning)
    expect(after.sections.clusters!.map(({ name }) => name)).toEqual(report.sections.clusters!.map(({ name }) => name))
    expect(after.spent_usd).toBe(0)
  })

  test.each([
    [{ kind: 'status', status: 401 }, 'meaning_model_unauthorized'],
    [{ kind: 'status', status: 404 }, 'meaning_model_missing'],
    [{ kind: 'status', status: 429, retryAfter: 60 }, 'meaning_model_busy'],
    [{ kind: 'too-few' }, 'meaning_model_failed'],
    [{ kind: 'other-length' }, 'meaning_model_failed'],
  ] as const)('a model that answers %o leaves topics of words, with the reason', async (fault, reason) => {
    const { call, id, report } = await newList()
    double.setFault(fault)
    const regroup = { _id: id, strictness: 'balanced', by_meaning: true } as const
    const { meaning, counts } = await call(reportsContract.recluster, regroup)
    expect(meaning).toMatchObject({ state: 'failed', failure: { reason, params: { model: 'text-embedding-3-small' } } })
    expect(counts).toMatchObject({ topics: report.sections.clusters!.filter(({ kind }) => kind === 'topic').length })
    const failed = await getReport(call, id)
    expect(failed.meaning).toEqual(meaning)
    // What the vendor didn't work on isn't counted; what it may charge is.
    const isCharged = reason === 'meaning_model_failed'
    expect(failed.spent_usd > 0).toBe(isCharged)
    double.setFault(null)
    expect((await call(reportsContract.recluster, regroup)).meaning).toMatchObject({ state: 'used' })
  })

  test('grouping by words again takes the meaning back', async () => {
    const { call, id, report } = await newList({ by_meaning: true })
    expect(isJoined(report, senses[0]!)).toBe(true)
    await call(reportsContract.recluster, { _id: id, strictness: 'balanced' })
    const after = await getReport(call, id)
    expect(after.meaning).toBeNull()
    expect(isJoined(after, senses[0]!)).toBe(false)
  })
})

describe('a new list', () => {
  test('has the cost in its estimate, and its topics are by meaning at once', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const input = { workspace_id: workspaceId, type: 'clusters', queries: keywords, ...us } as const
    const plain = (await call(reportsContract.new, { ...input, dry_run: true })).estimate
    expect(plain).toMatchObject({ cost_usd: 0, meaning: { state: 'offered', new_keywords: keywords.length } })
    const priced = (await call(reportsContract.new, { ...input, by_meaning: true, dry_run: true })).estimate
    expect(priced).toEqual({ ...plain, cost_usd: plain.meaning!.cost_usd })
    expect(double.calls).toHaveLength(0)

    const { report } = await call(reportsContract.new, { ...input, by_meaning: true, max_cost_usd: priced.cost_usd })
    const done = await finish(call, report!._id)
    expect(senses.map((sense) => isJoined(done, sense))).toEqual([true, true])
    expect(done.meaning).toMatchObject({ state: 'used', new_keywords: keywords.length })
    expect(done.spent_usd).toBeCloseTo(done.meaning!.cost_usd!, 6)
    expect(done.spent_usd).toBeLessThanOrEqual(priced.cost_usd)
  })

  test('of a file is priced by its keywords', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const { import: file } = await call(importsContract.add, {
      workspace_id: workspaceId,
      file: new File([['Keyword', ...keywords].join('\n')], 'keywords.csv'),
    })
    const { estimate } = await call(reportsContract.new, {
      ...{ workspace_id: workspaceId, type: 'clusters', import_id: file._id, by_meaning: true, dry_run: true },
      ...us,
    })
    expect(estimate.meaning).toMatchObject({ state: 'offered', new_keywords: keywords.length })
    expect(estimate.cost_usd).toBe(estimate.meaning!.cost_usd)
  })

  test('with a spending limit that is too low is grouped by words, and the report says why', async () => {
    const { report } = await newList({ by_meaning: true, max_cost_usd: 0 })
    expect(report.meaning).toMatchObject({ state: 'unavailable', failure: { reason: 'meaning_over_limit' } })
    expect(isJoined(report, senses[0]!)).toBe(false)
    expect(report.spent_usd).toBe(0)
  })

  test('finishes though the model fails', async () => {
    double.setFault({ kind: 'status', status: 500 })
    const { report } = await newList({ by_meaning: true })
    expect(report).toMatchObject({
      status: 'done',
      meaning: { state: 'failed', failure: { reason: 'meaning_model_failed' } },
    })
  })

  test('of very many keywords isn’t offered meaning', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const queries = Array.from({ length: 5001 }, (_, at) => `desk ${at}a`)
    const { estimate } = await call(reportsContract.new, {
      ...{ workspace_id: workspaceId, type: 'clusters', queries, by_meaning: true, dry_run: true },
      ...us,
    })
    expect(estimate).toMatchObject({
      cost_usd: 0,
      meaning: { state: 'unavailable', failure: { reason: 'meaning_too_many_keywords', params: { max: 5000 } } },
    })
  })

  test('only lists are grouped by meaning', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    await expect(
      call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'topic',
        query: 'cold brew',
        by_meaning: true,
        ...us,
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'by_meaning', reason: 'meaning_not_used' } })
  })
})

describe('the workspace’s own model', () => {
  test('without embeddings: meaning isn’t offered, though the server’s model has them', async () => {
    const { call, workspaceId, id } = await newList()
    await call(aiContentContract.saveModel, {
      workspace_id: workspaceId,
      provider: 'anthropic',
      model: 'claude-sonnet-5-5',
      api_key: 'key-of-the-workspace',
    })
    const { meaning } = await call(reportsContract.recluster, { _id: id, strictness: 'balanced', by_meaning: true })
    expect(meaning).toMatchObject({ state: 'unavailable', model: null, failure: { reason: 'meaning_no_model' } })
    expect(double.calls).toHaveLength(0)
  })

  test('of an unknown price: no cost is made up, and a limit can’t be kept', async () => {
    const { call, workspaceId, id } = await newList()
    const settings = {
      workspace_id: workspaceId,
      provider: 'openai-compatible',
      model: 'double-1',
      base_url: `${double.url}/v1`,
    } as const
    await call(aiContentContract.saveModel, settings)
    const regroup = { _id: id, strictness: 'balanced', by_meaning: true } as const
    const without = await call(reportsContract.recluster, { ...regroup, dry_run: true })
    expect(without.meaning).toMatchObject({ state: 'unavailable', failure: { reason: 'meaning_no_model' } })

    const saved = await call(aiContentContract.saveModel, { ...settings, embedding_model: 'bge-m3' })
    expect(saved.workspace).toMatchObject({ embedding_model: 'bge-m3' })
    const offered = await call(reportsContract.recluster, { ...regroup, dry_run: true })
    expect(offered.meaning).toMatchObject({ state: 'offered', model: 'bge-m3', cost_usd: null, price_as_of: null })
    const limited = await call(reportsContract.recluster, { ...regroup, max_cost_usd: 5 })
    expect(limited.meaning).toMatchObject({ state: 'unavailable', failure: { reason: 'meaning_price_unknown' } })
    expect(double.calls).toHaveLength(0)
    const applied = await call(reportsContract.recluster, regroup)
    expect(applied.meaning).toMatchObject({ state: 'used', model: 'bge-m3', cost_usd: null })
    expect(double.calls[0]!.model).toBe('bge-m3')
    // The server’s own key isn’t sent there.
    expect(double.calls[0]!.headers.authorization).toBeUndefined()
    expect(isJoined(await getReport(call, id), senses[0]!)).toBe(true)
  })
})
