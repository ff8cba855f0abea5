import { Copy } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SourceId } from '#features/reports/contract.ts'
import { type OfferedSource, SourceChoice } from '#features/reports/web/source-choice-field.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { complaintAbout } from '#web/field-sentence.ts'
import { SettingsPart } from '#web/settings-part.tsx'
import { useCall } from '#web/use-call.ts'
import { type Listener, listenersContract } from '../contract.ts'
import { frequencyOptions, phrasesOf } from './listener-words.ts'

export type SettingsPanelProps = {
  listener: Listener
  offered: OfferedSource[]
  ownEmail: string
  onSaved: () => void
}

/** What a listener tells of, whom, and how often it asks. */
export function SettingsPanel({ listener, offered, ownEmail, onSaved }: SettingsPanelProps) {
  const [frequency, setFrequency] = useState(listener.frequency)
  const [include, setInclude] = useState(listener.filters.include.join('\n'))
  const [exclude, setExclude] = useState(listener.filters.exclude.join('\n'))
  const [emails, setEmails] = useState(listener.notify.email.join('\n'))
  const [webhook, setWebhook] = useState(listener.notify.webhook ?? '')
  const [rss, setRss] = useState(listener.notify.rss)
  const [all, setAll] = useState(listener.sources === null)
  const [sources, setSources] = useState<SourceId[]>((listener.sources ?? usual(offered)) as SourceId[])
  const { busy, error, run } = useCall()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await api(listenersContract.update, {
        _id: listener._id,
        frequency,
        sources: all ? null : sources,
        filters: { include: phrasesOf(include), exclude: phrasesOf(exclude) },
        notify: { email: phrasesOf(emails), webhook: webhook.trim() || null, rss },
      })
      onSaved()
      notify.done('Saved.')
    })
  }
  const replace = (what: { new_secret: true } | { new_feed: true }, done: string) =>
    void run(async () => {
      await api(listenersContract.update, { _id: listener._id, ...what })
      onSaved()
      notify.done(done)
    })
  const fields = ['filters.include', 'filters.exclude', 'notify.webhook', 'notify.email', 'sources']
  const placed = fields.some((field) => error?.field === field || error?.field?.startsWith(`${field}.`))
  const wrongEmail = error?.field?.startsWith('notify.email') ? error.message.replace(/^email/, 'Each') : undefined
  return (
    <form onSubmit={onSubmit} className="grid max-w-220 gap-9" noValidate>
      <SettingsPart title="How often">
        <Segmented label="How often" value={frequency} onChange={setFrequency} options={frequencyOptions} />
        <p className="mt-2 text-ink-3 text-xs">
          At a moment of its own, so that not all ask at once. It can be run by hand at any time.
        </p>
      </SettingsPart>
      <SettingsPart title="Sources">
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          All that can be asked when it runs
        </Checkbox>
        {!all && (
          <div className="mt-4">
            <SourceChoice
              sources={offered.filter(({ id }) => id !== 'imported')}
              list={false}
              chosen={sources}
              error={complaintAbout(error, 'sources')}
              onChange={setSources}
            />
          </div>
        )}
      </SettingsPart>
      <SettingsPart title="Filters">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Only phrases with"
            error={complaintAbout(error, 'filters.include')}
            hint="A word or phrase a line. Empty: all."
          >
            <Textarea rows={4} value={include} onChange={(event) => setInclude(event.target.value)} />
          </Field>
          <Field
            label="Leave out phrases with"
            error={complaintAbout(error, 'filters.exclude')}
            hint="Whole words, whatever their case."
          >
            <Textarea rows={4} value={exclude} onChange={(event) => setExclude(event.target.value)} />
          </Field>
        </div>
        <p className="mt-2 text-ink-3 text-xs">
          They hold for what was heard before too: nothing is lost by a filter, and nothing becomes new by another.
        </p>
      </SettingsPart>
      <SettingsPart title="Mail">
        <Field
          label="To"
          error={wrongEmail}
          hint={`An address a line. Each gets one mail a day at most, for all its listeners, and can decline.`}
        >
          <Textarea
            rows={2}
            grow
            placeholder={ownEmail}
            value={emails}
            onChange={(event) => setEmails(event.target.value)}
          />
        </Field>
      </SettingsPart>
      <SettingsPart title="Webhook">
        <div className="grid gap-4">
          <Field label="Address" error={complaintAbout(error, 'notify.webhook', 'The webhook')}>
            <Input
              type="url"
              inputMode="url"
              placeholder="https://"
              value={webhook}
              onChange={(event) => setWebhook(event.target.value)}
            />
          </Field>
          {listener.webhook_secret && (
            <Secret
              label="Secret"
              value={listener.webhook_secret}
              hint="Earshot-Signature is t=…,v1=…: the HMAC-SHA256, in hexadecimal, of the time, a full stop and the body, keyed with this."
              onReplace={() => replace({ new_secret: true }, 'There is a new secret; the old one signs nothing more.')}
            />
          )}
        </div>
      </SettingsPart>
      <SettingsPart title="Feeds">
        <Checkbox checked={rss} onChange={(event) => setRss(event.target.checked)}>
          RSS and JSON Feed at a secret address
        </Checkbox>
        {listener.rss_url && rss && (
          <div className="mt-4 grid gap-4">
            <Secret
              label="RSS"
              value={listener.rss_url}
              onReplace={() => replace({ new_feed: true }, 'The feeds have a new address; the old one ended.')}
            />
            {listener.json_feed_url && (
              <Secret
                label="JSON Feed"
                value={listener.json_feed_url}
                hint="Whoever knows an address reads what this listener hears, without an account."
              />
            )}
          </div>
        )}
      </SettingsPart>
      <div className="border-line border-t pt-5">
        <CallRefusal error={placed ? null : error} ownPlan={false} className="mb-3" />
        {placed && (
          <p className="mb-3 text-bad text-s" role="alert">
            Not saved: see above what is wrong.
          </p>
        )}
        <Button type="submit" variant="solid" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}

const usual = (offered: OfferedSource[]) =>
  offered
    .filter(({ id, unavailable }) => unavailable === null && !['sample', 'patterns', 'imported'].includes(id))
    .map(({ id }) => id)

function Secret({
  label,
  value,
  hint,
  onReplace,
}: {
  label: string
  value: string
  hint?: string
  onReplace?: () => void
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      notify.done('Copied.')
    } catch {
      notify.failed('The browser did not allow copying.', { detail: 'Select the text and copy it yourself.' })
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field label={label} hint={hint} className="min-w-0 flex-1 basis-60">
        <Input readOnly value={value} className="font-mono text-xs!" onFocus={(event) => event.target.select()} />
      </Field>
      <span className="flex gap-1 sm:mt-6.5">
        <IconButton label={`Copy: ${label}`} onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
        </IconButton>
        {onReplace && (
          <Button variant="quiet" onClick={onReplace}>
            Replace
          </Button>
        )}
      </span>
    </div>
  )
}
