import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { type Outcome, sitesContract } from '../../contract.ts'
import { actionLabels, verdictLabels } from '../decay-labels.ts'
import { IntervalBar } from '../interval-bar.tsx'
import { toPath } from '../page-path.ts'
import { SiteHead } from '../site-head.tsx'
import type { Route } from './+types/outcomes-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.site.url ?? 'My site'} · Outcomes · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const _id = args.params.id
  const [{ site }, { items }] = await orRespond(
    args.request,
    Promise.all([call(sitesContract.get, { _id }), call(sitesContract.outcomes, { _id })]),
  )
  return { site, items }
}

const tones: Record<Outcome['verdict'], string> = {
  gained: 'text-good',
  lost: 'text-bad',
  unclear: 'text-ink-2',
  too_early: 'text-ink-3',
}
const percent = (change: number) => `${change > 0 ? '+' : '−'}${Math.round(Math.abs(change) * 100)}%`

/** What became of pages after somebody worked on them. */
export default function OutcomesPage({ loaderData: { site, items } }: Route.ComponentProps) {
  return (
    <>
      <SiteHead site={site} tab="outcomes" meta="28 days after against 28 before, less the change of control pages" />
      {items.length > 0 ? (
        <Table caption="Outcomes" className="min-w-180">
          <thead>
            <tr>
              <TableHead>Action</TableHead>
              <TableHead>Day</TableHead>
              <TableHead numeric>Clicks before</TableHead>
              <TableHead numeric>Clicks after</TableHead>
              <TableHead>Change, 95% interval</TableHead>
              <TableHead>Verdict</TableHead>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TableRow key={item._id}>
                <TableCell className="max-w-90">
                  <span className="block truncate font-[550]">
                    {actionLabels[item.action]} {item.title ? `“${item.title}”` : toPath(item.page)}
                  </span>
                  <span className="block truncate text-ink-3 text-xs">{toPath(item.page)}</span>
                </TableCell>
                <TableCell className="whitespace-nowrap">{formatDayShort(item.at)}</TableCell>
                <TableCell numeric>{item.before === null ? '–' : formatCount(Math.round(item.before))}</TableCell>
                <TableCell numeric>{item.after === null ? '–' : formatCount(Math.round(item.after))}</TableCell>
                <TableCell className="min-w-50">
                  <Change item={item} />
                </TableCell>
                <TableCell className={`whitespace-nowrap font-[550] ${tones[item.verdict]}`}>
                  {verdictLabels[item.verdict]}
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      ) : (
        <EmptyState title="No outcomes yet.">
          When a page of this site is published or refreshed, Earshot compares its clicks 28 days later with pages
          nobody worked on.
        </EmptyState>
      )}
      <p className="mt-5 max-w-180 text-ink-3 text-xs">
        An outcome says what happened after an action, not what caused it. “Unclear” means the interval includes no
        change.
      </p>
    </>
  )
}

function Change({ item: { verdict, change, interval, controls, ready_on } }: { item: Outcome }) {
  if (verdict === 'too_early')
    return <span className="text-ink-3 text-s">28 days are complete on {formatDayShort(ready_on)}</span>
  if (change === null || !interval || !controls)
    return <span className="text-ink-3 text-s">Too few pages nobody worked on to compare with</span>
  const text = `${percent(interval.low)} to ${percent(interval.high)}`
  return (
    <>
      <span className="grid grid-cols-[60px_minmax(0,1fr)] items-center gap-2">
        <span>{percent(change)}</span>
        <IntervalBar change={change} {...interval} label={`${percent(change)}, from ${text}`} />
      </span>
      <span className="block text-ink-3 text-xs">
        {text} · {plural(controls.pages, 'control page')}
        {controls.change !== null && ` ${percent(controls.change)}`}
      </span>
    </>
  )
}
