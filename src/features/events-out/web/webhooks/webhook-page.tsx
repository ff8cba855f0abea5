import { data, useRevalidator } from 'react-router'
import { DeliveryLine } from '#features/notifications/web/delivery-line.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { eventsOutContract } from '../../contract.ts'
import { eventsOutErrorTexts } from '../error-texts.ts'
import { getEventLabel, kindLabels } from '../event-labels.ts'
import type { Route } from './+types/webhook-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Deliveries · Webhooks · Settings · Earshot' }]

const perPage = 50

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const page = Number(new URL(args.request.url).searchParams.get('page') ?? 1) || 1
  const [{ items }, deliveries] = await orRespond(
    args.request,
    Promise.all([
      call(eventsOutContract.list, { workspace_id: workspace._id }),
      call(eventsOutContract.deliveries, { _id: args.params.id, page, limit: perPage }),
    ]),
  )
  const endpoint = items.find(({ _id }) => _id === args.params.id)
  if (!endpoint) throw data(null, { status: 404 })
  return { endpoint, deliveries }
}

export default function WebhookPage({ loaderData: { endpoint, deliveries } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  return (
    <>
      <ScreenHead
        title="Deliveries"
        meta={
          <span className="[overflow-wrap:anywhere]">
            <Link className="link" href="/app/settings/webhooks">
              Webhooks
            </Link>{' '}
            · {kindLabels[endpoint.kind]} · {endpoint.url}
          </span>
        }
        actions={
          <>
            <Button onClick={() => void revalidate()}>Refresh</Button>
            <Button
              busy={busy}
              onClick={() =>
                void run(async () => {
                  await api(eventsOutContract.test, { _id: endpoint._id })
                  await revalidate()
                })
              }
            >
              Send test
            </Button>
          </>
        }
      />
      <CallError error={error} texts={eventsOutErrorTexts} className="mb-4" />
      {deliveries.items.length === 0 ? (
        <EmptyState title="No deliveries yet.">
          Events that happen from now on are sent to this webhook. Deliveries are kept for 30 days.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="Deliveries" className="max-w-200 border-line border-t">
            {deliveries.items.map((one) => (
              <DeliveryLine
                key={one._id}
                delivery={{ ...one, state: one.status, httpStatus: one.http_status }}
                about={`${getEventLabel(one.type)}${one.replay ? ' · sent again' : ''}`}
                texts={eventsOutErrorTexts}
                onResend={async () => {
                  await api(eventsOutContract.replay, { _id: one._id })
                  await revalidate()
                }}
              />
            ))}
          </ul>
          <Pages page={deliveries.page} limit={deliveries.limit} total={deliveries.total} what="deliveries" />
          <p className="pt-3 text-ink-3 text-xs">
            Events without a 2xx response are retried for a day, first after 15 seconds, then at growing intervals.
            Every retry has the same body.
          </p>
        </>
      )}
    </>
  )
}
