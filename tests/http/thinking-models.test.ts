import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aiContentContract, templateNames } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { type LanguageModels, type ModelWire, startLanguageModels, wires } from '../doubles/language-models.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { openEvents } from '../support/sse-client.ts'

/** Models that think before they write, through every wire format: each template gets its text, for one credit. */

let server: TestServer
let model: LanguageModels
beforeAll(async () => {
  model = await startLanguageModels()
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  await model.close()
})
afterEach(() => {
  model.setThinking(null)
  model.setFault(null)
  model.setAnswer(null)
})

/** An account whose workspace has the model's double as its own model. */
async function createAccount(wire: ModelWire) {
  const account = await server.signUp('pro')
  const { LLM_PROVIDER, LLM_BASE_URL, LLM_API_KEY, LLM_MODEL } = model.settingsFor(wire)
  await account.call(aiContentContract.saveModel, {
    workspace_id: account.workspaceId,
    provider: LLM_PROVIDER as 'openai',
    base_url: LLM_BASE_URL!,
    api_key: LLM_API_KEY!,
    model: LLM_MODEL!,
  })
  const used = async () => (await account.call(authContract.userdata, {})).user.usage.ai
  const write = async (template: (typeof templateNames)[number]) => {
    const { item } = await account.call(aiContentContract.new, {
      workspace_id: account.workspaceId,
      template,
      title: 'Cold brew coffee',
      keywords: ['cold brew coffee'],
      outline: [{ type: 'h2', text: 'What it is' }],
      text: 'Cold brew coffee steeps in cold water for twelve hours.',
    })
    const events = await (await openEvents(server.url, aiContentContract.stream, { _id: item._id }, account.token)).all
    const saved = (await account.call(aiContentContract.single, { _id: item._id })).item
    return { events, saved }
  }
  return { used, write }
}

describe.each(wires)('over the %s wire format', (wire) => {
  test.each([1500, 6000])('all templates get their text from a model that thinks %i tokens', async (tokens) => {
    const { used, write } = await createAccount(wire)
    model.setThinking({ tokens })
    const failed: string[] = []
    for (const template of templateNames) {
      const { events, saved } = await write(template)
      const [first] = events
      if (events.at(-1)?.event !== 'done' || saved.words === 0 || first?.event !== 'thinking')
        failed.push(`${template}: ${JSON.stringify(events.at(-1))}`)
    }
    expect(failed).toEqual([])
    expect(templateNames).toHaveLength(14)
    expect(await used()).toBe(14)
  })

  test('a second request with more room costs no second credit', async () => {
    const { used, write } = await createAccount(wire)
    model.setThinking({ tokens: 12_000, hidden: true })
    const { events, saved } = await write('social_post')
    expect(events.at(-1)?.event).toBe('done')
    expect(saved.words).toBeGreaterThan(0)
    const { output_tokens } = events.find(({ event }) => event === 'usage')!.data
    expect(output_tokens).toBeGreaterThan(20_000)
    expect(await used()).toBe(1)
  })

  test('thinking without an end costs no credit', async () => {
    const { used, write } = await createAccount(wire)
    model.setThinking({ tokens: 1_000_000, hidden: true })
    const { events } = await write('social_post')
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { reason: 'model_empty_response', retryable: false },
    })
    expect(await used()).toBe(0)
  })
})
