import { ChevronDown, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { unlimited } from '#features/plans/contract-tools.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { reportErrorTexts } from '#features/reports/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { countries, languages, type ReportLocale, rememberLocale } from '#web/components/locales.ts'
import { checkOwnLimit, useSignedIn } from '#web/session/use-signed-in.ts'

export type StartBoxProps = { locale: ReportLocale; autoFocus?: boolean }

/** One field that runs a topic report for the last used country and language. */
export function StartBox({ locale, autoFocus }: StartBoxProps) {
  const signedIn = useSignedIn()
  const navigation = useNavigation()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [limit, setLimit] = useState<string | null>(null)
  const [chosen, setChosen] = useState(locale)
  const busy =
    navigation.state !== 'idle' && navigation.formAction === '/app/reports/new' && !navigation.formData?.has('sources')

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const query = String(new FormData(event.currentTarget).get('query') ?? '').trim()
    const verdict = checkOwnLimit(signedIn, 'reports', 1)
    const problem = query === '' ? ({ code: 'invalid_input', field: 'query', reason: 'missing' } as const) : null
    setRefusal(problem && getErrorText(problem, reportErrorTexts))
    if (problem) event.currentTarget.querySelector<HTMLInputElement>('[name="query"]')?.focus()
    setLimit(query === '' || verdict.ok ? null : verdict.message)
    if (query === '' || !verdict.ok || busy) event.preventDefault()
    else rememberLocale(chosen)
  }
  return (
    <section aria-label="New report">
      <Form method="post" action="/app/reports/new" onSubmit={onSubmit} noValidate>
        <input type="hidden" name="type" value="topic" />
        <input type="hidden" name="depth" value="1" />
        <div className="flex flex-wrap items-center gap-1 rounded-l border border-mark bg-panel p-1 focus-within:border-accent hover:border-ink-3 has-aria-invalid:border-bad">
          <Search size={18} className="ml-2.5 shrink-0 text-ink-3" aria-hidden />
          <input
            type="text"
            name="query"
            aria-label="Topic or keyword"
            placeholder={autoFocus ? 'cold brew coffee' : 'Topic or question'}
            className="h-10 min-w-0 flex-1 basis-48 bg-transparent px-2 text-l outline-none placeholder:text-ink-3"
            maxLength={200}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the one field of an empty workspace
            autoFocus={autoFocus}
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? 'start-refusal' : undefined}
            onChange={() => refusal && setRefusal(null)}
          />
          <span className="flex min-w-0 items-center max-sm:order-3 max-sm:w-full sm:border-line sm:border-l sm:pl-1">
            <LocaleSelect
              name="country"
              label="Country"
              value={chosen.country}
              options={countries}
              onChange={(country) => setChosen({ ...chosen, country })}
            />
            <LocaleSelect
              name="language"
              label="Language"
              value={chosen.language}
              options={languages}
              onChange={(language) => setChosen({ ...chosen, language })}
            />
          </span>
          <Button type="submit" variant="solid" busy={busy} className="h-10! px-4! max-sm:order-4 max-sm:w-full">
            Run report
          </Button>
        </div>
        <p className="mt-1.5 px-3.5 text-ink-3 text-xs">
          <ReportsLeft />{' '}
          <Link href="/app/reports/new" className="link">
            More options
          </Link>
        </p>
      </Form>
      {limit && <LimitNotice message={limit} tool="reports" className="mt-3" />}
      {refusal && (
        <ErrorNote className="mt-3">
          <span id="start-refusal" className="whitespace-pre-line">
            {refusal}
          </span>
        </ErrorNote>
      )}
    </section>
  )
}

/** How many reports the plan has left. Members use the owner's plan, whose numbers they don't see. */
function ReportsLeft() {
  const { user, workspace } = useSignedIn()
  const allowance = Number(user.plan.reports)
  if (workspace.role !== 'owner' || allowance >= unlimited) return null
  const left = Math.max(0, allowance - user.usage.reports)
  return `${formatCount(left)} of ${formatCount(allowance)} reports left this month.`
}

type LocaleSelectProps = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A select inside the box's frame. */
function LocaleSelect({ name, label, value, options, onChange }: LocaleSelectProps) {
  return (
    <span className="relative min-w-0">
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 max-w-36 appearance-none truncate rounded-m bg-transparent pr-6 pl-2 text-ink-2 text-s hover:bg-well hover:text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={13}
        className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2 text-ink-3"
        aria-hidden
      />
    </span>
  )
}
