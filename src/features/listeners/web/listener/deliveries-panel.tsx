import { DeliveryLine } from '#features/notifications/web/delivery-line.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { api } from '#web/calls/api.ts'
import { Pages } from '#web/components/pagination.tsx'
import { type Delivery, type Listener, listenersContract } from '../../contract.ts'
import { listenerErrorTexts } from '../error-texts.ts'

export type DeliveriesPanelProps = {
  listener: Listener
  deliveries: { items: Delivery[]; total: number; page: number; limit: number }
  editor: boolean
  onSent: () => void
}

/** Webhook deliveries with their responses. */
export function DeliveriesPanel({ listener, deliveries, editor, onSent }: DeliveriesPanelProps) {
  if (deliveries.items.length === 0)
    return (
      <EmptyState title="No deliveries yet.">
        Runs with new or lost keywords are sent to your webhook. Deliveries are kept for 30 days.
      </EmptyState>
    )
  const resend = async (deliveryId: string) => {
    await api(listenersContract.resend, { _id: listener._id, delivery_id: deliveryId })
    onSent()
  }
  return (
    <>
      <ul aria-label="Deliveries" className="max-w-200 border-line border-t">
        {deliveries.items.map((one) => (
          <DeliveryLine
            key={one._id}
            delivery={{ ...one, httpStatus: one.status }}
            about={one.url}
            texts={listenerErrorTexts}
            {...(editor && listener.notify.webhook ? { onResend: () => resend(one._id) } : {})}
          />
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
