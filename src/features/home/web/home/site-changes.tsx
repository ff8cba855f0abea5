import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { SiteChange } from '../../contract.ts'

const causes: Record<SiteChange['cause'], string> = {
  position: 'lower position',
  ctr: 'lower CTR',
  demand: 'fewer searches',
}

const maxShown = 8

/** Pages of the workspace’s sites that began to lose clicks, with their clicks by week as a line and as a table. */
export function SiteChanges({ changes }: { changes: SiteChange[] }) {
  if (changes.length === 0) return null
  const shown = changes.slice(0, maxShown)
  const links = new Set(changes.map(({ link }) => link))
  return (
    <section aria-labelledby="home-site" className="mt-7">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="home-site" className="heading">
          {changes.length === 1 ? '1 page losing clicks' : `${formatCount(changes.length)} pages losing clicks`}
        </h2>
        <Link href={links.size === 1 ? [...links][0]! : '/app/sites'} className="link text-ink-2 text-s">
          View pages
        </Link>
      </div>
      <ul aria-labelledby="home-site" className="border-line border-t">
        {shown.map((page) => (
          <LosingPage key={page._id} page={page} />
        ))}
      </ul>
    </section>
  )
}

function LosingPage({ page: { page, title, change, lost, cause, against, weeks, link } }: { page: SiteChange }) {
  const name = title ?? page
  return (
    <li className="border-line border-b py-2 text-s">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_120px_180px]">
        <div className="min-w-0">
          <Link href={link} className="block truncate font-[550]">
            {name}
          </Link>
          <span className="block truncate text-ink-3 text-xs">
            {title ? `${page} · ` : ''}
            {causes[cause]}
          </span>
        </div>
        {weeks ? <WeekLine weeks={weeks} /> : <span className="max-sm:hidden" />}
        <p className="text-right max-sm:col-span-2 max-sm:text-left">
          <b className="font-[550] text-bad">−{Math.round(-change * 100)}%</b>, {plural(lost, 'click')} fewer
          <span className="block text-ink-3 text-xs">
            {against === 'year' ? '28 days against last year' : 'last 28 days against the 28 before'}
          </span>
        </p>
      </div>
      {weeks && <WeekTable weeks={weeks} name={name} />}
    </li>
  )
}

type Weeks = NonNullable<SiteChange['weeks']>

/** Starts at 0, so that lines can be compared. Weeks without data are left out, never drawn as 0. */
function WeekLine({ weeks }: { weeks: Weeks }) {
  const known = weeks.flatMap(({ clicks }) => (clicks === null ? [] : [clicks]))
  if (known.length < 2) return <span className="max-sm:hidden" />
  return <Sparkline values={known} width={120} height={24} fromZero className="max-sm:hidden" />
}

function WeekTable({ weeks, name }: { weeks: Weeks; name: string }) {
  return (
    <Disclosure
      summary={
        <>
          Clicks by week<span className="sr-only"> of {name}</span>
        </>
      }
    >
      <Table caption={`Clicks by week of ${name}`} className="mt-1 max-w-80">
        <thead>
          <tr>
            <TableHead>Week from</TableHead>
            <TableHead numeric>Clicks</TableHead>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ from, clicks }) => (
            <TableRow key={from}>
              <TableCell>{formatDayShort(from)}</TableCell>
              <TableCell numeric>{clicks === null ? 'no data' : formatCount(clicks)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  )
}
