import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { SourceId } from '#features/reports/contract.ts'
import { type OfferedSource, SourceChoice } from '#features/reports/web/new-report/source-picker.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { type Listener, listenersContract } from '../../contract.ts'
import { listenerErrorTexts } from '../error-texts.ts'
import { frequencyOptions, getPhrases } from '../listener-labels.ts'

export type SettingsPanelProps = {
  listener: Listener
  offered: OfferedSource[]
  ownEmail: string
  onSaved: () => void
}

const fields = ['filters.include', 'filters.exclude', 'notify.email', 'notify.webhook', 'sources'] as const

/** Settings of a listener: frequency, sources, filters and alerts. */
export function SettingsPanel({ listener, offered, ownEmail, onSaved }: SettingsPanelProps) {
  const [frequency, setFrequency] = useState(listener.frequency)
  const [include, setInclude] = useState(listener.filters.include.join('\n'))
  const [exclude, setExclude] = useState(listener.filters.exclude.join('\n'))
  const [emails, setEmails] = useState(listener.notify.email.join('\n'))
  const [webhook, setWebhook] = useState(listener.notify.webhook ?? '')
  const [rss, setRss] = useState(listener.notify.rss)
  const [all, setAll] = useState(listener.sources === null)
  const [sources, setSources] = useState<SourceId[]>((listener.sources ?? getDefaultSources(offered)) as SourceId[])
  const { form, field, busy, error, callError } = useContractForm({
    endpoint: listenersContract.update,
    fields,
    texts: listenerErrorTexts,
    getInput: () => ({
      _id: listener._id,
      frequency,
      sources: all ? null : sources,
      filters: { include: getPhrases(include), exclude: getPhrases(exclude) },
      notify: { email: getPhrases(emails), webhook: webhook.trim() || null, rss },
    }),
    send: async (input) => {
      await api(listenersContract.update, input)
      onSaved()
      notify.done('Changes saved.')
      return null
    },
  })
  const replacing = useCall()
  const replace = (what: { new_secret: true } | { new_feed: true }, done: string) =>
    void replacing.run(async () => {
      await api(listenersContract.update, { _id: listener._id, ...what })
      onSaved()
      notify.done(done)
    })
  const hasFieldError = fields.some((name) => field(name).error !== undefined)
  return (
    <form {...form} className="grid max-w-220 gap-9">
      <SettingsPart title="Frequency">
        <Segmented label="Frequency" value={frequency} onChange={setFrequency} options={frequencyOptions} />
        <p className="mt-2 text-ink-3 text-xs">
          Earshot picks the time of day to spread the load. You can run a listener manually at any time.
        </p>
      </SettingsPart>
      <SettingsPart title="Sources">
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          All sources available at each run
        </Checkbox>
        {!all && (
          <div className="mt-4">
            <SourceChoice
              sources={offered.filter(({ id }) => id !== 'imported')}
              list={false}
              chosen={sources}
              error={field('sources').error}
              onChange={setSources}
            />
          </div>
        )}
      </SettingsPart>
      <SettingsPart title="Filters">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Include only keywords containing"
            {...field('filters.include')}
            required={undefined}
            hint="One word or phrase per line. Leave empty for all keywords."
          >
            <Textarea rows={4} value={include} onChange={(event) => setInclude(event.target.value)} />
          </Field>
          <Field
            label="Exclude keywords containing"
            {...field('filters.exclude')}
            required={undefined}
            hint="Matches whole words. Not case-sensitive."
          >
            <Textarea rows={4} value={exclude} onChange={(event) => setExclude(event.target.value)} />
          </Field>
        </div>
        <p className="mt-2 text-ink-3 text-xs">
          Filters also apply to earlier runs. Changing a filter never deletes keywords or marks them as new.
        </p>
      </SettingsPart>
      <SettingsPart title="Email">
        <Field
          label="Recipients"
          {...field('notify.email')}
          required={undefined}
          hint={`One email per line. Each recipient gets up to one email a day for all listeners and can unsubscribe.`}
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
          <Field label="URL" {...field('notify.webhook')} required={undefined}>
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
              hint="Verify the Earshot-Signature header (t=…,v1=…) with this secret. v1 is the hex HMAC-SHA256 of the timestamp t, a period and the request body."
              onReplace={() => replace({ new_secret: true }, 'Secret replaced. The old secret no longer works.')}
            />
          )}
        </div>
      </SettingsPart>
      <SettingsPart title="Feeds">
        <Checkbox checked={rss} onChange={(event) => setRss(event.target.checked)}>
          Publish RSS and JSON feeds at a secret URL
        </Checkbox>
        {rss && (
          <FeedUrls
            listener={listener}
            onReplace={() => replace({ new_feed: true }, 'Feed URLs replaced. The old URLs no longer work.')}
          />
        )}
      </SettingsPart>
      <div className="border-line border-t pt-5">
        <CallError {...callError} error={error ?? replacing.error} className="mb-3" />
        {hasFieldError && (
          <p className="mb-3 text-bad text-s" role="alert">
            Couldn’t save. Check the fields above.
          </p>
        )}
        <Button type="submit" variant="solid" busy={busy}>
          Save changes
        </Button>
      </div>
    </form>
  )
}

const getDefaultSources = (offered: OfferedSource[]) =>
  offered
    .filter((source) => source.unavailable === null && source.by_default)
    .filter(({ id }) => !['patterns', 'imported'].includes(id))
    .map(({ id }) => id)

function FeedUrls({ listener, onReplace }: { listener: Listener; onReplace: () => void }) {
  if (!listener.rss_url) return null
  return (
    <div className="mt-4 grid gap-4">
      <Secret label="RSS" value={listener.rss_url} onReplace={onReplace} />
      {listener.json_feed_url && (
        <Secret
          label="JSON Feed"
          value={listener.json_feed_url}
          hint="Anyone with a feed URL can read this listener’s changes without signing in."
        />
      )}
    </div>
  )
}

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
      notify.failed('Your browser blocked copying.', { detail: 'Select the text and copy it manually.' })
    }
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field label={label} hint={hint} className="min-w-0 flex-1 basis-60">
        <Input readOnly value={value} className="font-mono text-xs!" onFocus={(event) => event.target.select()} />
      </Field>
      <span className="flex gap-1 sm:mt-6.5">
        <IconButton label={`Copy ${label}`} onClick={() => void copy()}>
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
