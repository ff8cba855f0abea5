import type { ShownBrand } from '#features/domains/contract.ts'
import type { Finding, Report, SourceState } from '#features/reports/contract.ts'
import { sourceLabel, stateLabels } from '#features/reports/web/keyword-labels.ts'
import { getFindingText, hasSum } from '#features/reports/web/report/overview/finding-texts.ts'
import { getSourceText } from '#features/reports/web/stored-error-texts.ts'
import { formatCount, formatDateTime, formatDay } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import { countFound } from '../../rules/report-for-readers.ts'
import { getUsedSources, methodPart, summaryPart } from './report-contents.tsx'
import { ReportHeading } from './report-heading.tsx'

/** The head of a report for a client: whose it is, what it's about, when and where its data is from. */
export function ReportCover({ report, brand }: { report: Report; brand: ShownBrand | null }) {
  const facts = [
    { label: 'Date', value: formatDay(report.finished_at ?? report.created_at) },
    { label: 'Market', value: `${countryName(report.country)} · ${languageName(report.language)}` },
    { label: 'Keywords', value: formatCount(countFound(report)) },
    ...(brand ? [{ label: 'Prepared by', value: brand.name }] : []),
  ]
  return (
    <header className="rounded-l bg-[light-dark(var(--accent-ink),var(--accent-wash))] px-6 py-8 text-[light-dark(var(--paper),var(--ink))] sm:px-10 sm:py-11 print:rounded-none print:px-8 print:py-9">
      {brand ? (
        <p className="flex items-center gap-2.5 font-[550]">
          {brand.logo && (
            // Decorative: the name is beside it. On white, since logos are made for it.
            <span className="rounded-s bg-white p-1">
              <img src={brand.logo} alt="" height={28} className="block h-7 w-auto max-w-36 object-contain" />
            </span>
          )}
          {brand.name}
        </p>
      ) : (
        <p className="font-[550]">Earshot</p>
      )}
      <h1 className="title mt-9 text-[clamp(30px,5vw,48px)] [overflow-wrap:anywhere]">
        {report.title ?? report.query}
      </h1>
      <p className="mt-2 text-l">What people search for, ask and compare, and the pages they find.</p>
      {isSample(report) && <p className="mt-3 w-fit rounded-s bg-paper px-2 py-0.5 font-[550] text-ink">Sample data</p>}
      <dl className="mt-8 flex flex-wrap gap-x-12 gap-y-4 border-current/30 border-t pt-5">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs">{label}</dt>
            <dd className="font-[550]">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

/** Sample data is nobody's searches: it's said wherever the report goes. */
const isSample = ({ sources }: Report) => sources.some(({ id, state }) => id === 'sample' && state === 'done')

/**
 * Findings as sentences. Every number in them is counted from the report's rows.
 * @param sumNote why their sums of searches can be too high, or nothing
 */
export function ReportSummary({ findings, sumNote }: { findings: Finding[]; sumNote: string }) {
  if (findings.length === 0) return null
  // What the numbers leave out is no finding for a client, but belongs beside them.
  const [gaps, shown] = [findings.filter(isGap), findings.filter((finding) => !isGap(finding))]
  return (
    <section id={summaryPart.id} aria-labelledby="summary-title" className="scroll-mt-10 pt-9">
      <ReportHeading id="summary-title" title={summaryPart.title} />
      <ol className="mt-3 max-w-220 border-line not-empty:border-t">
        {shown.map((finding, at) => {
          const { link, rest, note } = getFindingText(finding)
          return (
            <li key={finding.kind} className="flex gap-4 border-line border-b py-3">
              <span className="w-4 shrink-0 text-ink-3">{at + 1}</span>
              <p className="min-w-0 font-serif text-l leading-snug [overflow-wrap:anywhere]">
                <strong className="font-semibold">{link}</strong>
                {rest}
                {note && <span className="block pt-0.5 font-sans text-ink-3 text-xs">{note}</span>}
              </p>
            </li>
          )
        })}
      </ol>
      {gaps.map(getFindingText).map(({ link, rest }) => (
        <p key={link} className="mt-2 text-ink-3 text-xs">
          {link}
          {rest}
        </p>
      ))}
      {sumNote && shown.some(hasSum) && <p className="mt-2 text-ink-3 text-xs">{sumNote}</p>}
    </section>
  )
}

const isGap = ({ kind }: Finding) => kind === 'no_volume'

const methodSentence =
  'Every keyword comes from a source below; ideas are template phrases. A dash means that no source has a number. No number is from a language model.'

/** Every source, what it returned and when, and what is missing because of it. */
export function ReportMethod({ report }: { report: Report }) {
  const fetched = new Map((report.sections.provenance ?? []).map((one) => [one.source as string, one]))
  const used = getUsedSources(report)
  if (used.length === 0) return null
  return (
    <section id={methodPart.id} aria-labelledby="method-title" className="scroll-mt-10 pt-12 print:pt-8">
      <ReportHeading id="method-title" title={methodPart.title} about={methodSentence} />
      <Table caption="Sources of this report">
        <thead>
          <tr>
            <TableHead>Source</TableHead>
            <TableHead numeric>Keywords</TableHead>
            <TableHead>Date</TableHead>
            <TableHead>Note</TableHead>
          </tr>
        </thead>
        <tbody>
          {used.map((source) => (
            <SourceRow key={source.id} source={source} fetched={fetched.get(source.id)} />
          ))}
        </tbody>
      </Table>
    </section>
  )
}

type Fetched = NonNullable<Report['sections']['provenance']>[number]

const SourceRow = ({ source, fetched }: { source: SourceState; fetched: Fetched | undefined }) => (
  <TableRow>
    <TableCell className="font-[550]">{source.label || sourceLabel(source.id)}</TableCell>
    <TableCell numeric>{source.state === 'failed' ? '–' : formatCount(source.count)}</TableCell>
    <TableCell className="text-ink-2">{fetched ? `${formatDateTime(fetched.fetched_at)} UTC` : '–'}</TableCell>
    <TableCell className={source.state === 'failed' ? 'text-bad' : 'text-ink-2'}>{getNote(source, fetched)}</TableCell>
  </TableRow>
)

function getNote(source: SourceState, fetched: Fetched | undefined): string {
  // What can be done about it, after the first sentence, concerns those who run reports.
  if (source.error || source.failure) return getSourceText(source)?.split(/(?<=[.!?])\s/)[0] ?? ''
  if (source.state !== 'done') return stateLabels[source.state]
  return fetched?.cached ? 'from cached results' : ''
}
