import { Plus, X } from 'lucide-react'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useDryRun } from '#web/calls/use-dry-run.ts'
import { countries, languages } from '#web/components/locales.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'
import {
  maxTrendKeywords,
  type ResearchSource,
  researchContract,
  type TrendRange,
  type TrendSource,
  trendRanges,
} from '../../contract.ts'
import { rangeLabels } from '../../rules/research-labels.ts'
import { researchErrorTexts } from '../error-texts.ts'
import { LookupCost } from '../lookup-cost.tsx'
import { lineTones } from './line-colors.ts'

export type TrendFormProps = {
  sources: ResearchSource[]
  hasImports: boolean
  keywords: string[]
  country: string | null
  language: string
  range: TrendRange
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

  const focusOn = (at: number) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[data-keyword="${at}"]`)?.focus())
  const change = (at: number, text: string) => {
    setEmpty(false)
    // Pasted lines become keywords of their own.
    const lines = text.split(/\r?\n/).map((line) => line.trim())
    if (lines.length > 1) {
      const next = [...keywords.slice(0, at), ...lines.filter(Boolean), ...keywords.slice(at + 1)]
      setKeywords(next.slice(0, maxTrendKeywords))
    } else setKeywords((old) => old.map((each, index) => (index === at ? text : each)))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed.length === 0) {
      setEmpty(true)
      focusOn(0)
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
      <fieldset>
        <legend className="mb-1.5 font-[550] text-s">Keywords</legend>
        <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
          {keywords.map((keyword, at) => (
            <div key={at} className="flex min-w-0 items-center gap-2">
              <span className="h-0.5 w-3 shrink-0 rounded-xs" style={{ background: lineTones[at] }} aria-hidden />
              <Input
                data-keyword={at}
                aria-label={`Keyword ${at + 1}`}
                aria-invalid={empty && at === 0 ? true : undefined}
                value={keyword}
                maxLength={200}
                placeholder={at === 0 ? 'cold brew' : 'compare with'}
                onChange={(event) => change(at, event.target.value)}
                onPaste={(event) => {
                  const text = event.clipboardData.getData('text/plain')
                  if (!/\n/.test(text.trim())) return
                  event.preventDefault()
                  change(at, text)
                }}
              />
              {keywords.length > 1 && (
                <IconButton
                  label={keyword.trim() === '' ? 'Remove empty field' : `Remove ${keyword}`}
                  bare
                  onClick={() => {
                    setKeywords((old) => old.filter((_, index) => index !== at))
                    focusOn(Math.max(0, at - 1))
                  }}
                >
                  <X size={15} aria-hidden />
                </IconButton>
              )}
            </div>
          ))}
          {keywords.length < maxTrendKeywords && (
            <Button
              variant="quiet"
              className="justify-self-start"
              icon={<Plus size={15} aria-hidden />}
              onClick={() => {
                setKeywords((old) => [...old, ''])
                focusOn(keywords.length)
              }}
            >
              Add keyword
            </Button>
          )}
        </div>
        {empty && (
          <p className="mt-1.5 text-bad text-xs" role="alert">
            Enter a keyword.
          </p>
        )}
      </fieldset>
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
