import { createHmac, randomUUID } from 'node:crypto'

/** A Coinbase webhook event; a retry has the same id and body. */
export type CoinbaseEvent = { id: string; type: string; body: string }

/** Signed webhooks, which a test can hold back and repeat. */
export function createWebhooks() {
  const webhookSecret = randomUUID()
  const events: CoinbaseEvent[] = []
  let webhookUrl: string | null = null
  let held: CoinbaseEvent[] | null = null
  let copies = 1

  /** Headers and body of one delivery, signed at the given time, by default now. */
  function signed({ id, type, body }: CoinbaseEvent, { at = new Date(), secret = String(webhookSecret) } = {}) {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-event-id': id,
      'x-event-type': type,
    }
    const time = Math.floor(at.getTime() / 1000)
    const names = Object.keys(headers)
    const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const v1 = mac(`${time}.${names.join(' ')}.${names.map((name) => headers[name]).join('.')}.${body}`)
    headers['x-hook0-signature'] = `t=${time},v0=${mac(`${time}.${body}`)},h=${names.join(' ')},v1=${v1}`
    return { headers, body }
  }

  async function deliver(event: CoinbaseEvent): Promise<number | null> {
    if (!webhookUrl) return null
    return (await fetch(webhookUrl, { method: 'POST', ...signed(event) })).status
  }

  return {
    webhookSecret,
    events,
    signed,
    deliver,

    async emit(type: string, checkout: object) {
      const event = { id: randomUUID(), type, body: JSON.stringify({ ...checkout, eventType: type }) }
      events.push(event)
      if (held) held.push(event)
      else await Promise.all(Array.from({ length: copies }, () => deliver(event)))
      return event
    },

    /** The webhook URL of the subscription; without one no events are sent. */
    tell(to: string | null) {
      webhookUrl = to
    },
    /** How many copies of each event are delivered, in parallel. */
    tellTimes(times: number) {
      copies = times
    },
    /** Holds events back, for the test to deliver in any order. */
    hold() {
      held = []
      return held
    },
  }
}
