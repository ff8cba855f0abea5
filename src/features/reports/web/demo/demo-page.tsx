import { data } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { countries, getReportLocale, languages, localeCookie } from '#web/components/locales.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import { readCookie } from '#web/session/session.ts'
import { type Report, reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { QuestionWheel } from '../report/questions/question-wheel.tsx'
import { groupId } from '../report/questions/wheel-drawing.tsx'
import { SourceStrip } from '../report/sources/source-status.tsx'
import { SourceSummary } from '../report/sources/source-summary.tsx'
import type { Route } from './+types/demo-page.ts'
import { DemoForm, SampleTopics } from './demo-form.tsx'
import { type Part, ReportFacts, StaticReport } from './static-report.tsx'
import { demoHref, isSampleTopic, sampleReport, sampleTopic } from './static-sample.ts'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ request, context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  const searchParams = new URL(request.url).searchParams
  const query = (searchParams.get('q') ?? '').trim().replace(/\s+/g, ' ')
  const usual = getReportLocale(readCookie(request, localeCookie), request.headers.get('Accept-Language'))
  const locale = isSampleTopic(query)
    ? { country: 'US', language: 'en' }
    : {
        country: getKnown(countries, searchParams.get('country')) ?? usual.country,
        language: getKnown(languages, searchParams.get('language')) ?? usual.language,
      }
  const page = {
    query,
    locale,
    publicUrl,
    signedIn,
    report: null as Report | null,
    error: null as DemoError | null,
    example: null as Report | null,
  }
  if (query === '') {
    const example = await sampleReport(call)
    return searchParams.has('q') ? data({ ...page, example, error: emptyQuery }, { status: 400 }) : { ...page, example }
  }
  try {
    const { report } = await call(reportsContract.demo, { query, ...locale }, { signal: request.signal })
    return { ...page, report }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const headers: Record<string, string> = error.options.retryAfterSeconds
      ? { 'Retry-After': String(error.options.retryAfterSeconds) }
      : {}
    return data({ ...page, error: error.toBody() }, { status: error.status, headers })
  }
}

const getKnown = (list: { value: string }[], value: string | null) => list.find((one) => one.value === value)?.value

type DemoError = ReturnType<AppError['toBody']>

const emptyQuery: DemoError = {
  code: 'invalid_input',
  message: 'query is missing.',
  field: 'query',
  reason: 'missing',
  retryable: false,
}

/** The wait is for those who asked: a refusal's Retry-After reaches them. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const wait = loaderHeaders.get('Retry-After')
  return wait ? { 'Retry-After': wait } : {}
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Demo · Earshot' }]
  const { query, publicUrl, report } = loaderData
  if (query === '')
    return publicMeta({
      title: 'Demo · Earshot',
      description: 'Enter a topic and see what people ask about it: questions, comparisons and phrases, with sources.',
      publicUrl,
      path: '/demo',
    })
  return publicMeta({
    title: `What people ask about ${query} · Earshot`,
    description: `Questions, comparisons and phrases that people search for about ${query}.`,
    publicUrl,
    path: report && isSampleTopic(query) ? demoHref(query.toLowerCase()) : null,
  })
}

export default function DemoPage({ loaderData }: Route.ComponentProps) {
  const { query, locale, report, error, signedIn, example } = loaderData
  const sample = report?.sources.some((source) => source.id === 'sample') ?? false
  return (
    <PublicFrame signedIn={signedIn} next={query ? `/app/reports/new?q=${encodeURIComponent(query)}` : undefined}>
      <main className="mx-auto w-full max-w-[1280px] px-5 pt-4 sm:px-8">
        {!report && (
          <>
            <h1 className="title mt-6 text-[clamp(34px,5vw,56px)]">What do people ask?</h1>
            <p className="mt-3 mb-7 max-w-150 text-l text-ink-2">
              Get a small report in seconds. No account or card needed. Five sample topics always work; any other topic
              uses live sources.
            </p>
          </>
        )}
        <DemoForm query={query} locale={locale} error={error} />
        <div className="mt-3.5">
          <SampleTopics
            current={sample ? query.toLowerCase() : undefined}
            label={report?.status === 'failed' || error ? 'Sample topics (always available)' : 'Sample topics'}
          />
        </div>
        {error && (!error.field || error.code !== 'invalid_input') && <Refused error={error} signedIn={signedIn} />}
        {report && <Demo report={report} sample={sample} signedIn={signedIn} />}
        {example && <Example report={example} />}
      </main>
    </PublicFrame>
  )
}

/** What one gets, before one has asked. */
function Example({ report }: { report: Report }) {
  return (
    <figure className="mx-auto mt-14 max-w-[820px]">
      <QuestionWheel
        seed={sampleTopic}
        rows={report.sections.questions ?? []}
        getHref={(group) => `${demoHref(sampleTopic)}#${groupId(group)}`}
        legend={false}
        drawn
      />
      <figcaption className="mt-3 text-center text-xs text-ink-3">
        What people ask about {sampleTopic}. Sample data. Select a word to open that part of the report.
      </figcaption>
    </figure>
  )
}

