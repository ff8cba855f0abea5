// biome-ignore-all lint/a11y/noAutofocus: after a refusal the cursor starts in the field to correct.
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { countries, countryName, languageName, languages, type ReportLocale } from '#web/components/locales.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { demoHref, sampleTopics } from './static-sample.ts'

export type DemoFormProps = {
  query: string
  locale: ReportLocale
  error?: ErrorBody | null
}

/** Query and locale. Above a report the locale fields are folded, so that the report starts higher. */
export function DemoForm({ query, locale, error }: DemoFormProps) {
  const getError = (field: string) => getFieldError(error, field, reportErrorTexts)
  const where = (
    <>
      <Field label="Country" error={getError('country')}>
        <Select name="country" defaultValue={locale.country} options={countries} className="w-full [&>select]:h-10" />
      </Field>
      <Field label="Language" error={getError('language')}>
        <Select name="language" defaultValue={locale.language} options={languages} className="w-full [&>select]:h-10" />
      </Field>
    </>
  )
  return (
    <form
      action="/demo"
      noValidate
      className={cx(
        'grid grid-cols-2 items-start gap-3',
        query ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : 'sm:grid-cols-[minmax(0,1fr)_180px_150px_auto]',
      )}
    >
      <Field label="What do people ask about" error={getError('query')} className="max-sm:col-span-2">
        <Input
          name="q"
          defaultValue={query}
          placeholder="cold brew coffee"
          required
          maxLength={200}
          autoFocus={getError('query') !== undefined}
          className="h-10!"
        />
      </Field>
      {!query && where}
      <Button
        type="submit"
        variant="solid"
        className="h-10 px-5! max-sm:col-span-2 sm:mt-[25.5px]"
        data-busy="Searching…"
      >
        Search
      </Button>
      {query && (
        <Disclosure
          className="col-span-full"
          open={Boolean(getError('country') ?? getError('language'))}
          summary={`Results for ${countryName(locale.country)} in ${languageName(locale.language)}`}
        >
          <div className="mt-2 grid max-w-90 grid-cols-2 gap-3">{where}</div>
        </Disclosure>
      )}
      <div className="col-span-full hidden in-data-sent:block" role="status">
        <div className="h-0.5 overflow-hidden bg-line">
          <div className="h-full w-2/5 animate-[ui-slide_1.1s_ease-in-out_infinite] bg-accent" />
        </div>
        <p className="mt-2 text-ink-2">
          Searching Google, Bing, DuckDuckGo, YouTube and Wikipedia. This takes up to 5 seconds; sample topics are
          instant.
        </p>
      </div>
    </form>
  )
}

/** The topics that can always be shown. */
export function SampleTopics({ current, label }: { current?: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="mr-1 text-xs text-ink-3">{label}</span>
      {sampleTopics.map((topic) => (
        <a
          key={topic}
          href={demoHref(topic)}
          aria-current={topic === current ? 'page' : undefined}
          className="flex h-7 items-center rounded-full border border-line-2 bg-panel px-3 text-xs no-underline hover:border-mark hover:bg-well aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink"
        >
          {topic}
        </a>
      ))}
    </div>
  )
}
