import { createSocket, type RemoteInfo } from 'node:dgram'
import { type Answer, type DecodedPacket, decode, encode, type Packet } from 'dns-packet'

/** A DNS server over UDP on its own port; the test sets its records. */

type Type = 'CNAME' | 'TXT' | 'A' | 'AAAA'
type Trouble = 'SERVFAIL' | 'REFUSED' | 'silence'

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
const authoritative = 1 << 10
const recursionAvailable = 1 << 7

export type NameServer = Awaited<ReturnType<typeof startNameServer>>

export async function startNameServer() {
  const records = new Map<string, Map<Type, string[]>>()
  const troubles = new Map<string, Trouble>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const query = decode(message)
    const question = query.questions?.[0]
    if (!question) return
    const name = question.name.toLowerCase()
    asked.push(`${question.type} ${name}`)
    const trouble = troubles.get(name)
    if (trouble === 'silence') return
    const reply = trouble ? packet(query, codes[trouble], []) : answer(query, name, question.type as Type)
    socket.send(encode(reply), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))

  function answer(query: DecodedPacket, name: string, type: Type): Packet {
    if (!records.has(name)) return packet(query, codes.NXDOMAIN, [])
    const answers: Answer[] = []
    // Follows aliases like a resolver: returns the CNAME and the records at its end.
    for (let at: string | undefined = name, step = 0; at && step < 8; step++) {
      const held: Map<Type, string[]> | undefined = records.get(at)
      for (const value of held?.get(type) ?? []) answers.push(getRecord(at, type, value))
      const alias: string | undefined = type === 'CNAME' ? undefined : held?.get('CNAME')?.[0]
      if (alias) answers.push(getRecord(at, 'CNAME', alias))
      at = alias
    }
    return packet(query, codes.NOERROR, answers)
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** `CNAME name`, … in the order of the queries. */
    asked,
    set(name: string, type: Type, ...values: string[]) {
      const held = records.get(name) ?? new Map<Type, string[]>()
      held.set(type, values)
      records.set(name, held)
    },
    clear(name: string) {
      records.delete(name)
    },
    /** Makes queries for this name fail; null ends that. */
    trouble(name: string, trouble: Trouble | null) {
      if (trouble) troubles.set(name, trouble)
      else troubles.delete(name)
    },
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  }
}

const getRecord = (name: string, type: Type, data: string): Answer => ({ type, name, ttl: 60, data }) as Answer

const packet = (query: DecodedPacket, code: number, answers: Answer[]): Packet => ({
  type: 'response',
  id: query.id,
  flags: authoritative | recursionAvailable | code,
  questions: query.questions,
  answers,
})
