import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { countries, languages } from '#web/components/locales.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import {
  type ResearchSource,
  researchContract,
  type TrendRange,
  type TrendSource,
  trendRanges,
} from '../../contract.ts'
import { rangeLabels } from '../../rules/research-labels.ts'
import { researchErrorTexts } from '../error-texts.ts'
import { LookupCost } from '../lookup-cost.tsx'
import { TrendKeywords } from './trend-keywords.tsx'

export type TrendFormProps = {
  sources: ResearchSource[]
  hasImports: boolean
  keywords: string[]
  country: string | null
  language: string
  range: TrendRange
  autoFocus: boolean
}

const everywhere = { value: '', label: 'Worldwide' }

export function TrendForm(props: TrendFormProps) {
  const { sources, hasImports } = props
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const call = useCall()
  const form = useRef<HTMLFormElement>(null)
  const [keywords, setKeywords] = useState(props.keywords.length > 0 ? props.keywords : [''])
  const [country, setCountry] = useState(props.country ?? '')
  const [language, setLanguage] = useState(props.language)
  const [range, setRange] = useState(props.range)
  const [source, setSource] = useState<TrendSource | ''>('')
  const [empty, setEmpty] = useState(false)
  const trimmed = useMemo(() => keywords.map((text) => text.trim()).filter(Boolean), [keywords])
  const input = {
    workspace_id: signedIn.workspace._id,
    keywords: trimmed,
    range,
    language,
    ...(country ? { country } : {}),
    ...(source ? { source } : {}),
  }
  const { estimate, error } = useDryRun(researchContract.trends, trimmed.length > 0 ? input : null)
  const verdict = checkOwnLimit(signedIn, 'trends', 1)
  const limit = verdict.ok ? null : verdict.message

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed.length === 0) {
      setEmpty(true)
      form.current?.querySelector<HTMLElement>('[data-keyword="0"]')?.focus()
      return
    }
    if (limit) {
      document.getElementById('limit-notice')?.focus()
      return
    }
    void call.run(async () => {
      const { lookup_id } = await api(researchContract.trends, input)
      await navigate(`/app/trends?lookup=${lookup_id}`, { preventScrollReset: true })
    })
  }
  const counted = [
    { value: '', label: 'Automatic' },
    ...sources
      .filter(({ trends }) => trends)
      .map(({ id, label, unavailable }) => ({
        value: id,
        label: `${id === 'wikipedia' ? 'Wikipedia page views' : `Google Trends via ${label}`}${unavailable ? ' (not set up)' : ''}`,
        disabled: unavailable !== null,
      })),
    { value: 'imported', label: `Imported files${hasImports ? '' : ' (none)'}`, disabled: !hasImports },
  ]
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-4" noValidate>
      <TrendKeywords
        keywords={keywords}
        isMissing={empty}
        autoFocus={props.autoFocus}
        onChange={(next) => {
          setEmpty(false)
          setKeywords(next)
        }}
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="grid gap-1.5">
          <span className="font-[550] text-s">Time range</span>
          <Segmented
            label="Time range"
            value={range}
            onChange={setRange}
            options={trendRanges.map((value) => ({ value, label: rangeLabels[value] }))}
          />
        </div>
        <Field label="Country" className="w-44 max-sm:w-full">
          <Select
            value={country}
            onChange={(event) => setCountry(event.target.value)}
            options={[everywhere, ...countries]}
          />
        </Field>
        <Field label="Language" className="w-36 max-sm:w-full">
          <Select value={language} onChange={(event) => setLanguage(event.target.value)} options={languages} />
        </Field>
        <Field label="Source" className="w-60 max-sm:w-full">
          <Select
            value={source}
            onChange={(event) => setSource(event.target.value as TrendSource | '')}
            options={counted}
          />
        </Field>
        <Button type="submit" variant="solid" busy={call.busy}>
          Look up trends
        </Button>
      </div>
      <LookupCost kind="trends" estimate={estimate} limit={limit} />
      <CallError error={call.error ?? error} texts={researchErrorTexts} />
    </form>
  )
}
