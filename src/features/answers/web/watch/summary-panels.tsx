import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { AnswerSource, AnswersSummary, PromptResult } from '../../contract.ts'
import { formatInterval, formatShare, getPageLabel, shortEngineNames } from '../answer-labels.ts'
import { describeInterval, IntervalTrack } from '../interval-track.tsx'

type Share = AnswersSummary['mentioned']

const describe = ({ share, low, high }: Share) =>
  share === null
    ? 'not measured'
    : low === null || high === null
      ? formatShare(share)
      : `${formatShare(share)} (${formatInterval(low, high)})`

/** The whole set in a sentence, and what moved. */
export function Headline({ summary, results }: { summary: AnswersSummary; results: PromptResult[] }) {
  const { mentioned, cited, change, prompts, answers, failed } = summary
  const moved = results.filter((one) => one.change === 'moved')
  const compared = results.filter(({ previous }) => previous !== null)
  return (
    <div className="mb-7 grid gap-6 lg:grid-cols-2">
      <section aria-label="Visibility">
        <h2 className="font-serif text-xl">
          {mentioned.share === null
            ? 'Nothing measured yet'
            : `Mentioned in ${formatShare(mentioned.share)} of answers`}
        </h2>
        <p className="mt-1 text-ink-3 text-xs">
          {plural(prompts, 'prompt')} without your brand name, {plural(answers, 'answer')}
          {failed > 0 && `, ${plural(failed, 'failed run')}`}. 95% interval over prompts.
        </p>
        {mentioned.share !== null && (
          <dl className="mt-3 grid max-w-90 grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1.5 text-s">
            <dt>Mentioned</dt>
            <dd>
              <IntervalTrack {...mentioned} tone="accent" label={describe(mentioned)} />
            </dd>
            <dd className="text-ink-2">
              {formatShare(mentioned.share)} ({describeInterval(mentioned.low, mentioned.high)})
            </dd>
            <dt>Cited with a link</dt>
            <dd>
              <IntervalTrack {...cited} label={describe(cited)} />
            </dd>
            <dd className="text-ink-2">
              {cited.share !== null && formatShare(cited.share)} ({describeInterval(cited.low, cited.high)})
            </dd>
          </dl>
        )}
      </section>
      <section aria-label="What changed">
        <h2 className="font-serif text-xl">What changed</h2>
        {change === null ? (
          <p className="mt-1 text-ink-3 text-s">
            A comparison needs two periods with the same prompts, engines and models.
          </p>
        ) : (
          <>
            <p className="mt-1 text-s">
              <Change change={change} />
            </p>
            <p className="mt-1 text-ink-3 text-xs">
              {plural(compared.length, 'prompt–engine pair')} compared: {formatCount(moved.length)} changed,{' '}
              {formatCount(compared.filter((one) => one.change === 'within_noise').length)} within noise,{' '}
              {formatCount(compared.filter((one) => one.change === 'too_few_runs').length)} with too few runs.
            </p>
            <ul className="mt-2 grid gap-1.5 text-s">
              {moved.slice(0, 6).map(({ prompt, engine, mentioned: now, previous }) => (
                <li key={`${prompt} ${engine}`}>
                  <b className="font-[550]">{shortEngineNames[engine]}</b> on “{prompt}”: {now.k} of {now.n}, was{' '}
                  {previous!.k} of {previous!.n}.
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}

function Change({ change: { difference, low, high, verdict } }: { change: NonNullable<AnswersSummary['change']> }) {
  const points = `${difference >= 0 ? '+' : '−'}${Math.abs(Math.round(difference * 100))} points`
  const interval = low === null || high === null ? '' : ` (${Math.round(low * 100)} to ${Math.round(high * 100)})`
  if (verdict === 'moved')
    return (
      <>
        <Badge tone={difference > 0 ? 'good' : 'bad'}>changed</Badge> All prompts: {points}
        {interval}, more than chance explains.
      </>
    )
  if (verdict === 'within_noise') return `All prompts: ${points}${interval}. Chance alone explains that.`
  return `All prompts: ${points}. Too few prompts to rule out chance: use six or more.`
}

/** The brand next to its competitors. */
export function CompetitorsPanel({ brand, summary }: { brand: string; summary: AnswersSummary }) {
  const rows = [
    { brand, ...summary.mentioned, own: true },
    ...summary.competitors.map((one) => ({ ...one, own: false })),
  ]
  rows.sort((a, b) => (b.share ?? -1) - (a.share ?? -1))
  return (
    <section aria-label="You and your competitors" className="min-w-0">
      <h2 className="mb-2 font-serif text-xl">You and your competitors</h2>
      <Table caption="Share of answers that name the brand">
        <thead>
          <tr>
            <TableHead>Brand</TableHead>
            <TableHead numeric>Mentioned</TableHead>
            <TableHead>0–100%</TableHead>
            <TableHead numeric>95% interval</TableHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.brand}>
              <TableCell className={row.own ? 'font-[550]' : ''}>
                {row.brand} {row.own && <Badge tone="accent">you</Badge>}
              </TableCell>
              <TableCell numeric>{row.share === null ? '–' : formatShare(row.share)}</TableCell>
              <TableCell className="min-w-28">
                <IntervalTrack
                  share={row.share}
                  low={row.low}
                  high={row.high}
                  tone={row.own ? 'accent' : 'ink'}
                  label={describe(row)}
                />
              </TableCell>
              <TableCell numeric>{describeInterval(row.low, row.high)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 text-ink-3 text-xs">
        Runs of one prompt are similar, so intervals are computed across prompts. Where they overlap, the order isn’t
        certain.
      </p>
    </section>
  )
}

const maxShown = 15

/** Sites the engines link to. */
export function SourcesPanel({ sources, answers }: { sources: AnswerSource[]; answers: number }) {
  return (
    <section aria-label="Cited sources" className="min-w-0">
      <h2 className="mb-2 font-serif text-xl">Sources cited</h2>
      {sources.length === 0 ? (
        <EmptyState level={3} title="No answer cites a page." />
      ) : (
        <>
          <Table caption="Sites that answers link to">
            <thead>
              <tr>
                <TableHead>Site</TableHead>
                <TableHead numeric>Answers</TableHead>
                <TableHead>Most cited page</TableHead>
              </tr>
            </thead>
            <tbody>
              {sources.slice(0, maxShown).map(({ domain, count, own, competitor, pages }) => (
                <TableRow key={domain}>
                  <TableCell className={own ? 'font-[550]' : ''}>
                    {domain} {own && <Badge tone="accent">you</Badge>}
                    {competitor && <span className="block text-ink-3 text-xs">{competitor}</span>}
                  </TableCell>
                  <TableCell numeric>{formatCount(count)}</TableCell>
                  <TableCell className="max-w-70 text-ink-2 text-xs [overflow-wrap:anywhere]">
                    {pages[0] ? getPageLabel(pages[0].url) : '–'}
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
          <p className="pt-2 text-ink-3 text-xs">Of {plural(answers, 'answer')} of this period.</p>
        </>
      )}
    </section>
  )
}
