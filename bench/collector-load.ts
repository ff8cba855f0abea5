/**
 * Load on a collector, from a separate process: requests of 20 messages over open connections, each sent when the one before
 * was answered. Written on sockets, so that it takes little of the machine that is measured. Ids are random, as browsers'.
 *
 *   node bench/collector-load.ts <url> <public key> <workspace id> <connections> <seconds> [requests a second, 0: as fast as answered]
 *
 * Prints one line of JSON: {requests, messages, seconds, refused, p50, p99, max} with milliseconds.
 */
import { randomFillSync } from 'node:crypto'
import { connect } from 'node:net'

export const messagesPerRequest = 20
const path = '/v1/public/batch'
const emptyId = '00000000-0000-4000-8000-000000000000'

const [url = '', publicKey = '', workspaceId = '', connections = '32', seconds = '5', perSecond = '0'] =
  process.argv.slice(2)

function template() {
  const address = 'https://example.com/blog/how-to-listen?from=newsletter'
  const messages = Array.from({ length: messagesPerRequest }, (_, at) => ({
    message_id: emptyId,
    type: at % 4 === 0 ? 'page' : 'event',
    uid: `user-${emptyId.slice(-6)}`,
    alias: emptyId,
    ...(at % 4 === 0 ? {} : { event: ['Report made', 'Report opened', 'Export', 'Row picked'][at % 4] }),
    properties: { plan: 'pro', rows: 1234, from: 'menu', list: ['a', 'b'], dark: true },
    location: {
      address,
      path: '/blog/how-to-listen',
      query: '?from=newsletter',
      host: 'example.com',
      origin: 'https://example.com',
      referrer: 'https://search.example/',
    },
    timestamp: new Date().toISOString(),
  }))
  const body = JSON.stringify({ public_key: publicKey, workspace_id: workspaceId, messages })
  const host = new URL(url).host
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
  const bytes = Buffer.from(head + body)
  const places: number[] = []
  for (let at = bytes.indexOf(`"message_id":"${emptyId}"`); at !== -1; ) {
    places.push(at + 14)
    at = bytes.indexOf(`"message_id":"${emptyId}"`, at + 1)
  }
  // One browser per request: all messages of a request share its alias and user.
  const aliases: number[] = []
  for (let at = bytes.indexOf(`"alias":"${emptyId}"`); at !== -1; at = bytes.indexOf(`"alias":"${emptyId}"`, at + 1))
    aliases.push(at + 9)
  const users: number[] = []
  for (let at = bytes.indexOf('"uid":"user-'); at !== -1; at = bytes.indexOf('"uid":"user-', at + 1))
    users.push(at + 12)
  return { bytes, places, aliases, users }
}

const hex = Buffer.from('0123456789abcdef')
const random = Buffer.alloc(16 * 1024)
let used = random.length
/** 32 random hexadecimal digits in the places of a UUID. */
function writeId(into: Buffer, at: number) {
  if (used + 16 > random.length) {
    randomFillSync(random)
    used = 0
  }
  let place = at
  for (let byte = 0; byte < 16; byte++) {
    if (byte === 4 || byte === 6 || byte === 8 || byte === 10) place++
    const value = random[used++]!
    into[place++] = hex[value >> 4]!
    into[place++] = hex[value & 15]!
  }
}

const latencies: number[] = []
let refused = 0
let requests = 0
const { bytes, places, aliases, users } = template()
const target = new URL(url)
const started = performance.now()
const until = started + Number(seconds) * 1000
/** With a given rate each connection keeps to its own timetable; a late answer counts from when it was due. */
const everyMs = Number(perSecond) > 0 ? (1000 * Number(connections)) / Number(perSecond) : 0

function drive(index: number) {
  return new Promise<void>((resolve, reject) => {
    const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    const mine = Buffer.from(bytes)
    const user = String((index * 7919) % 1_000_000).padStart(6, '0')
    for (const at of users) mine.write(user, at)
    let due = started + (everyMs * index) / Number(connections)
    let sent = 0
    const send = () => {
      for (const at of places) writeId(mine, at)
      if (requests % 5 === 0) {
        writeId(mine, aliases[0]!)
        for (const at of aliases.slice(1)) mine.copy(mine, at, aliases[0]!, aliases[0]! + emptyId.length)
      }
      sent = everyMs > 0 ? due : performance.now()
      socket.write(mine)
    }
    const next = () => {
      const now = performance.now()
      if (now >= until) return socket.end(() => resolve())
      if (everyMs === 0) return send()
      due += everyMs
      if (due <= now) send()
      else setTimeout(send, due - now)
    }
    socket.on('connect', next)
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const headEnd = answer.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      if (answer.length < headEnd + 4 + length) return
      if (answer.startsWith('HTTP/1.1 202')) {
        requests++
        latencies.push(performance.now() - sent)
      } else refused++
      answer = answer.slice(headEnd + 4 + length)
      next()
    })
    socket.on('error', reject)
  })
}

await Promise.all(Array.from({ length: Number(connections) }, (_, index) => drive(index)))
const took = (performance.now() - started) / 1000
latencies.sort((a, b) => a - b)
const at = (part: number) =>
  Math.round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))]! * 10) / 10
console.log(
  JSON.stringify({
    requests,
    messages: requests * messagesPerRequest,
    seconds: took,
    refused,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }),
)
