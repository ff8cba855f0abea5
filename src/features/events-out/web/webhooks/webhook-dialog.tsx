import { useState } from 'react'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import {
  type EndpointKind,
  type EventEndpoint,
  type EventType,
  endpointKinds,
  eventsOutContract,
  sentTypes,
} from '../../contract.ts'
import { eventsOutErrorTexts } from '../error-texts.ts'
import { eventLabels, kindLabels } from '../event-labels.ts'

const hints: Record<EndpointKind, string> = {
  webhook: 'Your own server, or the webhook trigger of Zapier, Make or n8n. Requests are signed.',
  slack: 'The URL of an incoming webhook: in Slack, create an app, turn on Incoming Webhooks and choose a channel.',
  teams:
    'The URL of a workflow: in Teams, open the channel’s Workflows and choose “When a webhook request is received”.',
}

export type WebhookDialogProps = {
  /** The one to change. Without it a new one is added. */
  endpoint?: EventEndpoint
  onClose: () => void
  onSaved: (saved: { endpoint: EventEndpoint; secret: string | null }) => void
}

/** Form to add a webhook, or to change what one gets. */
export function WebhookDialog({ endpoint, onClose, onSaved }: WebhookDialogProps) {
  const { workspace } = useSignedIn()
  const [key] = useState(randomKey)
  const [kind, setKind] = useState<EndpointKind>(endpoint?.kind ?? 'webhook')
  const [url, setUrl] = useState('')
  const [chosen, setChosen] = useState<readonly EventType[]>(endpoint?.events ?? ['report.done', 'report.failed'])
  const toggle = (type: EventType, on: boolean) =>
    setChosen((now) => (on ? [...now, type] : now.filter((each) => each !== type)))
  const adding = useContractForm({
    endpoint: eventsOutContract.add,
    fields: ['url', 'events'],
    texts: eventsOutErrorTexts,
    getInput: () => ({ workspace_id: workspace._id, kind, url, events: [...chosen] }),
    send: async (input) => {
      onSaved(await api(eventsOutContract.add, input, { idempotencyKey: key }))
      return null
    },
  })
  const changing = useContractForm({
    endpoint: eventsOutContract.update,
    fields: ['url', 'events'],
    texts: eventsOutErrorTexts,
    getInput: () => ({ _id: endpoint?._id ?? '', events: [...chosen], ...(url.trim() ? { url } : {}) }),
    send: async (input) => {
      onSaved(await api(eventsOutContract.update, input))
      return null
    },
  })
  const form = endpoint ? changing : adding
  const { error, ...urlField } = form.field('url')
  const events = form.field('events')
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      form={form}
      action={endpoint ? 'Save webhook' : 'Add webhook'}
      onClose={onClose}
      className="grid gap-5"
    >
      {!endpoint && (
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">Send to</span>
          <Segmented
            label="Send to"
            value={kind}
            onChange={setKind}
            options={endpointKinds.map((value) => ({ value, label: kindLabels[value] }))}
          />
        </div>
      )}
      <Field
        label="URL"
        {...urlField}
        error={error}
        required={endpoint ? undefined : urlField.required}
        hint={endpoint ? `Now: ${endpoint.url}. Leave empty to keep it.` : hints[kind]}
      >
        <Input
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-2.5">
        <legend className="mb-1.5 font-[550] text-s">Events</legend>
        {sentTypes.map((type) => (
          <Checkbox
            key={type}
            checked={chosen.includes(type)}
            onChange={(event) => toggle(type, event.target.checked)}
            hint={<code>{type}</code>}
          >
            {eventLabels[type]}
          </Checkbox>
        ))}
        {events.error && (
          <p role="alert" className="text-bad text-xs">
            {events.error}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
