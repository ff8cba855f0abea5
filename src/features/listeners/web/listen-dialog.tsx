import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '#web/api.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { complaintAbout } from '#web/field-sentence.ts'
import { countries, languages, type Place } from '#web/places.ts'
import { randomKey } from '#web/random-key.ts'
import { useCall } from '#web/use-call.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type Frequency, listenersContract } from '../contract.ts'
import { frequencyOptions, listenerHref, phrasesOf } from './listener-words.ts'

export type ListenDialogProps = {
  /** What to listen to, when it comes from a report. */
  keyword?: string
  place: Place
  onClose: () => void
}

/** Makes a listener and lets it listen for the first time. */
export function ListenDialog({ keyword: given = '', place, onClose }: ListenDialogProps) {
  const { user, workspace } = useSignedIn()
  const navigate = useNavigate()
  const { busy, error, run } = useCall()
  const [key] = useState(randomKey)
  const [keyword, setKeyword] = useState(given)
  const [country, setCountry] = useState(place.country)
  const [language, setLanguage] = useState(place.language)
  const [frequency, setFrequency] = useState<Frequency>('daily')
  const [mail, setMail] = useState(true)
  const [webhook, setWebhook] = useState('')
  const [include, setInclude] = useState('')
  const [exclude, setExclude] = useState('')

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void run(async () => {
      const { listener } = await api(
        listenersContract.add,
        {
          workspace_id: workspace._id,
          keyword,
          country,
          language,
          frequency,
          filters: { include: phrasesOf(include), exclude: phrasesOf(exclude) },
          notify: { email: mail ? [user.email] : [], webhook: webhook.trim() || null, rss: true },
        },
        { idempotencyKey: key },
      )
      await api(listenersContract.run, { _id: listener._id })
      onClose()
      await navigate(listenerHref(listener._id))
    })
  }
  const wrong = (field: string) => complaintAbout(error, field)
  const placed = ['keyword', 'notify.webhook', 'filters'].some((field) => isAbout(error, field))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Listen to this"
      description="Earshot asks the sources again and again, and tells you what people begin to search for and what they stop."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="listen" variant="solid" busy={busy}>
            Start to listen
          </Button>
        </>
      }
    >
      <form id="listen" onSubmit={onSubmit} className="grid gap-4.5" noValidate>
        <Field label="Keyword" error={wrong('keyword')}>
          <Input value={keyword} onChange={(event) => setKeyword(event.target.value)} maxLength={200} required />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Country" error={wrong('country')}>
            <Select options={countries} value={country} onChange={(event) => setCountry(event.target.value)} />
          </Field>
          <Field label="Language" error={wrong('language')}>
            <Select options={languages} value={language} onChange={(event) => setLanguage(event.target.value)} />
          </Field>
        </div>
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">How often</span>
          <Segmented label="How often" value={frequency} onChange={setFrequency} options={frequencyOptions} />
        </div>
        <Checkbox checked={mail} onChange={(event) => setMail(event.target.checked)}>
          Mail me what is new
          <span className="block text-ink-3 text-xs">
            To {user.email}, at most once a day, all listeners in one mail.
          </span>
        </Checkbox>
        <Disclosure summary="Filters and webhook" open={placed || undefined}>
          <div className="mt-3 grid gap-4">
            <Field
              label="Only phrases with"
              error={wrong('filters.include')}
              hint="Words or phrases, separated by commas. Empty: all."
            >
              <Input value={include} onChange={(event) => setInclude(event.target.value)} />
            </Field>
            <Field label="Leave out phrases with" error={wrong('filters.exclude')}>
              <Input value={exclude} onChange={(event) => setExclude(event.target.value)} />
            </Field>
            <Field
              label="Webhook"
              error={wrong('notify.webhook')}
              hint="An address that gets every run with news as JSON, signed."
            >
              <Input
                type="url"
                inputMode="url"
                placeholder="https://"
                value={webhook}
                onChange={(event) => setWebhook(event.target.value)}
              />
            </Field>
          </div>
        </Disclosure>
        <p className="text-ink-2 text-xs">
          Takes one search listener of the plan while it is active. Pausing or deleting it gives that back.
        </p>
        <CallRefusal
          error={placed || isAbout(error, 'country') || isAbout(error, 'language') ? null : error}
          ownPlan={workspace.role === 'owner'}
        />
      </form>
    </Dialog>
  )
}

const isAbout = (error: ErrorBody | null, field: string) =>
  error?.field === field || error?.field?.startsWith(`${field}.`) === true
