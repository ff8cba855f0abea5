import { api, apiUrl } from '#web/calls/api.ts'
import { liveContract } from '../../contract-live.ts'
import type { LiveEvent, LiveTransport } from './live-transport.ts'

const eventNames = ['changed', 'session', 'updates', 'people', 'carets'] as const
/** Failed connections after which changes of the document are followed without the people in it, such as when there are too many. */
const maxFailures = 3

export function createBrowserTransport(documentId: string, client: string): LiveTransport {
  const common = { _id: documentId, client }
  let failures = 0
  return {
    join: async (input) => (await api(liveContract.join, { ...common, ...input })).session,
    update: (epoch, update) => api(liveContract.update, { ...common, epoch, update }),
    presence: (caret) => api(liveContract.presence, { ...common, caret }),
    open({ epoch, after }, on) {
      const isRefused = failures >= maxFailures
      const query = new URLSearchParams({ client, ...(epoch ? { epoch, after: String(after) } : {}) })
      const url = isRefused ? `/ai/events/${documentId}` : `/ai/live/${documentId}?${query}`
      const source = new EventSource(apiUrl(url), { withCredentials: true })
      for (const name of isRefused ? (['changed'] as const) : eventNames)
        source.addEventListener(name, (message) => {
          failures = isRefused ? failures : 0
          const data: unknown = JSON.parse((message as MessageEvent<string>).data)
          on.event({ event: name, data } as LiveEvent)
        })
      source.onerror = () => {
        // The browser would go on with the old position.
        const wasRefused = source.readyState === EventSource.CLOSED
        source.close()
        // After a connection of the other kind, it's tried again.
        if (isRefused) failures = 0
        else if (wasRefused) failures++
        on.closed()
      }
      return () => source.close()
    },
  }
}
