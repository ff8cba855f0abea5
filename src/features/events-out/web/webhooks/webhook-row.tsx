import { useState } from 'react'
import { deliveryStates } from '#features/notifications/web/delivery-line.tsx'
import { Badge } from '#ui/badge.tsx'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type EventEndpoint, eventsOutContract } from '../../contract.ts'
import { eventsOutErrorTexts } from '../error-texts.ts'
import { getEventLabel, kindLabels, webhookHref } from '../event-labels.ts'

export type WebhookRowProps = {
  endpoint: EventEndpoint
  onEdit: () => void
  onChanged: () => void
  /** It has a new secret, which is shown once. */
  onSecret: (secret: string) => void
}

export function WebhookRow({ endpoint, onEdit, onChanged, onSecret }: WebhookRowProps) {
  const { _id, kind, url, events, active, last } = endpoint
  const [asking, setAsking] = useState<'delete' | 'secret' | null>(null)
  const perform = (work: () => Promise<unknown>, done?: string) =>
    void (async () => {
      try {
        await work()
        if (done) notify.done(done)
        onChanged()
      } catch (error) {
        notify.failed(getSentence(error, eventsOutErrorTexts))
      }
    })()
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-44 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <Link className="link" href={webhookHref(_id)}>
            {url}
          </Link>
          <Badge className="ml-2">{kindLabels[kind]}</Badge>
          {!active && (
            <Badge tone="warn" className="ml-2">
              off
            </Badge>
          )}
        </p>
        <p className="text-ink-2 text-xs">
          {events.length > 3 ? plural(events.length, 'event type') : events.map(getEventLabel).join(' · ')}
        </p>
        <p className="text-ink-3 text-xs">
          {last ? (
            <>
              last event <DateTime at={last.at} />: {deliveryStates[last.status][0]}
            </>
          ) : (
            'nothing sent yet'
          )}
        </p>
      </div>
      <RowMenu
        label={`More actions for ${url}`}
        items={[
          {
            label: 'Send test',
            onSelect: () =>
              perform(() => api(eventsOutContract.test, { _id }), 'Test queued. See “Deliveries” for the response.'),
          },
          { label: 'Deliveries', href: webhookHref(_id) },
          { label: 'Edit…', onSelect: onEdit },
          {
            label: active ? 'Turn off' : 'Turn on',
            onSelect: () => perform(() => api(eventsOutContract.update, { _id, active: !active })),
          },
          ...(kind === 'webhook' ? [{ label: 'New secret…', onSelect: () => setAsking('secret') }] : []),
          'line',
          { label: 'Delete…', danger: true, onSelect: () => setAsking('delete') },
        ]}
      />
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          description={`Nothing is sent to ${url}, and its deliveries are deleted. This can’t be undone.`}
          action="Delete webhook"
          texts={eventsOutErrorTexts}
          onConfirm={async () => {
            await api(eventsOutContract.remove, { _id })
            onChanged()
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'secret' && (
        <ConfirmDialog
          title="Create a new secret?"
          description="Requests are signed with the new secret immediately. Your server rejects them until you enter it there."
          action="Create secret"
          texts={eventsOutErrorTexts}
          onConfirm={async () => {
            const { secret } = await api(eventsOutContract.update, { _id, new_secret: true })
            if (secret) onSecret(secret)
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}
