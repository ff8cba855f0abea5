import { useEffect, useRef } from 'react'
import type { EventOf } from '#kit/endpoint.ts'
import { api, apiUrl } from '#web/calls/api.ts'
import { startPolling } from '#web/calls/use-polling.ts'
import { useSessionRenewals } from '#web/session/use-session-renewals.ts'
import { reportsContract } from '../../contract.ts'
import { isActive } from '../report-labels.ts'
import type { ReportStore } from './report-store.ts'

type Events = EventOf<typeof reportsContract.events>
type EventData<Name extends Events['event']> = Extract<Events, { event: Name }>['data']

const pollMs = 1500
/** Polling starts after this long without an event. */
const silentMs = 6000

/**
 * Follows a report at work: a stream of events that reconnects automatically, and while it is silent or broken the plain
 * call instead (polling), so that progress arrives even through proxies that buffer streams.
 */
export function useProgressStream(id: string, active: boolean, store: ReportStore, onEnd: () => void) {
  const ended = useRef(onEnd)
  ended.current = onEnd
  const renewals = useSessionRenewals()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream ends with the session; `renewals` reopens it
  useEffect(() => {
    if (!active) return
    let over = false
    let lastEventAt = Date.now()
    const source = new EventSource(apiUrl(`/reports/events/${id}`), { withCredentials: true })

    const finish = () => {
      if (over) return
      over = true
      source.close()
      stopPolling()
      ended.current()
    }
    const on = <Name extends Events['event']>(name: Name, act: (data: EventData<Name>) => void) =>
      source.addEventListener(name, (event) => {
        lastEventAt = Date.now()
        act(JSON.parse((event as MessageEvent<string>).data) as EventData<Name>)
      })
    on('source', (state) => store.source(state))
    on('rows', ({ total, latest, progress }) => {
      store.rows(total, latest)
      store.progress({ progress })
    })
    // The final state comes from reloading the whole report: until then the head stays active.
    on('stage', ({ stage, progress, status }) =>
      isActive({ status }) ? store.progress({ stage, progress, status }) : finish(),
    )
    on('done', finish)
    on('failed', finish)

    const stopPolling = startPolling(
      async (signal) => {
        if (Date.now() - lastEventAt < silentMs && source.readyState === EventSource.OPEN) return
        const now = await api(reportsContract.checkstatus, { _id: id }, { signal })
        if (over) return
        if (now.status && !isActive({ status: now.status })) finish()
        else store.progress(now)
      },
      { everyMs: pollMs },
    )
    return () => {
      over = true
      source.close()
      stopPolling()
    }
  }, [id, active, store, renewals])
}
