import type { Dispatcher } from 'undici'
import type { Voice } from './model-fault.ts'
import type { ModelFacts } from './port.ts'
import { getFields, type Wire } from './wire-format.ts'

const describeMs = 3000
const maxDescriptionBytes = 1_000_000

type Access = {
  address: { origin: string; path: string }
  dispatcher: Dispatcher
  userAgent: string
  voice: Voice
  log: { warn(fields: object, message: string): void } | undefined
  signal: AbortSignal
}

/** What the vendor's list of models says of one. Null if it says nothing or doesn't answer in time. */
export async function describeModel(
  request: ReturnType<NonNullable<Wire['describe']>>,
  { address, dispatcher, userAgent, voice, log, signal }: Access,
): Promise<ModelFacts | null> {
  try {
    const url = new URL(address.origin + address.path + request.path)
    const { statusCode, body } = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'application/json', 'user-agent': userAgent, ...request.headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(describeMs)]),
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body) {
      length += chunk.length
      if (length > maxDescriptionBytes) return null
      chunks.push(chunk)
    }
    return statusCode === 200 ? request.read(getFields(JSON.parse(Buffer.concat(chunks).toString('utf8')))) : null
  } catch (error) {
    const { provider, model } = voice
    log?.warn({ provider, model, err: error }, 'The list of models does not describe this one')
    return null
  }
}
