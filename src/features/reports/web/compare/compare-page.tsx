import { ArrowLeftRight } from 'lucide-react'
import { data } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { countryName, languageName } from '#web/components/locales.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { reportHref, reportTypeLabels } from '../report-labels.ts'
import type { Route } from './+types/compare-page.ts'
import { CompareView } from './compare-view.tsx'
import { getRunOrder, isSameTime } from './run-order.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? `Compare ${loaderData.a.query}` : 'Compare'} · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const params = new URL(args.request.url).searchParams
  const [a, b] = [params.get('a'), params.get('b')]
  if (!a || !b)
    throw data({ message: 'Select two runs of the same query in the report list to compare them.' }, { status: 400 })
  return orRespond(args.request, args.context.get(pageContext).call(reportsContract.compare, { a, b }))
}

const describeRun = ({ type, depth }: ReportHead) => `${reportTypeLabels[type]} at depth ${depth}`

/** What the later of two runs of one query gained, lost and changed. */
export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { a, b } = loaderData
  const { user } = useSignedIn()
  const home = user.workspaces.find(({ _id }) => _id === a.workspace_id)
  const order = isSameTime(a, b) ? getRunOrder(a, b) : null
  const sameLocale = a.country === b.country && a.language === b.language
  return (
    <>
      <ScreenHead
        title={a.query}
        meta={
          <>
            <Link className="link" href={reportHref(a._id)}>
              <DateTime at={a.created_at} />
            </Link>
            {order && ` (${order.a})`} vs.{' '}
            <Link className="link" href={reportHref(b._id)}>
              <DateTime at={b.created_at} />
            </Link>
            {order && ` (${order.b})`}
            {sameLocale && ` · ${countryName(a.country)} · ${languageName(a.language)}`}
          </>
        }
        actions={
          <Button href={`/app/reports/compare?a=${b._id}&b=${a._id}`} icon={<ArrowLeftRight size={14} aria-hidden />}>
            Swap
          </Button>
        }
      />
      {!sameLocale && (
        <p className="mb-5 max-w-160 text-ink-2">
          These reports are for different locations: {countryName(a.country)} in {languageName(a.language)}, then{' '}
          {countryName(b.country)} in {languageName(b.language)}. That causes some of the differences.
        </p>
      )}
      {(a.type !== b.type || a.depth !== b.depth) && (
        <p className="mb-5 max-w-160 text-ink-2">
          These reports have different settings: {describeRun(a)}, then {describeRun(b)}. Only keywords up to the
          smaller depth are compared.
        </p>
      )}
      <CompareView {...loaderData} editor={home ? canEdit(home) : false} />
    </>
  )
}
