import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { Pages } from '#web/pagination.tsx'
import { useCall } from '#web/use-call.ts'
import { type Delivery, type Listener, listenersContract } from '../contract.ts'
import { listenerErrorTexts } from './error-texts.ts'

export type DeliveriesPanelProps = {
  listener: Listener
  deliveries: { items: Delivery[]; total: number; page: number; limit: number }
  editor: boolean
  onSent: () => void
}

const stateWords: Record<Delivery['state'], [label: string, tone: BadgeTone]> = {
  waiting: ['pending', 'plain'],
  sending: ['sending', 'plain'],
  delivered: ['delivered', 'good'],
  failed: ['failed', 'bad'],
  unclear: ['unconfirmed', 'warn'],
}

/** Webhook deliveries with their responses. */
export function DeliveriesPanel({ listener, deliveries, editor, onSent }: DeliveriesPanelProps) {
  if (deliveries.items.length === 0)
    return (
      <EmptyState title="No deliveries yet." className="border-0">
        Runs with new or lost keywords are sent to your webhook. Deliveries are kept for 30 days.
      </EmptyState>
    )
  return (
    <>
      <ul aria-label="Deliveries" className="max-w-200 border-line border-t">
        {deliveries.items.map((one) => (
          <Line key={one._id} listener={listener} delivery={one} editor={editor} onSent={onSent} />
        ))}
      </ul>
      <Pages page={deliveries.page} limit={deliveries.limit} total={deliveries.total} what="deliveries" />
      <p className="pt-3 text-ink-3 text-xs">
        Deliveries without a 2xx response are retried for a day, first after 15 seconds, then at growing intervals.
        Every retry has the same body and Earshot-Delivery header.
      </p>
    </>
  )
}

function Line({
  listener,
  delivery,
  editor,
  onSent,
}: {
  listener: Listener
  delivery: Delivery
  editor: boolean
  onSent: () => void
}) {
  const { busy, error, run } = useCall()
  const [label, tone] = stateWords[delivery.state]
  return (
    <li className="border-line border-b py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-56">
          <DateTime at={delivery.created_at} />
          <span className="block truncate text-ink-3 text-xs">{delivery.url}</span>
        </span>
        <span className="flex items-center gap-2 text-ink-2 text-xs">
          <Badge tone={tone}>{label}</Badge>
          {delivery.status !== null && <span>HTTP {delivery.status}</span>}
          {delivery.ms !== null && <span>{delivery.ms} ms</span>}
          {delivery.attempts > 1 && <span>{plural(delivery.attempts, 'attempt')}</span>}
        </span>
        {editor && listener.notify.webhook && (
          <Button
            size="s"
            busy={busy}
            aria-label={`Resend delivery from ${delivery.created_at.slice(0, 10)}`}
            onClick={() =>
              void run(async () => {
                await api(listenersContract.resend, { _id: listener._id, delivery_id: delivery._id })
                onSent()
              })
            }
          >
            Resend
          </Button>
        )}
      </div>
      {delivery.error && <p className="text-ink-2 text-xs">{delivery.error}</p>}
      {delivery.next_at && delivery.attempts > 0 && (
        <p className="text-ink-3 text-xs">
          Next attempt <DateTime at={delivery.next_at} />
        </p>
      )}
      <CallError error={error} texts={listenerErrorTexts} className="mt-2" />
    </li>
  )
}
