import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { randomKey } from '#web/idempotency-key.ts'
import { countries, languages, type ReportLocale } from '#web/locales.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type Frequency, listenersContract } from '../contract.ts'
import { listenerErrorTexts } from './error-texts.ts'
import { frequencyOptions, getPhrases, listenerHref } from './listener-labels.ts'

export type ListenDialogProps = {
  /** Initial keyword, when opened from a report. */
  keyword?: string
  locale: ReportLocale
  onClose: () => void
}

/** Form to create a listener; its first run starts immediately. */
export function ListenDialog({ keyword: given = '', locale, onClose }: ListenDialogProps) {
  const { user, workspace } = useSignedIn()
  const navigate = useNavigate()
  const { busy, error, run } = useCall()
  const [key] = useState(randomKey)
  const [keyword, setKeyword] = useState(given)
  const [country, setCountry] = useState(locale.country)
  const [language, setLanguage] = useState(locale.language)
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
          filters: { include: getPhrases(include), exclude: getPhrases(exclude) },
          notify: { email: mail ? [user.email] : [], webhook: webhook.trim() || null, rss: true },
        },
        { idempotencyKey: key },
      )
      onClose()
      await navigate(listenerHref(listener._id))
    })
  }
  const getError = (field: string) => getFieldError(error, field, listenerErrorTexts)
  const hasError = (fields: string[]) => fields.some((field) => getError(field) !== undefined)
  const hasFoldedError = hasError(['notify.webhook', 'filters.include', 'filters.exclude'])
  const hasFieldError = hasFoldedError || hasError(['keyword', 'country', 'language'])
  const form = useFocusInvalid(error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={given ? 'Track this topic' : 'New listener'}
      description="Earshot checks search suggestions on a schedule and alerts you to new and lost keywords."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="listen" variant="solid" busy={busy}>
            Create listener
          </Button>
        </>
      }
    >
      <form ref={form} id="listen" onSubmit={onSubmit} className="grid gap-4.5" noValidate>
        <Field label="Keyword" error={getError('keyword')}>
          <Input value={keyword} onChange={(event) => setKeyword(event.target.value)} maxLength={200} required />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Country" error={getError('country')}>
            <Select options={countries} value={country} onChange={(event) => setCountry(event.target.value)} />
          </Field>
          <Field label="Language" error={getError('language')}>
            <Select options={languages} value={language} onChange={(event) => setLanguage(event.target.value)} />
          </Field>
        </div>
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">Frequency</span>
          <Segmented label="Frequency" value={frequency} onChange={setFrequency} options={frequencyOptions} />
        </div>
        <Checkbox checked={mail} onChange={(event) => setMail(event.target.checked)}>
          Email me changes
          <span className="block text-ink-3 text-xs">To {user.email}. Up to one email a day for all listeners.</span>
        </Checkbox>
        <Disclosure summary="Filters and webhook" open={hasFoldedError || undefined}>
          <div className="mt-3 grid gap-4">
            <Field
              label="Include only keywords containing"
              error={getError('filters.include')}
              hint="Words or phrases, separated by commas. Leave empty for all keywords."
            >
              <Input value={include} onChange={(event) => setInclude(event.target.value)} />
            </Field>
            <Field label="Exclude keywords containing" error={getError('filters.exclude')}>
              <Input value={exclude} onChange={(event) => setExclude(event.target.value)} />
            </Field>
            <Field
              label="Webhook"
              error={getError('notify.webhook')}
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
        <CallError error={hasFieldError ? null : error} texts={listenerErrorTexts} />
      </form>
    </Dialog>
  )
}
