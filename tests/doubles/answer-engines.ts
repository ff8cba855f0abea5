import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The APIs of assistants that search, one wire each, as their pages describe them. What an engine answers is planned by a test: for each
 * prompt how likely it names and cites a brand.
 */

export type EngineName = 'openai' | 'anthropic' | 'google' | 'perplexity' | 'dataforseo_chatgpt' | 'dataforseo_gemini'

export type PlannedAnswer = { text: string; urls: string[] }
export type EngineFault = { status: number; times?: number } | { kind: 'early' | 'hang'; times?: number }

type Logged = { engine: EngineName; prompt: string; body: Record<string, unknown>; costUsd: number }

export async function startAnswerEngines() {
  const log: Logged[] = []
  const faults = new Map<EngineName, { fault: EngineFault; left: number }>()
  let answer = (_engine: EngineName, prompt: string, _n: number): PlannedAnswer => ({
    text: `About ${prompt}.`,
    urls: [],
  })
  let models: Partial<Record<EngineName, string>> = {}

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const json = JSON.parse(Buffer.concat(parts).toString() || 'null')
    const engine = getEngine(request.url ?? '')
    if (!engine) return void response.writeHead(404).end('{}')
    const send = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!isSignedIn(engine, request)) return send(401, { error: { message: 'Invalid key' } })
    const wire = wires[engine]
    const prompt = wire.getPrompt(json)
    const set = faults.get(engine)
    if (set && --set.left <= 0) faults.delete(engine)
    const fault = set?.fault
    const failed = fault && 'status' in fault
    const model = models[engine] ?? wire.model
    const planned = answer(engine, prompt, log.filter((one) => one.engine === engine && one.prompt === prompt).length)
    log.push({ engine, prompt, body: json, costUsd: failed ? 0 : wire.costUsd })
    if (failed) return send(fault.status, { error: { message: 'Failed' } })
    if (fault && 'kind' in fault && fault.kind === 'hang') return void request.socket.once('close', () => undefined)
    send(200, wire.answer(planned, model, fault !== undefined))
  }

  return {
    url,
    settings: Object.fromEntries(
      Object.entries(keys).flatMap(([name, key]) => [
        [`${name.toUpperCase()}_ANSWERS_URL`, url],
        [`${name.toUpperCase()}_ANSWERS_KEY`, key],
      ]),
    ),
    log,
    plan(next: typeof answer) {
      answer = next
    },
    setModel(engine: EngineName, model: string) {
      models = { ...models, [engine]: model }
    },
    setFault: (engine: EngineName, fault: EngineFault | null) =>
      void (fault
        ? faults.set(engine, { fault, left: fault.times ?? Number.POSITIVE_INFINITY })
        : faults.delete(engine)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const keys: Record<EngineName, string> = {
  openai: 'sk-double',
  anthropic: 'sk-ant-double',
  google: 'google-double',
  perplexity: 'pplx-double',
  dataforseo_chatgpt: 'login:password',
  dataforseo_gemini: 'login:password',
}

function getEngine(path: string): EngineName | null {
  if (path === '/v1/responses') return 'openai'
  if (path === '/v1/messages') return 'anthropic'
  if (/^\/v1beta\/models\/[^/]+:generateContent$/.test(path)) return 'google'
  if (path === '/v1/agent') return 'perplexity'
  const product = /^\/v3\/ai_optimization\/(chat_gpt|gemini)\/llm_responses\/live$/.exec(path)?.[1]
  return product === 'chat_gpt' ? 'dataforseo_chatgpt' : product ? 'dataforseo_gemini' : null
}

function isSignedIn(engine: EngineName, { headers }: IncomingMessage) {
  const key = keys[engine]
  if (engine === 'anthropic') return headers['x-api-key'] === key && headers['anthropic-version'] === '2023-06-01'
  if (engine === 'google') return headers['x-goog-api-key'] === key
  if (engine.startsWith('dataforseo')) return headers.authorization === `Basic ${Buffer.from(key).toString('base64')}`
  return headers.authorization === `Bearer ${key}`
}

type Wire = {
  model: string
  costUsd: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever a caller sends is read here.
  getPrompt(body: any): string
  answer(planned: PlannedAnswer, model: string, endsEarly: boolean): object
}

const dataForSeo = (model: string): Wire => ({
  model,
  costUsd: 0.0066,
  getPrompt: ([task]) => task.user_prompt,
  answer: ({ text, urls }, model_name, endsEarly) => ({
    status_code: 20000,
    status_message: 'Ok.',
    cost: 0.0066,
    tasks: [
      {
        id: 'double',
        status_code: endsEarly ? 40501 : 20000,
        status_message: endsEarly ? 'Invalid Field.' : 'Ok.',
        cost: 0.0066,
        result: [
          {
            model_name,
            input_tokens: 40,
            output_tokens: 200,
            web_search: true,
            money_spent: 0.006,
            datetime: '2026-11-20 10:00:00 +00:00',
            items: [
              {
                type: 'message',
                sections: [{ type: 'text', text, annotations: urls.map((url) => ({ title: 'A page', url })) }],
              },
            ],
          },
        ],
      },
    ],
  }),
})

const wires: Record<EngineName, Wire> = {
  openai: {
    model: 'gpt-6.1-terra-2026-10-01',
    // 4,000 tokens in, 800 out, one search: the price of gpt-6.1-terra.
    costUsd: 0.018,
    getPrompt: ({ input }) => input,
    answer: ({ text, urls }, model, endsEarly) => ({
      id: 'resp_double',
      object: 'response',
      status: endsEarly ? 'incomplete' : 'completed',
      incomplete_details: endsEarly ? { reason: 'max_output_tokens' } : null,
      model,
      output: [
        {
          id: 'ws_1',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'a query', sources: urls.map((url) => ({ type: 'url', url })) },
        },
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text,
              annotations: urls.map((url) => ({
                type: 'url_citation',
                url,
                title: 'A page',
                start_index: 0,
                end_index: 1,
              })),
            },
          ],
        },
      ],
      usage: { input_tokens: 4000, output_tokens: 800, total_tokens: 4800 },
    }),
  },
  anthropic: {
    model: 'claude-haiku-5-5',
    // 5,000 tokens in, 1,000 out, one search: the price of claude-haiku-5-5.
    costUsd: 0.011,
    getPrompt: ({ messages }) => messages[0].content,
    answer: ({ text, urls }, model, endsEarly) => ({
      id: 'msg_double',
      type: 'message',
      role: 'assistant',
      model,
      stop_reason: endsEarly ? 'pause_turn' : 'end_turn',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'a query' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: urls.map((url) => ({ type: 'web_search_result', url, title: 'A page', encrypted_content: 'x' })),
        },
        {
          type: 'text',
          text,
          citations: urls.map((url) => ({
            type: 'web_search_result_location',
            url,
            title: 'A page',
            cited_text: 'A page',
            encrypted_index: 'x',
          })),
        },
      ],
      usage: { input_tokens: 5000, output_tokens: 1000, server_tool_use: { web_search_requests: 1 } },
    }),
  },
  google: {
    model: 'gemini-3.5-flash-lite',
    // 100 tokens in, 1,000 out, one query: the price of gemini-3.5-flash-lite.
    costUsd: 0.01653,
    getPrompt: ({ contents }) => contents[0].parts[0].text,
    answer: ({ text, urls }, modelVersion, endsEarly) => ({
      modelVersion,
      candidates: [
        {
          finishReason: endsEarly ? 'MAX_TOKENS' : 'STOP',
          content: { role: 'model', parts: [{ text }] },
          groundingMetadata: {
            webSearchQueries: ['a query'],
            groundingChunks: urls.map((url) => ({
              web: {
                uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${Buffer.from(url).toString('base64url')}`,
                title: new URL(url).hostname,
              },
            })),
          },
        },
      ],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 900, thoughtsTokenCount: 100 },
    }),
  },
  perplexity: {
    model: 'perplexity/sonar',
    costUsd: 0.0058,
    getPrompt: ({ input }) => input,
    answer: ({ text, urls }, model, endsEarly) => ({
      id: 'resp_double',
      object: 'response',
      model,
      status: endsEarly ? 'failed' : 'completed',
      error: endsEarly ? { message: 'The model ended the run', type: 'internal_error' } : null,
      output: [
        {
          type: 'search_results',
          queries: ['double'],
          // The last one was found, but isn't cited.
          results: [...urls, 'https://found.example/only'].map((url, at) => ({
            ...{ id: at + 1, url, title: 'A page', snippet: '', date: null, source: 'web' },
          })),
        },
        ...(endsEarly
          ? []
          : [
              {
                id: 'msg_double',
                type: 'message',
                role: 'assistant',
                status: 'completed',
                content: [
                  {
                    type: 'output_text',
                    text: `${text}${urls.map((_, at) => ` [${at + 1}]`).join('')}`,
                    annotations: [],
                  },
                ],
              },
            ]),
      ],
      usage: {
        input_tokens: 5200,
        output_tokens: 800,
        total_tokens: 6000,
        tool_calls_details: { search_web: { invocation: 1 } },
        cost: { currency: 'USD', input_cost: 0.0013, output_cost: 0.002, tool_calls_cost: 0.0025, total_cost: 0.0058 },
      },
    }),
  },
  dataforseo_chatgpt: dataForSeo('gpt-4.1-mini'),
  dataforseo_gemini: dataForSeo('gemini-2.5-flash'),
}
