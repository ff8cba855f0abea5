import { analyticsContract } from '../../src/features/analytics/contract.ts'
import { statusContract } from '../../src/features/status/contract.ts'
import { storedXss } from './stored-xss.ts'
import { packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Events from browsers, which anyone can send, and status messages of the installation. */
export async function writeEvents(writer: Writer) {
  const { call, anonymous, each } = writer
  const keys = await anonymous(analyticsContract.client, {})
  const element = packed('el', 190)
  const messages = packed('ev', 190).map((event, at) => ({
    message_id: `${packed('ei', 150)[0]} ${at}`,
    type: 'event' as const,
    uid: packed('eu', 190)[at % 10]!,
    alias: packed('ea', 190)[at % 10]!,
    group_id: packed('eg', 190)[at % 10]!,
    event,
    properties: { [`ep${at} <img src=x onerror=pwned()>`]: storedXss[at % storedXss.length]! },
    traits: { plan: storedXss[at % storedXss.length]! },
    location: {
      address: `javascript:pwned()//${element[at % element.length]}`,
      path: element[at % element.length]!,
      query: element[at % element.length]!,
      host: element[at % element.length]!,
      origin: element[at % element.length]!,
      referrer: `javascript:pwned()//${element[at % element.length]}`,
    },
    timestamp: new Date().toISOString(),
  }))
  await anonymous(analyticsContract.batch, { public_key: keys.public_key, workspace_id: keys.workspace_id, messages })

  const incidents = packed('ic', 200)
  await each(incidents, (title, at) =>
    call(statusContract.incidentAdd, { title, message: packed('iu', 2000)[at % packed('iu', 2000).length]! }),
  )
}
