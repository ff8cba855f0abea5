import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { parseSiteTarget } from '#kit/site-target.ts'
import { formatUsd, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { api } from '#web/calls/api.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { countries, languages, type ReportLocale } from '#web/components/locales.ts'
import { useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import { type RankDevice, type RankEstimate, type RankFrequency, type RankSource, ranksContract } from '../contract.ts'
import { rankErrorTexts } from './error-texts.ts'
import { getLines, sourceNames, trackerHref } from './rank-labels.ts'

export type SourceOption = { _id: RankSource; label: string; devices: RankDevice[]; pixels: boolean }
type NewTrackerDialogProps = {
  sources: SourceOption[]
  keywords?: string
  locale: ReportLocale
  /** Above the form, and the dialog’s title with it: where ranks are one of several things to track. */
  lead?: { title: string; choice: ReactNode }
  onClose: () => void
}

const fields = [
  ...(['domain', 'keywords', 'competitors', 'country', 'language'] as const),
  ...(['device', 'source', 'depth', 'max_cost_usd'] as const),
]
const depths = [10, 20, 30, 50, 100].map((depth) => ({ value: String(depth), label: `First ${depth} results` }))

/** Form to track a site’s positions; the cost is shown before anything is asked. */
export function NewTrackerDialog({ sources, keywords: given = '', locale, lead, onClose }: NewTrackerDialogProps) {
  const { workspace } = useSignedIn()
  const navigate = useNavigate()
  const [key] = useState(randomKey)
  const [domain, setDomain] = useState('')
  const [keywords, setKeywords] = useState(given)
  const [competitors, setCompetitors] = useState('')
  const [country, setCountry] = useState(locale.country)
  const [language, setLanguage] = useState(locale.language)
  const [device, setDevice] = useState<RankDevice>('desktop')
  const [frequency, setFrequency] = useState<RankFrequency>('weekly')
  const [depth, setDepth] = useState('20')
  const [source, setSource] = useState<RankSource | ''>(sources[0]?._id ?? '')
  const [pixels, setPixels] = useState(false)
  const [limit, setLimit] = useState('')
  const showsFees = useShowsFees()
  const canMeasure = sources.find(({ _id }) => _id === source)?.pixels === true

  const getInput = () => ({
    workspace_id: workspace._id,
    domain: domain.trim(),
    keywords: getLines(keywords),
    competitors: getLines(competitors),
    ...{ country, language, device, frequency },
    depth: Number(depth),
    ...(source ? { source } : {}),
    pixels: canMeasure && pixels,
    max_cost_usd: limit.trim() === '' ? null : Number(limit.replace(',', '.').replace('$', '')),
  })
  const form = useContractForm({
    endpoint: ranksContract.add,
    fields,
    texts: rankErrorTexts,
    getInput,
    send: async (input) => {
      const { tracker } = await api(ranksContract.add, input, { idempotencyKey: key })
      onClose()
      if (tracker) await navigate(trackerHref(tracker._id))
      return null
    },
  })
  const { field } = form
  const isReady = parseSiteTarget(domain) !== null && getLines(keywords).length > 0
  const { estimate, error } = useDryRun(ranksContract.add, isReady ? getInput() : null)
  return (
    <FormDialog
      title={lead?.title ?? 'Track ranks'}
      description="Earshot checks Google’s results on a schedule. A check that fails is shown as a gap, never as a position."
      form={form}
      action="Track ranks"
      onClose={onClose}
      className="grid gap-4.5"
    >
      {lead?.choice}
      <Field label="Domain" {...field('domain')} hint="Subdomains count. For a folder, add its path: example.com/blog.">
        <Input value={domain} onChange={(event) => setDomain(event.target.value)} placeholder="example.com" />
      </Field>
      <Field label="Keywords" {...field('keywords')} hint="One per line, up to 1,000.">
        <Textarea rows={5} value={keywords} onChange={(event) => setKeywords(event.target.value)} />
      </Field>
      <Field label="Competitors" {...field('competitors')} required={undefined} hint="Domains, one per line. Optional.">
        <Textarea rows={2} value={competitors} onChange={(event) => setCompetitors(event.target.value)} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Country" {...field('country')}>
          <Select options={countries} value={country} onChange={(event) => setCountry(event.target.value)} />
        </Field>
        <Field label="Language" {...field('language')}>
          <Select options={languages} value={language} onChange={(event) => setLanguage(event.target.value)} />
        </Field>
        <Field label="Source" {...field('source')} required={undefined}>
          <Select
            options={sources.map(({ _id, label }) => ({ value: _id, label }))}
            value={source}
            onChange={(event) => setSource(event.target.value as RankSource)}
          />
        </Field>
        <Field label="Depth" {...field('depth')} required={undefined}>
          <Select options={depths} value={depth} onChange={(event) => setDepth(event.target.value)} />
        </Field>
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">Device</span>
          <Segmented
            label="Device"
            value={device}
            onChange={setDevice}
            options={[
              { value: 'desktop', label: 'Desktop' },
              { value: 'mobile', label: 'Mobile' },
            ]}
          />
          {field('device').error && <p className="text-bad text-xs">{field('device').error}</p>}
        </div>
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">Frequency</span>
          <Segmented
            label="Frequency"
            value={frequency}
            onChange={setFrequency}
            options={[
              { value: 'daily', label: 'Daily' },
              { value: 'weekly', label: 'Weekly' },
            ]}
          />
        </div>
        {canMeasure && (
          <Checkbox
            checked={pixels}
            onChange={(event) => setPixels(event.target.checked)}
            hint={`How far from the top of the page your result is, under ads and AI Overviews.${showsFees ? ' Each check costs more.' : ''}`}
          >
            Measure pixels from the top
          </Checkbox>
        )}
        {showsFees && (
          <Field
            label="Monthly limit in US dollars"
            {...field('max_cost_usd')}
            required={undefined}
            hint="Checks stop when it’s reached. Leave empty for no limit."
          >
            <Input inputMode="decimal" value={limit} onChange={(event) => setLimit(event.target.value)} />
          </Field>
        )}
      </div>
      <div aria-live="polite" className="min-h-11 rounded-m bg-well px-3 py-2.5 text-s">
        {estimate ? (
          <Cost estimate={estimate} showsFees={showsFees} />
        ) : error ? (
          getErrorText(error, rankErrorTexts)
        ) : (
          costUnknown
        )}
      </div>
    </FormDialog>
  )
}

const costUnknown = 'Enter a domain and keywords to see what a run takes.'

function Cost({ estimate, showsFees }: { estimate: RankEstimate; showsFees: boolean }) {
  const { keywords, cost_usd, pixels_usd, month_cost_usd, known, source, queued } = estimate
  return (
    <>
      {showsFees && (
        <b className="block font-[550]">
          {cost_usd === 0 ? 'Free' : `Up to ${formatUsd(cost_usd)} per run, ${formatUsd(month_cost_usd)} per month`}
          {pixels_usd > 0 && `, of which ${formatUsd(pixels_usd)} per run for pixels`}
        </b>
      )}
      <span className="text-ink-2 text-xs">
        {plural(keywords, 'keyword')}, {sourceNames[source]}
        {known > 0 &&
          `. ${plural(known, 'results page')} already known from today${showsFees ? ': the first run costs less' : ''}`}
        .
        {queued &&
          ` Scheduled runs wait in ${sourceNames[source]}’s queue${showsFees ? ', which costs less' : ''}: results take minutes, up to an hour. Run now asks right away${showsFees ? ' at the full price' : ''}.`}
        {source === 'searxng' && ' Positions are SearXNG’s own order over its search engines, not Google’s alone.'}
      </span>
    </>
  )
}
