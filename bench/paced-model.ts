/**
 * A language model double that uses little processor time: OpenAI's wire format, one event per token and one write per event,
 * straight to the sockets, with one clock for all streams. Five hundred streams of the tests' double would take most of a
 * processor that the measured server needs. Each token is the time it was sent, the last digits of the milliseconds since 1970,
 * so it is about as long as a word.
 *
 *   node bench/paced-model.ts --pace 50 --stamps 1000
 */
import { createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { port: { type: 'string' }, pace: { type: 'string' }, stamps: { type: 'string' } },
})
const [everyMs, count] = [1000 / Number(values.pace ?? 50), Number(values.stamps ?? 1000)]

type Stream = { socket: Socket; sent: number; startedAt: number }
const streams = new Set<Stream>()

const head =
  'data: {"id":"chatcmpl-1","created":1700000000,"model":"double-1","object":"chat.completion.chunk","system_fingerprint":null,"choices":'
const event = (delta: string, reason: string) =>
  `${head}[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}]}\n\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const now = () => ((performance.timeOrigin + performance.now()) % 1e7).toFixed(1).padStart(9, '0')

const opening = [
  'HTTP/1.1 200 OK',
  'Content-Type: text/event-stream; charset=utf-8',
  'Cache-Control: no-cache',
  'Connection: keep-alive',
  'Transfer-Encoding: chunked',
  '',
  chunk(event('{"role":"assistant","content":""}', 'null')),
].join('\r\n')
// All stamps are of one length, so that only they differ. A paragraph has a hundred tokens.
const around = (gap: string) =>
  chunk(event(JSON.stringify({ content: gap + now() }), 'null')).split(/\d{7}\.\d/) as [string, string]
const [inside, opens] = [around(' '), around('\n\n')]
const usage = `${head}[],"usage":{"prompt_tokens":100,"completion_tokens":${count},"total_tokens":${count + 100}}}\n\n`
const ending = `${chunk(event('{}', '"stop"'))}${chunk(`${usage}data: [DONE]\n\n`)}0\r\n\r\n`

/** Each stream's next token, where it is due. Who is late sends one at a time like all others. */
function tick() {
  const at = performance.now()
  let late = false
  for (const stream of streams) {
    const due = Math.min(count, Math.floor((at - stream.startedAt) / everyMs) + 1)
    if (stream.sent >= due) continue
    const [start, end] = stream.sent % 100 === 99 ? opens : inside
    stream.socket.write(start + now() + end, 'latin1')
    if (++stream.sent < due) late = true
    if (stream.sent < count) continue
    stream.socket.write(ending, 'latin1')
    streams.delete(stream)
  }
  if (late) setImmediate(tick)
  else setTimeout(tick, 2)
}

const server = createServer({ noDelay: true }, (socket) => {
  let asked = ''
  let stream: Stream | null = null
  socket.setEncoding('latin1').on('data', (text: string) => {
    asked += text
    const end = asked.indexOf('\r\n\r\n')
    const length = Number(/^content-length: *(\d+)/im.exec(asked)?.[1])
    if (end < 0 || asked.length < end + 4 + length) return
    asked = asked.slice(end + 4 + length)
    stream = { socket, sent: 0, startedAt: performance.now() }
    socket.write(opening, 'latin1')
    streams.add(stream)
  })
  socket.on('close', () => stream && streams.delete(stream))
  socket.on('error', () => undefined)
})
server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(
    `LLM_PROVIDER=openai-compatible\nLLM_BASE_URL=http://127.0.0.1:${port}/v1\nLLM_API_KEY=double-model-key\nLLM_MODEL=double-1`,
  )
  tick()
})
