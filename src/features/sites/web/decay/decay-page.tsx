import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatDayShort, plural } from '#ui/format/format.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { sitesContract } from '../../contract.ts'
import { SiteHead } from '../site-head.tsx'
import type { Route } from './+types/decay-page.ts'
import { DecayTable } from './decay-table.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.site.url ?? 'My site'} · Decay · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const _id = args.params.id
  const [{ site }, found] = await orRespond(
    args.request,
    Promise.all([call(sitesContract.get, { _id }), call(sitesContract.decay, { _id })]),
  )
  return { site, found }
}

/** Pages of the site that lost clicks beyond chance, and why. */
export default function DecayPage({ loaderData: { site, found } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const { items, last_day } = found
  const active = items.filter(({ state }) => state === 'open' || state === 'refreshing')
  const closed = items.filter(({ state }) => state === 'dismissed' || state === 'resolved')
  return (
    <>
      <SiteHead
        site={site}
        tab="decay"
        meta={
          last_day
            ? `${plural(active.length, 'page')} losing clicks · 28 days to ${formatDayShort(last_day)}`
            : 'No Search Console data yet'
        }
      />
      {active.length > 0 ? (
        <DecayTable label="Pages losing clicks" items={active} editor={editor} onChanged={() => void revalidate()} />
      ) : last_day === null ? (
        <EmptyState
          title="Decay needs Search Console."
          action={<Button href={`/app/sites/${site._id}/queries`}>Open queries</Button>}
        >
          {site.uploads > 0 && 'It needs daily clicks of each page, which an uploaded export doesn’t have. '}
          With eight weeks of clicks, Earshot finds pages that lose more of them than chance explains, and says whether
          position, CTR or demand fell.
        </EmptyState>
      ) : (
        <EmptyState title="No page is losing more clicks than chance explains.">
          Earshot checks after each sync. Pages with under 100 impressions or 10 clicks in 28 days are left out.
        </EmptyState>
      )}
      {closed.length > 0 && (
        <section className="mt-10" aria-labelledby="closed">
          <h2 id="closed" className="heading mb-2">
            Dismissed and recovered
          </h2>
          <DecayTable
            label="Dismissed and recovered"
            items={closed}
            editor={editor}
            onChanged={() => void revalidate()}
          />
        </section>
      )}
      {items.length > 0 && (
        <p className="mt-5 max-w-180 text-ink-3 text-xs">
          The last 28 complete days against the 28 before, or the same days a year ago, weekday by weekday, without
          holidays. Of the pages listed, one in twenty may be by chance. Causes split the lost clicks: fewer searches, a
          lower position, or fewer clicks at the same position.
        </p>
      )}
    </>
  )
}
