import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { requireStaff } from '#features/admin/web/require-staff.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { complaintAbout, fieldSentence } from '#web/field-sentence.ts'
import { Moment } from '#web/moment.tsx'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { randomKey } from '#web/random-key.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { SettingsPart } from '#web/settings-part.tsx'
import { useCall } from '#web/use-call.ts'
import { type Incident, statusContract, type Updown } from '../contract.ts'
import type { Route } from './+types/staff-status-page.ts'
import { IncidentEntry } from './incident-entry.tsx'
import { statusTones, statusWords } from './status-words.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Status · Staff · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const [now, { items }] = await orRespond(
    args.request,
    Promise.all([call(statusContract.updown, {}), call(statusContract.incidents, {})]),
  )
  return { now, incidents: items }
}

/** How the installation is, what people are told about it, and the switch that closes it to them. */
export default function StaffStatusPage({ loaderData: { now, incidents } }: Route.ComponentProps) {
  return (
    <>
      <ScreenHead
        title="Status"
        meta="What everybody can see of this installation, and what they are told."
        actions={
          <a href="/status" className="link text-s">
            See the public page
          </a>
        }
      />
      <div className="grid max-w-220 gap-9">
        <SettingsPart title="Maintenance" id="maintenance">
          <MaintenanceSwitch key={now.maintenance?.message} now={now} />
        </SettingsPart>
        <SettingsPart title="Parts">
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
                    <IncidentWork incident={incident} />
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
  const turn = (status: 'up' | 'maintenance', done: string) =>
    void run(async () => {
      await api(statusContract.switch, { status, ...(status === 'maintenance' && message.trim() ? { message } : {}) })
      notify.done(done)
      await revalidate()
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    turn('maintenance', maintenance ? 'The message is changed.' : 'Maintenance is on.')
  }
  return (
    <form onSubmit={onSubmit} className="grid max-w-150 gap-4">
      <p className="text-ink-2">
        {maintenance ? (
          <>
            On since <Moment at={maintenance.since} />. Everybody but staff is turned away; webhooks of payments are
            taken in, and what was running goes on to its end.
          </>
        ) : (
          'Turns everybody but staff away, until it is ended. What runs is let finish; listeners wait and catch up afterwards.'
        )}
      </p>
      <Field
        label="What people read"
        required={false}
        error={complaintAbout(error, 'message')}
        hint="Why, and until when. In plain text."
      >
        <Textarea
          rows={3}
          grow
          maxLength={2000}
          value={message}
          placeholder="Earshot is being worked on and is back soon. Nothing you made is lost."
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      {error && error.field !== 'message' && <ErrorNote>{fieldSentence(error)}</ErrorNote>}
      <div className="flex flex-wrap gap-2">
        {maintenance ? (
          <>
            <Button variant="solid" busy={busy} onClick={() => turn('up', 'Maintenance is over.')}>
              End maintenance
            </Button>
            <Button type="submit" disabled={busy || message.trim() === maintenance.message}>
              Change the message
            </Button>
          </>
        ) : (
          <Button type="submit" variant="solid" busy={busy}>
            Begin maintenance
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
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await api(statusContract.incidentAdd, { title, message }, { idempotencyKey: randomKey() })
      setTitle('')
      setMessage('')
      notify.done('It stands on the public page.')
      await revalidate()
    })
  }
  return (
    <form onSubmit={onSubmit} className="grid max-w-150 gap-4">
      <Field label="What is wrong" error={complaintAbout(error, 'title', 'This')}>
        <Input
          value={title}
          maxLength={200}
          placeholder="Reports are slow"
          onChange={(event) => setTitle(event.target.value)}
        />
      </Field>
      <Field label="What is known about it" error={complaintAbout(error, 'message', 'This')}>
        <Textarea rows={2} grow maxLength={2000} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      {error && !error.field && <ErrorNote>{fieldSentence(error)}</ErrorNote>}
      <div>
        <Button type="submit" busy={busy}>
          Tell people
        </Button>
      </div>
    </form>
  )
}

/** What is new about one, and its end. */
function IncidentWork({ incident: { _id, title, kind, resolved_at } }: { incident: Incident }) {
  const { revalidate } = useRevalidator()
  const [message, setMessage] = useState('')
  const [leaving, setLeaving] = useState(false)
  const { busy, error, run } = useCall()
  const change = (input: { message?: string; resolved?: boolean }, done: string) =>
    void run(async () => {
      await api(statusContract.incidentUpdate, { _id, ...input }, { idempotencyKey: randomKey() })
      setMessage('')
      notify.done(done)
      await revalidate()
    })
  const remove = () =>
    void run(async () => {
      await api(statusContract.incidentDelete, { _id })
      setLeaving(false)
      notify.done('It is taken away.')
      await revalidate()
    })
  const words = message.trim() ? { message } : {}
  // Maintenance that is on has its switch above.
  const isSwitch = kind === 'maintenance' && resolved_at === null
  return (
    <div className="mt-4 grid max-w-150 gap-3">
      {!isSwitch && (
        <Textarea
          rows={1}
          grow
          maxLength={2000}
          aria-label={`What is new: ${title}`}
          placeholder="What is new"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      {error && <ErrorNote>{fieldSentence(error)}</ErrorNote>}
      <div className="flex flex-wrap gap-2">
        {!isSwitch && (
          <Button size="s" disabled={busy || !message.trim()} onClick={() => change(words, 'It is told.')}>
            Tell
          </Button>
        )}
        {!isSwitch && resolved_at === null && (
          <Button size="s" busy={busy} onClick={() => change({ ...words, resolved: true }, 'It is over.')}>
            {message.trim() ? 'Tell, and it is over' : 'It is over'}
          </Button>
        )}
        {kind === 'incident' && resolved_at !== null && (
          <Button size="s" busy={busy} onClick={() => change({ ...words, resolved: false }, 'It is open again.')}>
            Open again
          </Button>
        )}
        <Button size="s" onClick={() => setLeaving(true)} aria-label={`Take away: ${title}`}>
          Take away
        </Button>
      </div>
      {leaving && (
        <Dialog
          open
          width="s"
          onOpenChange={(open) => !open && setLeaving(false)}
          title={`Take “${title}” away?`}
          description={
            isSwitch
              ? 'Maintenance ends with it, and nobody reads that it was on.'
              : 'Nobody reads of it any more. This cannot be undone.'
          }
          footer={
            <>
              <Button onClick={() => setLeaving(false)}>Keep it</Button>
              <Button variant="danger" busy={busy} onClick={remove}>
                Take away
              </Button>
            </>
          }
        />
      )}
    </div>
  )
}
