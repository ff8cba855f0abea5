import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Input } from '#ui/input.tsx'
import { Link } from '#ui/link.tsx'
import { Select } from '#ui/select.tsx'
import { getErrorText } from '#web/error-texts.ts'
import { countries, languages, type ReportLocale, rememberPlace } from '#web/locales.ts'
import { checkOwnLimit, useSignedIn } from '#web/use-signed-in.ts'
import { reportErrorTexts } from './error-texts.ts'

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
    else rememberPlace(chosen)
  }
  return (
    <section aria-label="New report">
      <Form
        method="post"
        action="/app/reports/new"
        onSubmit={onSubmit}
        noValidate
        className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <input type="hidden" name="type" value="topic" />
        <input type="hidden" name="depth" value="1" />
        <Input
          scale="l"
          name="query"
          icon={<Search size={18} aria-hidden />}
          aria-label="Topic or keyword"
          placeholder="What do people ask about…"
          maxLength={200}
          autoComplete="off"
          autoFocus={autoFocus}
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? 'start-refusal' : undefined}
          onChange={() => refusal && setRefusal(null)}
        />
        <Button type="submit" variant="solid" busy={busy} className="h-12! px-6!">
          Run report
        </Button>
        <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
          <Select
            scale="s"
            name="country"
            aria-label="Country"
            className="w-auto! max-w-50"
            value={chosen.country}
            onChange={(event) => setChosen({ ...chosen, country: event.target.value })}
            options={countries}
          />
          <Select
            scale="s"
            name="language"
            aria-label="Language"
            className="w-auto! max-w-40"
            value={chosen.language}
            onChange={(event) => setChosen({ ...chosen, language: event.target.value })}
            options={languages}
          />
          <Link href="/app/reports/new" className="link ml-1 text-ink-2 text-xs">
            More options: several queries, sources, depth
          </Link>
        </div>
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
