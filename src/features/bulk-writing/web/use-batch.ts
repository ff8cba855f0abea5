import { useEffect, useState } from 'react'
import type { EventOf } from '#kit/endpoint.ts'
import { api, apiUrl } from '#web/calls/api.ts'
import { startPolling } from '#web/calls/use-polling.ts'
import { useSessionRenewals } from '#web/session/use-session-renewals.ts'
import { type Batch, type BatchItem, bulkWritingContract } from '../contract.ts'
import { isOver } from '../rules/batch-status.ts'

type Events = EventOf<typeof bulkWritingContract.events>
type EventData<Name extends Events['event']> = Extract<Events, { event: Name }>['data']

const pollMs = 3000
/** Polling starts after this long without an event. A batch that writes long sections is silent for a while, which costs a call. */
const silentMs = 15_000

/** A batch as it is now: a stream that reconnects automatically, and polling while it is silent or broken. */
export function useBatch(loaded: Batch): [Batch, (batch: Batch) => void] {
  const [batch, setBatch] = useState(loaded)
  const renewals = useSessionRenewals()
  const id = loaded._id
  const active = !isOver(batch)
  useEffect(() => setBatch(loaded), [loaded])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream ends with the session; `renewals` reopens it
  useEffect(() => {
    if (!active) return
    let lastEventAt = Date.now()
    const source = new EventSource(apiUrl(`/ai/batch/events/${id}`), { withCredentials: true })
    const on = <Name extends Events['event']>(name: Name, act: (data: EventData<Name>) => void) =>
      source.addEventListener(name, (event) => {
        lastEventAt = Date.now()
        act(JSON.parse((event as MessageEvent<string>).data) as EventData<Name>)
      })
    on('item', (item) => setBatch((now) => ({ ...now, items: now.items.map((each) => replace(each, item)) })))
    on('batch', (head) => setBatch((now) => ({ ...now, ...head })))
    on('done', (head) => {
      source.close()
      setBatch((now) => ({ ...now, ...head }))
    })
    const stopPolling = startPolling(
      async (signal) => {
        if (Date.now() - lastEventAt < silentMs && source.readyState === EventSource.OPEN) return
        setBatch((await api(bulkWritingContract.get, { _id: id }, { signal })).batch)
      },
      { everyMs: pollMs },
    )
    return () => {
      source.close()
      stopPolling()
    }
  }, [id, active, renewals])
  return [batch, setBatch]
}

const replace = (before: BatchItem, now: BatchItem) => (before._id === now._id ? now : before)
