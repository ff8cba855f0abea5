import { engineLabels } from '#providers/answer-engines/port.ts'
import { formatCount, formatDay, formatDayShort, formatDecimal, formatPercent, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { ExtraData, ReportExtra } from '../../contract.ts'
import { sharingErrorTexts } from '../error-texts.ts'
import { extraLabels } from '../mailing-extras.tsx'
import { ReportHeading } from '../shared-report/report-heading.tsx'

type Data<Kind extends ExtraData['kind']> = Extract<ExtraData, { kind: Kind }>
type Figure = { label: string; value: string; was?: string | null }

export const getExtraPart = ({ kind, data }: ReportExtra, at: number) => ({
  id: `more-${at + 1}`,
  title: data ? getTitle(data) : extraLabels[kind],
})

/** What an emailed report has besides the report. What couldn’t be read has its place and says so. */
export function ReportExtras({ extras }: { extras: readonly ReportExtra[] }) {
  return extras.map((extra, at) => {
    const { id, title } = getExtraPart(extra, at)
    return (
      <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-10 pt-9 print:pt-8">
        <ReportHeading id={`${id}-title`} title={title} about={extra.data ? getAbout(extra.data) : ''} />
        {extra.data ? <Extra data={extra.data} /> : <Failure extra={extra} />}
      </section>
    )
  })
}

function Failure({ extra: { failure } }: { extra: ReportExtra }) {
  const isDeleted = failure?.reason === 'extra_deleted'
  return (
    <p role="status" className="border-accent border-s-2 ps-3.5">
      {isDeleted
        ? 'This part has no data: what it showed was deleted.'
        : 'This part couldn’t be read when this page was made. Its numbers are missing here; they aren’t zero.'}
    </p>
  )
}

function getTitle(data: ExtraData): string {
  if (data.kind === 'ranks') return `Ranks of ${data.domain}`
  if (data.kind === 'answers') return `${data.brand} in AI answers`
  if (data.kind === 'site') return `Searches of ${data.url}`
  return data.kind === 'plan' ? `Content plan: ${data.name}` : `New and lost keywords: ${data.keyword}`
}

function getAbout(data: ExtraData): string {
  if (data.kind === 'ranks')
    return data.last_run_at
      ? `Google, ${data.country}, ${data.device}, checked ${formatDay(data.last_run_at)}.`
      : 'Not checked yet.'
  if (data.kind === 'answers') return data.at ? `Asked from ${formatDay(data.at)} on.` : 'Not asked yet.'
  if (data.kind === 'site') {
    if (!data.from || !data.to) return 'No Search Console data yet.'
    const source = data.uploaded ? 'an uploaded Search Console export' : 'Search Console'
    return `${formatDayShort(data.from)} – ${formatDayShort(data.to)}, from ${source}.`
  }
  if (data.kind === 'plan') return `As of ${formatDay(data.updated_at)}.`
  return `Since ${formatDay(data.since)}, ${plural(data.runs, 'run')}.`
}

function Extra({ data }: { data: ExtraData }) {
  if (data.kind === 'ranks') return <Ranks data={data} />
  if (data.kind === 'answers') return <Answers data={data} />
  if (data.kind === 'site') return <SiteSearches data={data} />
  return data.kind === 'plan' ? <PlanProgress data={data} /> : <ListenerChanges data={data} />
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 break-inside-avoid md:grid-cols-4 print:grid-cols-4">
      {figures.map(({ label, value, was }) => (
        <div key={label}>
          <dt className="text-ink-2 text-s">{label}</dt>
          <dd className="font-serif text-title leading-tight">{value}</dd>
          {was && <dd className="text-ink-3 text-xs">was {was}</dd>}
        </div>
      ))}
    </dl>
  )
}

const Note = ({ lines }: { lines: readonly (string | false | null)[] }) => (
  <p className="pt-3 text-ink-3 text-xs">{lines.filter(Boolean).join(' ')}</p>
)

const moveLabels = { new: 'new', lost: 'lost', up: 'up', down: 'down' } as const
const position = (value: number | null) => (value === null ? '–' : formatCount(value))

