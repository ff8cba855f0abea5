import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { requireStaff } from '#features/admin/web/require-staff.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { type Incident, statusContract, type Updown } from '../contract.ts'
import type { Route } from './+types/staff-status-page.ts'
import { statusErrorTexts } from './error-texts.ts'
import { IncidentEntry } from './incident-entry.tsx'
import { statusTones, statusWords } from './status-labels.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Status · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const [now, { items }] = await orRespond(
    args.request,
    Promise.all([call(statusContract.updown, {}), call(statusContract.incidents, {})]),
  )
  return { now, incidents: items }
}

/** Maintenance switch, component status and incidents, for staff. */
export default function StaffStatusPage({ loaderData: { now, incidents } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Status"
        meta="What the public status page shows."
        actions={
          <a href="/status" className="link text-s">
            View public page
          </a>
        }
      />
      <div className="grid max-w-220 gap-9">
        <SettingsPart title="Maintenance" id="maintenance">
          <MaintenanceSwitch key={now.maintenance?.message} now={now} />
        </SettingsPart>
        <SettingsPart title="Components">
          <ul className="border-line border-t">
            {now.components.map(({ id, name, status, message }) => (
              <li
                key={id}
                className="grid gap-x-5 gap-y-0.5 border-line border-b py-2 sm:grid-cols-[150px_minmax(0,1fr)]"
              >
                <span className="font-[550]">{name}</span>
                <span>
                  <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>{' '}
                  <span className="text-ink-2">{message}</span>
                </span>
              </li>
            ))}
          </ul>
        </SettingsPart>
        <SettingsPart title="Incidents">
          <NewIncident />
          {incidents.length > 0 && (
            <ul className="mt-8 grid gap-8 border-line border-t pt-5">
              {incidents.map((incident) => (
                <li key={incident._id}>
                  <IncidentEntry incident={incident} as="h3">
                    <IncidentActions incident={incident} />
                  </IncidentEntry>
                </li>
              ))}
            </ul>
          )}
        </SettingsPart>
      </div>
    </>
  )
}

function MaintenanceSwitch({ now: { maintenance } }: { now: Updown }) {
  const { revalidate } = useRevalidator()
  const [message, setMessage] = useState(maintenance?.message ?? '')
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const turn = (status: 'up' | 'maintenance', done: string) =>
    void run(async () => {
      await api(statusContract.switch, { status, ...(status === 'maintenance' && message.trim() ? { message } : {}) })
      notify.done(done)
      await revalidate()
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    turn('maintenance', maintenance ? 'Message updated' : 'Maintenance started')
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid max-w-150 gap-4" noValidate>
      <p className="text-ink-2">
        {maintenance ? (
          <>
            Active since <DateTime at={maintenance.since} />. Only staff can sign in. Payment webhooks are accepted, and
            running work finishes.
          </>
        ) : (
          'Only staff can sign in until you end it. Running work finishes; listeners wait and catch up afterwards.'
        )}
      </p>
      <Field
        label="Public message"
        required={false}
        error={getFieldError(error, 'message', statusErrorTexts)}
        hint="Say why and until when. Plain text."
      >
        <Textarea
          rows={3}
          grow
          maxLength={2000}
          value={message}
          placeholder="Earshot is down for maintenance and will be back soon. Your work is safe."
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      <CallError error={error} texts={statusErrorTexts} fields={['message']} />
      <div className="flex flex-wrap gap-2">
        {maintenance ? (
          <>
            <Button variant="solid" busy={busy} onClick={() => turn('up', 'Maintenance ended')}>
              End maintenance
            </Button>
            <Button type="submit" disabled={busy || message.trim() === maintenance.message}>
              Update message
            </Button>
          </>
        ) : (
          <Button type="submit" variant="solid" busy={busy}>
            Start maintenance
          </Button>
        )}
      </div>
    </form>
  )
}

function NewIncident() {
  const { revalidate } = useRevalidator()
  const [title, setTitle] = useState('')
  const [message, setMessage] = useState('')
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await api(statusContract.incidentAdd, { title, message }, { idempotencyKey: randomKey() })
      setTitle('')
      setMessage('')
      notify.done('Incident posted')
      await revalidate()
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid max-w-150 gap-4" noValidate>
      <Field label="Title" error={getFieldError(error, 'title', statusErrorTexts)}>
        <Input
          value={title}
          maxLength={200}
          placeholder="Reports are slow"
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Field label="Description" error={getFieldError(error, 'message', statusErrorTexts, 'Description')}>
        <Textarea rows={2} grow maxLength={2000} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <CallError error={error} texts={statusErrorTexts} fields={['title', 'message']} />
      <div>
        <Button type="submit" busy={busy}>
          Post incident
        </Button>
      </div>
    </form>
  )
}

/** Post an update, resolve, reopen or delete an incident. */
function IncidentActions({ incident: { _id, title, kind, resolved_at } }: { incident: Incident }) {
  const { revalidate } = useRevalidator()
  const [message, setMessage] = useState('')
  const [confirmingDelete, setConfirmingDelete] = useState(false)
  const { busy, error, run } = useCall()
  const change = (input: { message?: string; resolved?: boolean }, done: string) =>
    void run(async () => {
      await api(statusContract.incidentUpdate, { _id, ...input }, { idempotencyKey: randomKey() })
      setMessage('')
      notify.done(done)
      await revalidate()
    })
  const words = message.trim() ? { message } : {}
  // Active maintenance is ended with the switch above.
  const isSwitch = kind === 'maintenance' && resolved_at === null
  return (
    <div className="mt-4 grid max-w-150 gap-3">
      {!isSwitch && (
        <Textarea
          rows={1}
          grow
          maxLength={2000}
          aria-label={`Update: ${title}`}
          placeholder="Write an update"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      <CallError error={error} texts={statusErrorTexts} />
      <div className="flex flex-wrap gap-2">
        {!isSwitch && (
          <Button size="s" disabled={busy || !message.trim()} onClick={() => change(words, 'Update posted')}>
            Post update
          </Button>
        )}
        {!isSwitch && resolved_at === null && (
          <Button size="s" busy={busy} onClick={() => change({ ...words, resolved: true }, 'Incident resolved')}>
            {message.trim() ? 'Post update and resolve' : 'Resolve'}
          </Button>
        )}
        {kind === 'incident' && resolved_at !== null && (
          <Button size="s" busy={busy} onClick={() => change({ ...words, resolved: false }, 'Incident reopened')}>
            Reopen
          </Button>
        )}
        <Button size="s" onClick={() => setConfirmingDelete(true)} aria-label={`Delete: ${title}`}>
          Delete
        </Button>
      </div>
      {confirmingDelete && (
        <ConfirmDialog
          title={`Delete “${title}”?`}
          description={
            isSwitch
              ? 'This also ends maintenance and removes it from the public page.'
              : 'It will be removed from the public page. This can’t be undone.'
          }
          action={isSwitch ? 'End maintenance' : 'Delete incident'}
          texts={statusErrorTexts}
          onConfirm={async () => {
            await api(statusContract.incidentDelete, { _id })
            notify.done('Incident deleted')
            void revalidate()
          }}
          onClose={() => setConfirmingDelete(false)}
        />
      )}
    </div>
  )
}
