import { randomUUID } from 'node:crypto'
import { createParser } from 'eventsource-parser'
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs'
import { liveContract } from '../../src/features/ai-content/contract-live.ts'
import { createLiveProvider, type LiveProvider } from '../../src/features/ai-content/web/live/live-provider.ts'
import { createLiveStream } from '../../src/features/ai-content/web/live/live-stream.ts'
import { type LiveEvent, type LiveTransport, toBase64 } from '../../src/features/ai-content/web/live/live-transport.ts'
import { createClient, requestFor } from '../../src/kit/client.ts'

/** The browser's part of live editing, with `fetch` in place of EventSource and a Yjs doc in place of an editor. */

type Server = { url: string; token: string }

export function createFetchTransport(
  server: () => Server,
  documentId: string,
  client: string = randomUUID(),
): LiveTransport {
  const call: ReturnType<typeof createClient> = (endpoint, input) =>
    createClient({ baseUrl: server().url, headers: () => ({ Authorization: `Bearer ${server().token}` }) })(
      endpoint,
      input,
    )
  return {
    join: async (input) => (await call(liveContract.join, { _id: documentId, client, ...input })).session,
    update: (epoch, update) => call(liveContract.update, { _id: documentId, client, epoch, update }),
    presence: (caret) => call(liveContract.presence, { _id: documentId, client, caret }),
    open({ epoch, after }, on) {
      const leaving = new AbortController()
      const parser = createParser({
        onEvent: ({ event, data }) => on.event({ event, data: JSON.parse(data) } as LiveEvent),
      })
      const { path } = requestFor(liveContract.follow, { id: documentId, client, ...(epoch ? { epoch, after } : {}) })
      void (async () => {
        try {
          const response = await fetch(`${server().url}${path}`, {
            headers: { Authorization: `Bearer ${server().token}` },
            signal: leaving.signal,
          })
          if (response.ok)
            for await (const text of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(text)
        } catch {
          // The connection broke off.
        }
        on.closed()
      })()
      return () => leaving.abort()
    },
  }
}

/** A doc whose only paragraph has this text, as an update. */
export function makeSeed(text: string): string {
  const doc = new Doc()
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText(text)])
  doc.getXmlFragment('text').insert(0, [paragraph])
  return toBase64(encodeStateAsUpdate(doc))
}

export const getParagraph = (doc: Doc) => (doc.getXmlFragment('text').get(0) as XmlElement).get(0) as XmlText

/** Someone who has a document open, and joins its session. */
export async function openLiveClient(
  server: () => Server,
  documentId: string,
  {
    version,
    seed = makeSeed('Cold brew.'),
    client = randomUUID(),
    batchMs = 20,
  }: { version: number; seed?: string; client?: string; batchMs?: number },
) {
  const transport = createFetchTransport(server, documentId, client)
  const events: LiveEvent[] = []
  const ends: { hasUnsent: boolean; reason: string }[] = []
  const doc = new Doc()
  let provider: LiveProvider | null = null
  const stream = createLiveStream({
    open: transport.open,
    onEvent(event) {
      events.push(event)
      provider?.receive(event)
    },
  })
  const session = (await transport.join({ version })) ?? (await transport.join({ version, seed }))!
  provider = createLiveProvider({
    doc,
    session,
    send: transport.update,
    onEnded: (end) => ends.push(end),
    batchMs,
    retryMs: 50,
  })
  stream.follow({ epoch: session.epoch, after: session.seq })
  return {
    client,
    doc,
    session,
    transport,
    provider,
    stream,
    events,
    ends,
    last: <Name extends LiveEvent['event']>(name: Name) =>
      events.findLast((event) => event.event === name)?.data as Extract<LiveEvent, { event: Name }>['data'] | undefined,
    text: () => getParagraph(doc).toString(),
    close() {
      provider.stop()
      stream.close()
    },
  }
}
