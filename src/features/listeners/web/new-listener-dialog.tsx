import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Disclosure } from '#ui/disclosure.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { countries, languages, type ReportLocale } from '#web/components/locales.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Frequency, listenersContract } from '../contract.ts'
import { listenerErrorTexts } from './error-texts.ts'
import { frequencyOptions, getPhrases, listenerHref } from './listener-labels.ts'
import { SameListenersNote, useSameListeners } from './same-listener.tsx'

export type ListenDialogProps = {
  /** Initial keyword, when opened from a report. */
  keyword?: string
  locale: ReportLocale
  /** Above the form, and the dialog’s title with it: where a listener is one of several things to track. */
  lead?: { title: string; choice: ReactNode }
  onClose: () => void
}

const foldedFields = ['filters.include', 'filters.exclude', 'notify.webhook'] as const
const fields = ['keyword', 'country', 'language', ...foldedFields] as const

/** Form to create a listener; its first run starts immediately. */
export function ListenDialog({ keyword: given = '', locale, lead, onClose }: ListenDialogProps) {
  const { user, workspace } = useSignedIn()
  const navigate = useNavigate()
  const [key] = useState(randomKey)
  const [keyword, setKeyword] = useState(given)
  const [country, setCountry] = useState(locale.country)
  const [language, setLanguage] = useState(locale.language)
  const [frequency, setFrequency] = useState<Frequency>('daily')
  const [sendsEmail, setSendsEmail] = useState(true)
  const [webhook, setWebhook] = useState('')
  const [include, setInclude] = useState('')
  const [exclude, setExclude] = useState('')

  const sameListeners = useSameListeners({ workspace_id: workspace._id, keyword, country, language })
  const { same } = sameListeners

  const form = useContractForm({
    endpoint: listenersContract.add,
    fields,
    texts: listenerErrorTexts,
    getInput: () => ({
      workspace_id: workspace._id,
      keyword,
      country,
      language,
      frequency,
      filters: { include: getPhrases(include), exclude: getPhrases(exclude) },
      notify: { email: sendsEmail ? [user.email] : [], webhook: webhook.trim() || null, rss: true },
    }),
    send: async (input) => {
      // Whoever sends the form before the answer is here reads it first.
      if (!sameListeners.isKnown && (await sameListeners.find())) return null
      const { listener } = await api(listenersContract.add, input, { idempotencyKey: key })
      onClose()
      await navigate(listenerHref(listener._id))
      return null
    },
  })
  const { field } = form
  const hasFoldedError = foldedFields.some((name) => field(name).error !== undefined)
  return (
    <FormDialog
      title={lead?.title ?? (given ? 'Track this topic' : 'New listener')}
      description="Earshot checks search suggestions on a schedule and alerts you to new and lost keywords."
      form={form}
      action={same ? 'Create another listener' : 'Create listener'}
      onClose={onClose}
      className="grid gap-4.5"
    >
      {lead?.choice}
      <Field label="Keyword" {...field('keyword')}>
        <Input value={keyword} onChange={(event) => setKeyword(event.target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Country" {...field('country')}>
          <Select options={countries} value={country} onChange={(event) => setCountry(event.target.value)} />
        </Field>
        <Field label="Language" {...field('language')}>
          <Select options={languages} value={language} onChange={(event) => setLanguage(event.target.value)} />
        </Field>
      </div>
      {same && <SameListenersNote same={same} onLeave={onClose} />}
      <div className="grid justify-items-start gap-1.5">
        <span className="font-[550] text-s">Frequency</span>
        <Segmented label="Frequency" value={frequency} onChange={setFrequency} options={frequencyOptions} />
      </div>
      <Checkbox checked={sendsEmail} onChange={(event) => setSendsEmail(event.target.checked)}>
        Email me changes
        <span className="block text-ink-3 text-xs">
          To {user.email}. Up to one email a day for all listeners.
          {!user.email_verified && ' You haven’t confirmed this address; emails are sent to it anyway.'}
        </span>
      </Checkbox>
      <Disclosure summary="Filters and webhook" open={hasFoldedError || undefined}>
        <div className="mt-3 grid gap-4">
          <Field
            label="Include only keywords containing"
            {...field('filters.include')}
            required={undefined}
            hint="Words or phrases, separated by commas. Leave empty for all keywords."
          >
            <Input value={include} onChange={(event) => setInclude(event.target.value)} />
          </Field>
          <Field label="Exclude keywords containing" {...field('filters.exclude')} required={undefined}>
            <Input value={exclude} onChange={(event) => setExclude(event.target.value)} />
          </Field>
          <Field
            label="Webhook"
            {...field('notify.webhook')}
            required={undefined}
            hint="URL that receives each run with changes as signed JSON."
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
        Uses 1 listener from your plan while active. Pause or delete it to free the listener.
      </p>
    </FormDialog>
  )
}