function Refused({ error, signedIn }: { error: DemoError; signedIn: boolean }) {
  return (
    <ErrorNote
      className="mt-8"
      tone={error.code === 'rate_limited' ? 'warn' : 'bad'}
      todo={error.code === 'rate_limited' && !signedIn ? 'Accounts have their own limits.' : undefined}
      action={
        signedIn ? <Button href="/app/reports/new">New report</Button> : <Button href="/signup">Create account</Button>
      }
    >
      {getErrorText(error, reportErrorTexts)}
    </ErrorNote>
  )
}

function Demo({ report, sample, signedIn }: { report: Report; sample: boolean; signedIn: boolean }) {
  const failed = report.status === 'failed'
  const error = getStoredError(report)
  return (
    <article className="mt-10">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 className="title text-[clamp(30px,4.5vw,44px)]">{report.query}</h1>
          <ReportFacts report={report} />
          {sample && (
            <p className="mt-2.5 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-ink-2">
              <Badge tone="accent">Sample data</Badge>
              Written for this demo. There are no search volumes, and page links don’t work.
            </p>
          )}
        </div>
        <div className="flex gap-2" data-screen-only>
          {signedIn ? (
            <Button variant="solid" href={`/app/reports/new?q=${encodeURIComponent(report.query)}`}>
              Run full report
            </Button>
          ) : (
            !failed && (
              <Button variant="solid" href={signUpHref(report)}>
                Sign up to save your report
              </Button>
            )
          )}
        </div>
      </div>
      {error && (
        <ErrorNote className="mt-6" tone="warn" todo="See the sources below for details.">
          {getErrorText(error, reportErrorTexts)}
        </ErrorNote>
      )}
      <div className="mt-5">
        <SourceSummary sources={report.sources} rows={report.rows}>
          <SourceStrip sources={report.sources} over />
        </SourceSummary>
      </div>
      {!failed && report.rows === 0 && (
        <p className="mt-8 max-w-170 text-l text-ink-2">
          The sources that responded have no suggestions for “{report.query}”. Try a shorter or more common keyword.
        </p>
      )}
      {failed && report.rows > 0 && (
        <p className="mt-8 max-w-170 text-l text-ink-2">
          No source could be reached. The phrases below are templates, not real searches.
        </p>
      )}
      <StaticReport
        report={report}
        first="questions"
        without={failed || report.rows === 0 ? ['overview'] : []}
        locked={(part) => <Locked part={part} report={report} signedIn={signedIn} />}
      />
    </article>
  )
}

const signUpHref = (report: Report) =>
  `/signup?redirect_to=${encodeURIComponent(`/app/reports/new?q=${encodeURIComponent(report.query)}`)}`

const lockedText: Partial<Record<Part['id'], string>> = {
  serp: 'A full report reads the top 10 ranking pages: length, headings and gaps.',
  clusters: 'A full report groups keywords into topics and shows them on a map.',
  terms: 'A full report lists the terms the ranking pages share, by weight.',
  trend: 'A full report shows interest over time when a source has it.',
}

function Locked({ part, report, signedIn }: { part: Part; report: Report; signedIn: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-l border border-dashed border-line-2 px-5 py-5">
      <p className="min-w-60 flex-1 text-ink-2">{lockedText[part.id] ?? part.about} Not included in the demo.</p>
      {signedIn ? (
        <Button href={`/app/reports/new?q=${encodeURIComponent(report.query)}`}>Run full report</Button>
      ) : (
        <Button href={signUpHref(report)}>Create account</Button>
      )}
    </div>
  )
}
