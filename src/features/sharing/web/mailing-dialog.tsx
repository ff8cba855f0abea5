import { useEffect, useState } from 'react'
import { type ReportHead, type SectionName, sectionNames } from '#features/reports/contract.ts'
import type { InputOf } from '#kit/endpoint.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDay } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ExtraInput, type Mailing, type MailingFrequency, sharingContract } from '../contract.ts'
import { getReaderTitle } from '../rules/reader-title.ts'
import { sharingErrorTexts } from './error-texts.ts'
import { MailingExtras } from './mailing-extras.tsx'
import { MailingRecipients, type Recipient } from './mailing-recipients.tsx'
import { MailingStatus } from './mailing-status.tsx'
import { ReaderTitleField } from './reader-title-field.tsx'
import { SectionChoice, toSavedSections } from './section-choice.tsx'

export type MailingDialogProps = {
  report: Pick<ReportHead, '_id' | 'query' | 'title' | 'sources'>
  /** The sections that have something to show. */
  sections: readonly SectionName[]
  onClose: () => void
}

/** Emails a report as PDF every week or month: to whom, with what, and what became of the last emails. */
export function MailingDialog({ report, sections, onClose }: MailingDialogProps) {
  const [mailing, setMailing] = useState<Mailing | null | undefined>(undefined)
  const [error, setError] = useState<ErrorBody | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(sharingContract.getMailing, { _id: report._id }, { signal: stop.signal })
      .then((answer) => setMailing(answer.mailing))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted && thrown instanceof AppError) setError(thrown.toBody())
      })
    return () => stop.abort()
  }, [report._id])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Email report"
      description="Sends the report as a PDF with your branding, as it is on that day. Everyone can unsubscribe."
    >
      {mailing === undefined && <CallError error={error} texts={sharingErrorTexts} />}
      {mailing === undefined && !error && (
        <div className="grid min-h-60 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {mailing !== undefined && (
        <MailingForm
          key={mailing ? 'saved' : 'new'}
          report={report}
          offered={sections}
          mailing={mailing}
          onSaved={setMailing}
        />
      )}
    </Dialog>
  )
}

type MailingFormProps = {
  report: MailingDialogProps['report']
  offered: MailingDialogProps['sections']
  mailing: Mailing | null
  onSaved: (mailing: Mailing | null) => void
}

