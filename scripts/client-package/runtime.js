import { calls } from './calls.js'

/** A failed call. `code`, `reason` and `field` are for programs, `message` is for people. */
export class EarshotError extends Error {
  constructor(status, body, retryAfter) {
    super(body?.message ?? `The server answered ${status}.`)
    this.name = 'EarshotError'
    this.status = status
    this.code = body?.code ?? 'internal'
    this.field = body?.field ?? null
    this.reason = body?.reason ?? null
    this.retryable = body?.retryable ?? false
    this.details = body?.details ?? null
    this.requestId = body?.request_id ?? null
    this.retryAfter = retryAfter
  }
}

export function createClient({ url, key, workspaceId, fetch: send = globalThis.fetch }) {
  const base = String(url).replace(/\/+$/, '')
  const client = {}
  for (const call of calls) {
    const path = [...call.name]
    const last = path.pop()
    let parent = client
    for (const word of path) parent = parent[word] ??= {}
    const run = (input = {}, options = {}) => perform(call, input, options)
    // A path may be a call and the beginning of others: /ai/batch and /ai/batch/get.
    parent[last] = Object.assign(run, parent[last])
  }
  return client

  function perform(call, input, options) {
    const opened = request(call, input, options)
    if (call.kind === 'events') return readEvents(opened)
    if (call.kind === 'file') return opened
    return opened.then(async (response) => {
      const { success: _, ...answer } = await response.json()
      return answer
    })
  }

  async function request(call, input, { signal, idempotencyKey } = {}) {
    const fields = { ...input }
    if (call.workspace && fields.workspace_id === undefined && workspaceId !== undefined)
      fields.workspace_id = workspaceId
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = fields[name]
      delete fields[name]
      return encodeURIComponent(String(value))
    })
    const headers = { Authorization: `Bearer ${key}` }
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    let address = base + path
    let body
    if (call.method === 'GET') {
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
      if (query.size > 0) address += `?${query}`
    } else if (call.multipart) {
      body = new FormData()
      for (const [name, value] of given) body.set(name, value instanceof Blob ? value : String(value))
    } else {
      headers['Content-Type'] = 'application/json'
      body = JSON.stringify(Object.fromEntries(given))
    }
    const response = await send(address, { method: call.method, headers, body, signal })
    if (response.ok) return response
    const answer = await response.json().catch(() => null)
    throw new EarshotError(response.status, answer?.error, Number(response.headers.get('retry-after')) || null)
  }
}

/** Server-Sent Events with one line of JSON each. An `error` event is thrown. */
async function* readEvents(opened) {
  const { body } = await opened
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const parts = text.split('\n\n')
      text = parts.pop()
      for (const part of parts) {
        const event = /^event: (.*)$/m.exec(part)?.[1]
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (event === undefined || data === undefined) continue
        if (event === 'error') throw new EarshotError(200, JSON.parse(data), null)
        yield { event, data: JSON.parse(data) }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