function Ranks({ data: { summary, keyword_count, depth, movers, last_run_at } }: { data: Data<'ranks'> }) {
  if (!last_run_at) return null
  return (
    <>
      <Figures
        figures={[
          { label: 'Keywords', value: formatCount(keyword_count) },
          { label: 'In the first 3', value: formatCount(summary.top3) },
          { label: 'In the first 10', value: formatCount(summary.top10) },
          { label: `In the first ${depth}`, value: formatCount(summary.ranked) },
        ]}
      />
      {movers.length > 0 && (
        <div className="pt-4">
          <Table caption="Keywords that moved in the last check">
            <thead>
              <tr>
                <TableHead>Keyword</TableHead>
                <TableHead numeric>Position</TableHead>
                <TableHead numeric>Before</TableHead>
                <TableHead>Change</TableHead>
              </tr>
            </thead>
            <tbody>
              {movers.map((mover) => (
                <TableRow key={mover.keyword} className="break-inside-avoid">
                  <TableCell className="[overflow-wrap:anywhere]">{mover.keyword}</TableCell>
                  <TableCell numeric>{position(mover.position)}</TableCell>
                  <TableCell numeric>{position(mover.previous)}</TableCell>
                  <TableCell>{moveLabels[mover.change]}</TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <Note
        lines={[
          summary.gaps > 0 &&
            `${plural(summary.gaps, 'keyword')} couldn’t be checked. They’re gaps, not lost positions.`,
          `“–” means not among the first ${depth} results.`,
        ]}
      />
    </>
  )
}

const toShare = ({ share, low, high }: { share: number | null; low: number | null; high: number | null }) =>
  share === null
    ? { value: 'not known', range: null }
    : {
        value: formatPercent(Math.round(share * 100) / 100),
        range: low === null || high === null ? null : `${Math.round(low * 100)}–${Math.round(high * 100)}%`,
      }

const verdicts = {
  moved: 'Compared with the period before, the share of mentions changed by more than chance explains.',
  within_noise: 'Compared with the period before, any change is within what chance explains.',
  too_few_runs: 'There are too few answers to compare with the period before.',
} as const

function Answers({ data: { brand, summary, engines, runs, at } }: { data: Data<'answers'> }) {
  if (!at) return null
  const rows = [
    { name: brand, ...summary.mentioned },
    ...summary.competitors.map(({ brand: name, ...share }) => ({ name, ...share })),
  ]
  const cited = toShare(summary.cited)
  return (
    <>
      <Table caption="Share of answers that name each brand">
        <thead>
          <tr>
            <TableHead>Brand</TableHead>
            <TableHead numeric>Named in</TableHead>
            <TableHead numeric>95% interval</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { value, range } = toShare(row)
            return (
              <TableRow key={row.name} className="break-inside-avoid">
                <TableCell className="font-[550] [overflow-wrap:anywhere]">{row.name}</TableCell>
                <TableCell numeric>{value}</TableCell>
                <TableCell numeric>{range ?? '–'}</TableCell>
              </TableRow>
            )
          })}
        </tbody>
      </Table>
      <p className="pt-3 text-s">
        {cited.value === 'not known' ? '' : `${cited.value} of answers link to ${brand}. `}
        {summary.change && verdicts[summary.change.verdict]}
      </p>
      <Note
        lines={[
          `Method: ${plural(summary.prompts, 'prompt')} that don’t name the brand, each asked ${plural(runs, 'time')} in fresh sessions of ${engines.map((engine) => engineLabels[engine]).join(', ')}; ${plural(summary.answers, 'answer')} counted.`,
          'Answers vary: the interval says how far the share can be off by chance alone, over prompts.',
          summary.failed > 0 &&
            `${plural(summary.failed, 'answer')} failed. They’re gaps, not answers without the brand.`,
        ]}
      />
    </>
  )
}

function SiteSearches({ data: { totals, before, decays, search_failure, to } }: { data: Data<'site'> }) {
  const error = search_failure && getStoredError({ error: '', failure: search_failure })
  return (
    <>
      {totals && (
        <Figures
          figures={[
            { label: 'Clicks', value: formatCount(totals.clicks), was: before && formatCount(before.clicks) },
            {
              label: 'Impressions',
              value: formatCount(totals.impressions),
              was: before && formatCount(before.impressions),
            },
            {
              label: 'CTR',
              value: totals.ctr === null ? '–' : formatPercent(totals.ctr),
              was: before?.ctr ? formatPercent(before.ctr) : null,
            },
            {
              label: 'Average position',
              value: totals.position === null ? '–' : formatDecimal(totals.position),
              was: before?.position ? formatDecimal(before.position) : null,
            },
          ]}
        />
      )}
      <Note
        lines={[
          error !== null &&
            `Search Console couldn’t be read recently${to ? `, so the figures end on ${formatDayShort(to)}` : ''}: ${getErrorText(error, sharingErrorTexts)}`,
          decays > 0 && `${plural(decays, 'page')} lost more clicks than chance explains.`,
          totals !== null && before === null && 'There is no data of as many days before.',
        ]}
      />
    </>
  )
}

const stateLabels: Record<keyof Data<'plan'>['states'], string> = {
  idea: 'Ideas',
  briefed: 'Briefed',
  drafting: 'Drafting',
  review: 'In review',
  published: 'Published',
  measured: 'Measured',
  dropped: 'Dropped',
}

function PlanProgress({ data: { items, states } }: { data: Data<'plan'> }) {
  return (
    <>
      <Figures
        figures={Object.entries(stateLabels).map(([state, label]) => ({
          ...{ label, value: formatCount(states[state as keyof typeof states]) },
        }))}
      />
      <Note lines={[`${plural(items, 'item')} in the plan.`]} />
    </>
  )
}

function ListenerChanges({ data }: { data: Data<'listener'> }) {
  const { items, runs, failed_sources } = data
  return (
    <>
      <Figures
        figures={[
          { label: 'New keywords', value: runs > 0 ? formatCount(data.new) : '–' },
          { label: 'Lost keywords', value: runs > 0 ? formatCount(data.lost) : '–' },
        ]}
      />
      {items.length > 0 && (
        <ul className="columns-2 gap-8 pt-4 text-s">
          {items.map(({ kind, text }) => (
            <li key={`${kind} ${text}`} className="break-inside-avoid [overflow-wrap:anywhere]">
              {text} <span className="text-ink-3 text-xs">{kind}</span>
            </li>
          ))}
        </ul>
      )}
      <Note
        lines={[
          runs === 0 && 'The listener didn’t run in this period.',
          failed_sources.length > 0 && `Sources that didn’t answer in the latest run: ${failed_sources.join(', ')}.`,
        ]}
      />
    </>
  )
}