function MailingForm({ report, offered, mailing, onSaved }: MailingFormProps) {
  const { user } = useSignedIn()
  const [people, setPeople] = useState<Recipient[]>(() =>
    (
      mailing?.recipients ?? [
        { email: user.email, name: `${user.personal.first_name} ${user.personal.last_name}`.trim() },
      ]
    ).map(({ email, name }, key) => ({
      key,
      email,
      name,
    })),
  )
  const [frequency, setFrequency] = useState<MailingFrequency>(mailing?.frequency ?? 'weekly')
  const [chosen, setChosen] = useState<ReadonlySet<SectionName>>(
    () => new Set(sectionNames.filter((name) => mailing?.sections.includes(name) ?? true)),
  )
  const shown = offered.filter((name) => chosen.has(name)).length
  const [title, setTitle] = useState(mailing?.title ?? '')
  const [message, setMessage] = useState(mailing?.message ?? '')
  const [extras, setExtras] = useState<ExtraInput[]>(() =>
    (mailing?.extras ?? []).flatMap(({ kind, id }) => (id === null ? [] : [{ kind, id }])),
  )
  const [isAdding, setIsAdding] = useState(false)
  const save = (paused: boolean) => ({
    _id: report._id,
    frequency,
    recipients: people
      .filter(({ email, name }) => email.trim() !== '' || name.trim() !== '')
      .map(({ email, name }) => ({ email, name })),
    sections: toSavedSections(chosen, offered),
    extras,
    title,
    message,
    paused,
  })
  const { form, field, busy, callError } = useContractForm({
    endpoint: sharingContract.saveMailing,
    fields: ['recipients', 'sections', 'extras', 'title', 'message', 'frequency'],
    texts: sharingErrorTexts,
    getInput: () => save(mailing?.paused ?? false),
    send: async (input) => {
      const { mailing: saved } = await api(sharingContract.saveMailing, input)
      onSaved(saved)
      notify.done(
        saved.next_at ? `Schedule saved. The next email goes out on ${formatDay(saved.next_at)}.` : 'Schedule saved.',
      )
      return null
    },
  })
  const acting = useCall()
  const act = (call: () => Promise<Mailing | null>, done: string) =>
    void acting.run(async () => {
      onSaved(await call())
      notify.done(done)
    })
  const preview = () => {
    const { _id, sections, title: chosenTitle } = save(false)
    return openPreview({ _id, frequency, sections, extras, title: chosenTitle })
  }
  return (
    <form {...form} className="grid gap-5">
      {mailing && (
        <MailingStatus
          mailing={mailing}
          busy={acting.busy}
          onSend={() =>
            act(
              async () => (await api(sharingContract.sendMailing, { _id: report._id })).mailing,
              'The report is being emailed.',
            )
          }
          onPause={(paused) =>
            act(
              async () => (await api(sharingContract.saveMailing, save(paused))).mailing,
              paused ? 'Schedule paused.' : 'Schedule resumed.',
            )
          }
        />
      )}
      <div className="justify-self-start">
        <Segmented
          label="How often"
          value={frequency}
          onChange={setFrequency}
          options={[
            { value: 'weekly', label: 'Every week' },
            { value: 'monthly', label: 'Every month' },
          ]}
        />
      </div>
      <MailingRecipients people={people} error={field('recipients').error} onChange={setPeople} />
      <ReaderTitleField
        field={field('title')}
        value={title}
        fallback={getReaderTitle(report, null)}
        onChange={setTitle}
      />
      <Field label="Message" {...field('message')} hint="Shown above the report in the email.">
        <Input value={message} maxLength={500} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Disclosure
        summary={`Sections: ${shown === offered.length ? 'all' : `${shown} of ${offered.length}`}`}
        open={field('sections').error ? true : undefined}
      >
        <div className="mt-2">
          <SectionChoice offered={offered} chosen={chosen} error={field('sections').error} onChange={setChosen} />
        </div>
      </Disclosure>
      <Disclosure
        summary={`More sections: ${extras.length === 0 ? 'none' : formatCount(extras.length)}`}
        open={field('extras').error ? true : undefined}
        onToggle={(open) => open && setIsAdding(true)}
      >
        <div className="mt-2">
          {isAdding && <MailingExtras chosen={extras} error={field('extras').error} onChange={setExtras} />}
        </div>
      </Disclosure>
      <CallError {...callError} error={callError.error ?? acting.error} />
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
        <Button busy={acting.busy} onClick={() => void acting.run(preview)}>
          Preview report
        </Button>
        {mailing && (
          <Button
            variant="danger"
            busy={acting.busy}
            onClick={() =>
              act(async () => {
                await api(sharingContract.removeMailing, { _id: report._id })
                return null
              }, 'The report isn’t emailed anymore.')
            }
          >
            Delete schedule
          </Button>
        )}
        <Button type="submit" variant={mailing ? 'outline' : 'solid'} busy={busy}>
          {mailing ? 'Save changes' : 'Create schedule'}
        </Button>
      </div>
    </form>
  )
}

/** Opens the report as a recipient gets it. @throws AppError */
async function openPreview(input: InputOf<typeof sharingContract.previewMailing>) {
  // Opened within the click: browsers block windows that open later.
  const opened = window.open('about:blank', '_blank')
  try {
    const { url } = await api(sharingContract.previewMailing, input)
    if (opened) opened.location.replace(url)
    else window.location.assign(url)
  } catch (error) {
    opened?.close()
    throw error
  }
}
