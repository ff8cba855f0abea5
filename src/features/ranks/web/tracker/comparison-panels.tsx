import type { OutputOf } from '#kit/endpoint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDecimal, formatPercent, formatUsd } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { RankMover, ranksContract } from '../../contract.ts'
import { RankChange } from './rank-change.tsx'

type Single = OutputOf<typeof ranksContract.single>

/** The keywords that moved most between their two latest measurements. */
export function MoversPanel({ movers }: { movers: RankMover[] }) {
  if (movers.length === 0)
    return (
      <EmptyState level={3} title="Nothing moved.">
        Keywords are compared with the measurement before. Failed checks are left out.
      </EmptyState>
    )
  return (
    <Table caption="Movers">
      <thead>
        <tr>
          <TableHead>Keyword</TableHead>
          <TableHead numeric>Position</TableHead>
          <TableHead>Change</TableHead>
          <TableHead>Page</TableHead>
        </tr>
      </thead>
      <tbody>
        {movers.map((mover) => (
          <TableRow key={mover.keyword}>
            <TableCell className="font-[550] [overflow-wrap:anywhere]">{mover.keyword}</TableCell>
            <TableCell numeric>{mover.position ?? <span className="text-ink-3">not found</span>}</TableCell>
            <TableCell className="whitespace-nowrap">
              <RankChange {...mover} />
            </TableCell>
            <TableCell className="text-ink-2 [overflow-wrap:anywhere]">
              {mover.url ?? '–'}
              {mover.url_changed && <span className="text-warn"> (another page than before)</span>}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** Share of voice of the site and its competitors. */
export function CompetitorsPanel({ shares }: { shares: Single['share_of_voice'] }) {
  const largest = Math.max(0.0001, ...shares.map(({ share }) => share ?? 0))
  return (
    <>
      <Table caption="Share of voice">
        <thead>
          <tr>
            <TableHead>Site</TableHead>
            <TableHead numeric>Share of voice</TableHead>
            <TableHead className="w-1/2">Against the best</TableHead>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ domain, share }, index) => (
            <TableRow key={domain}>
              <TableCell className={index === 0 ? 'font-[550]' : ''}>
                {domain}
                {index === 0 && <span className="text-accent-ink text-xs"> you</span>}
              </TableCell>
              <TableCell numeric>
                {share === null ? <span className="text-ink-3">not measured</span> : formatPercent(share)}
              </TableCell>
              <TableCell>
                <span
                  className={`block h-2.5 rounded-xs ${index === 0 ? 'bg-accent' : 'bg-mark'}`}
                  style={{ width: `${((share ?? 0) / largest) * 100}%` }}
                />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="max-w-160 pt-3 text-ink-3 text-xs">
        Estimated share of clicks on the first ten organic results, from the average click-through rates of 4 million
        Google results (Backlinko, 2022: 27.6% for the first result, 2.4% for the tenth). Each measured keyword counts
        the same. It compares sites; it doesn’t forecast visits.
      </p>
    </>
  )
}

/** Every run with its figures; a run without measurements has none. */
export function RunsPanel({ runs }: { runs: Single['runs'] }) {
  const showsFees = useShowsFees()
  if (runs.length === 0) return <EmptyState level={3} title="No runs in the last 90 days." />
  return (
    <Table caption="Runs">
      <thead>
        <tr>
          <TableHead>Run</TableHead>
          <TableHead numeric>Measured</TableHead>
          <TableHead numeric>Gaps</TableHead>
          <TableHead numeric>In top 10</TableHead>
          <TableHead numeric>With a position</TableHead>
          <TableHead numeric>Average position</TableHead>
          {showsFees && <TableHead numeric>Cost</TableHead>}
        </tr>
      </thead>
      <tbody>
        {[...runs].reverse().map((run) => (
          <TableRow key={run.at}>
            <TableCell className="whitespace-nowrap">
              <DateTime at={run.at} brief />
              {run.by_hand && <span className="text-ink-3"> by hand</span>}
            </TableCell>
            <TableCell numeric>{run.measured}</TableCell>
            <TableCell numeric>{run.gaps > 0 ? <span className="text-warn">{run.gaps}</span> : 0}</TableCell>
            <TableCell numeric>{run.measured > 0 ? run.top10 : '–'}</TableCell>
            <TableCell numeric>{run.measured > 0 ? run.ranked : '–'}</TableCell>
            <TableCell numeric>{run.average === null ? '–' : formatDecimal(run.average)}</TableCell>
            {showsFees && <TableCell numeric>{formatUsd(run.spent_usd)}</TableCell>}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
