import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatDay } from '#ui/format/format.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import { type Component, type StatusDay, type StatusHistory, statusContract } from '../contract.ts'
import { dayLabels, formatUptime, getTone, getUptime } from '../rules/uptime-history.ts'
import type { Route } from './+types/status-page.ts'
import { IncidentEntry, Time } from './incident-entry.tsx'
import { statusTones, statusWords, verdicts } from './status-labels.ts'
import { UptimeBars } from './uptime-bars.tsx'

export const handle = publicHandle
export const links = publicLinks

export async function loader({ context }: Route.LoaderArgs) {
  const { call, publicUrl, signedIn } = context.get(pageContext)
  // The database may be what is down. The current status doesn't need it.
  const [now, history, found] = await Promise.all([
    call(statusContract.updown, {}),
    call(statusContract.history, {}).catch(() => null),
    call(statusContract.incidents, {}).catch(() => null),
  ])
  return { now, history, incidents: found?.items ?? null, publicUrl, signedIn }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...publicMeta({
    title: 'Status · Earshot',
    description: 'Current status of this Earshot server and uptime for the last 90 days.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/status',
  }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Incidents',
    href: `${loaderData?.publicUrl ?? ''}/status/feed.xml`,
  },
]

const rules = { up: 'bg-good', degraded: 'bg-warn', maintenance: 'bg-accent' }

export default function StatusPage({ loaderData: { now, history, incidents, signedIn } }: Route.ComponentProps) {
  const open = incidents?.filter(({ resolved_at }) => resolved_at === null) ?? []
  const past = incidents?.filter(({ resolved_at }) => resolved_at !== null) ?? []
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[48rem] px-5 pt-8 sm:px-8 sm:pt-14">
        <div className={cx('mb-5 h-0.5 w-18', rules[now.status])} />
        <h1 className="title text-[clamp(30px,5.4vw,46px)]">{verdicts[now.status]}</h1>
        <p className="mt-3 text-ink-2">
          Checked at <Time at={now.checked_at} />, version {now.version}.
        </p>
        {now.maintenance && open.every(({ kind }) => kind !== 'maintenance') && (
          <p className="mt-6 whitespace-pre-line font-serif text-l">{now.maintenance.message}</p>
        )}
        {open.length > 0 && (
          <section aria-label="Active incidents" className="mt-8 grid gap-7 border-line border-y py-6">
            {open.map((incident) => (
              <IncidentEntry key={incident._id} incident={incident} as="h2" />
            ))}
          </section>
        )}
        <section aria-labelledby="parts" className="mt-10">
          <h2 id="parts" className="sr-only">
            Components
          </h2>
          <ul className="border-line border-t">
            {now.components.map((component) => (
              <ComponentStatusItem
                key={component.id}
                component={component}
                days={history?.components.find(({ id }) => id === component.id)?.days ?? []}
              />
            ))}
          </ul>
          {history && (
            <div className="mt-4">
              <Disclosure summary={<span className="text-s">Uptime by day, as a table</span>}>
                <DayTable history={history} />
              </Disclosure>
            </div>
          )}
        </section>
        <section aria-labelledby="past" className="mt-14">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="past" className="heading">
              Incident history
            </h2>
            <a href="/status/feed.xml" className="link py-1 text-s">
              Feed (RSS)
            </a>
          </div>
          {incidents === null ? (
            <EmptyNote>Incidents can’t be loaded right now.</EmptyNote>
          ) : past.length === 0 ? (
            <EmptyNote>No incidents in the last 90 days.</EmptyNote>
          ) : (
            <div className="grid gap-8 border-line border-t pt-5">
              {past.map((incident) => (
                <IncidentEntry key={incident._id} incident={incident} as="h3" />
              ))}
            </div>
          )}
        </section>
      </main>
    </PublicFrame>
  )
}

const EmptyNote = ({ children }: { children: ReactNode }) => (
  <p className="border-line border-t pt-4 text-ink-2">{children}</p>
)

function ComponentStatusItem({
  component: { name, status, message },
  days,
}: {
  component: Component
  days: StatusDay[]
}) {
  const share = getUptime(days)
  return (
    <li className="border-line border-b py-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="subheading">{name}</h3>
        <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
      </div>
      <p className="mt-0.5 text-ink-2">{message}</p>
      {share !== null && (
        <>
          <div className="mt-3">
            <UptimeBars days={days} />
          </div>
          <p className="mt-1 flex justify-between text-ink-3 text-xs">
            <span>{days.length} days ago</span>
            <span>
              {formatUptime(share)} <span className="max-sm:sr-only">uptime</span>
            </span>
            <span>today</span>
          </p>
        </>
      )}
    </li>
  )
}

/** The bars as a table, newest day first, without days that have no samples. */
function DayTable({ history: { components } }: { history: StatusHistory }) {
  const seen = components.filter(({ days }) => getUptime(days) !== null)
  const at = (components[0]?.days ?? [])
    .map((_, index) => index)
    .filter((index) => seen.some(({ days }) => getTone(days[index]!) !== 'none'))
    .reverse()
  if (at.length === 0) return <p className="py-2 text-ink-2">No checks yet.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="mt-2 overflow-x-auto" aria-label="Uptime by day" tabIndex={0}>
      <table className="w-full min-w-150 border-collapse text-left text-xs">
        <thead>
          <tr className="border-line-2 border-b">
            <th className="py-1.5 pr-4 font-[550]">Day</th>
            {seen.map(({ id, name }) => (
              <th key={id} className="py-1.5 pr-4 font-[550]">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {at.map((index) => (
            <tr key={index} className="border-line border-b">
              <th scope="row" className="whitespace-nowrap py-1 pr-4 font-normal text-ink-2">
                {formatDay(components[0]!.days[index]!.day)}
              </th>
              {seen.map(({ id, days }) => (
                <td key={id} className="py-1 pr-4">
                  {dayInWords(days[index]!)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function dayInWords(day: StatusDay) {
  const tone = getTone(day)
  const share = getUptime([day])
  return share === null || share === 1 ? dayLabels[tone] : `${dayLabels[tone]} (${formatUptime(share)})`
}
