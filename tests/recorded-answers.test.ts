import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LanguageModels, startLanguageModels } from './doubles/language-models.ts'
import { type SearchVendors, startSearchVendors } from './doubles/search-vendors.ts'
import { differences, getShape, type Shape, within } from './recordings/json-shape.ts'
import { comparisons, getMessages, modelWires, readRecording } from './recordings/recorded-answers.ts'

/**
 * Compares the doubles with recorded responses of the real services. The recordings belong to others and aren't part of
 * the project; their structure is in recordings/shapes.json. `UPDATE_SHAPES=1` updates it where the recordings are
 * available.
 */

const root = path.join(import.meta.dirname, '..')
const home = process.env.RECORDINGS ?? path.join(root, '..', 'shared', 'recordings')
const recordings = path.join(home, 'recordings')
const areHere = existsSync(recordings)
const shapesFile = path.join(import.meta.dirname, 'recordings', 'shapes.json')

let vendors: SearchVendors
let models: LanguageModels
beforeAll(async () => {
  vendors = await startSearchVendors()
  models = await startLanguageModels()
})
afterAll(() => Promise.all([vendors.close(), models.close()]))

type ModelRecord = { file: string; kind: keyof typeof modelWires | null; status: number | string }

function recordedShapes(): Record<string, Shape> {
  const read = (file: string) => readFileSync(path.join(recordings, 'llm', file), 'utf8')
  const records = (JSON.parse(read('index.json')) as ModelRecord[]).filter(({ status }) => Number(status) < 300)
  const ofModels = Object.keys(modelWires).map((kind) => {
    const streams = records.filter((record) => record.kind === kind && record.file.endsWith('.sse'))
    return [`model ${kind}`, getShape(streams.flatMap(({ file }) => getMessages(read(file))))] as const
  })
  const ofSearch = comparisons.map((comparison) => {
    const answers = comparison.files.map((file) => readRecording(recordings, file, comparison))
    return [comparison.name, within(getShape(answers), comparison.parts)] as const
  })
  return Object.fromEntries([...ofSearch, ...ofModels])
}

/** Responses of the doubles by the same names. */
const doubled = {
  search: async (comparison: (typeof comparisons)[number]) => {
    const shape = within(getShape([await comparison.ask(vendors)]), comparison.parts)
    return Object.fromEntries(Object.entries(shape).filter(([where]) => !(where in comparison.beyond)))
  },
  model: async (kind: keyof typeof modelWires) => {
    const settings = models.settingsFor(kind)
    const address = `${settings.LLM_BASE_URL}`.replace(/\/v1(beta)?$/, '')
    const messages = [{ role: 'user', content: 'Say a word.' }]
    const calls = {
      openai: ['/v1/chat/completions', { model: 'm', stream: true, stream_options: { include_usage: true }, messages }],
      anthropic: ['/v1/messages', { model: 'm', stream: true, max_tokens: 50, messages }],
      google: [
        '/v1beta/models/m:streamGenerateContent?alt=sse',
        { contents: [{ role: 'user', parts: [{ text: 'Say a word.' }] }], generationConfig: { maxOutputTokens: 50 } },
      ],
    } as const
    const [where, body] = calls[kind]
    const key = settings.LLM_API_KEY!
    const response = await fetch(address + where, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'x-api-key': key,
        'x-goog-api-key': key,
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return getShape(getMessages(await response.text()))
  },
}

if (process.env.UPDATE_SHAPES && areHere) {
  const needed = recordedShapes()
  // Compares only the fields the doubles have, and missing fields next to them. The rest of a vendor's response is
  // ignored.
  const shapes: Record<string, Shape> = {}
  test('the structure of the recordings is up to date', async () => {
    for (const comparison of comparisons) {
      const ours = await doubled.search(comparison)
      shapes[comparison.name] = Object.fromEntries(
        Object.entries(needed[comparison.name]!).filter(([at]) => at in ours),
      )
    }
    for (const kind of Object.keys(modelWires) as (keyof typeof modelWires)[]) {
      const ours = await doubled.model(kind)
      const name = `model ${kind}`
      shapes[name] = Object.fromEntries(Object.entries(needed[name]!).filter(([at]) => at in ours))
    }
    writeFileSync(shapesFile, `${JSON.stringify(shapes, null, 2)}\n`)
  })
}

const shapes = JSON.parse(existsSync(shapesFile) ? readFileSync(shapesFile, 'utf8') : '{}') as Record<string, Shape>

describe('the doubles respond in the recorded structure', () => {
  test.each(comparisons.map((comparison) => [comparison.name, comparison] as const))('%s', async (name, comparison) => {
    const ours = await doubled.search(comparison)
    expect(Object.keys(ours).length).toBeGreaterThan(2)
    expect(differences(ours, shapes[name]!)).toEqual([])
  })

  test.each(Object.keys(modelWires) as (keyof typeof modelWires)[])('model %s', async (kind) => {
    const ours = await doubled.model(kind)
    expect(Object.keys(ours).length).toBeGreaterThan(5)
    expect(differences(ours, shapes[`model ${kind}`]!)).toEqual([])
  })
})

test('a field that no vendor sends, or with another type, is detected', () => {
  const theirs = getShape([{ items: [{ title: 'a', score: null }] }])
  expect(differences(getShape([{ items: [{ title: 1, votes: 2, score: 3 }] }]), theirs)).toEqual([
    'items[].title is number, in the recordings string',
    'items[].votes is not in the recordings',
  ])
})

describe(areHere ? 'the recordings' : 'the recordings are not here, so nothing below was checked', () => {
  test.skipIf(!areHere)('have the stored structure', () => {
    const recorded = recordedShapes()
    for (const [name, shape] of Object.entries(shapes)) expect(differences(shape, recorded[name]!), name).toEqual([])
  })

  /** What a runner printed. A crashed or stopped one has proved nothing. */
  function run(name: string): string {
    const ended = spawnSync(process.execPath, [path.join(home, name), root], { encoding: 'utf8', timeout: 60_000 })
    expect(ended.status, `${name} ended with ${ended.signal ?? ended.status}: ${ended.stderr.slice(-2000)}`).toBe(0)
    return ended.stdout
  }

  test.skipIf(!areHere).each([
    ['run-search.mjs', 61],
    ['run-payments.mjs', 36],
  ])('of search vendors and payments are parsed as a person reads them: %s, at least %i', (name, atLeast) => {
    const output = run(name)
    expect([...output.matchAll(/^FAIL .*$/gm)].map(([line]) => line)).toEqual([])
    const [, passed, failed] = /^(\d+) pass, (\d+) fail:/.exec(output.trimEnd().split('\n').at(-1)!) ?? []
    expect(Number(failed), 'the last line, “N pass, M fail”').toBe(0)
    expect(Number(passed)).toBeGreaterThanOrEqual(atLeast)
  })

  test.skipIf(!areHere)('of language models are parsed as a person reads them', () => {
    const [, counts = ''] = /^\{(.*)\} of \d+$/m.exec(run('run-llm.mjs')) ?? []
    // Five have two responses in one recording; three have reasoning, which is left out.
    expect(Number(/diff: (\d+)/.exec(counts)?.[1])).toBeLessThanOrEqual(8)
    expect(Number(/pass: (\d+)/.exec(counts)?.[1])).toBeGreaterThanOrEqual(350)
  })
})
