import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { sitesContract, type VisitLogRecord } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'
import { SiteHead } from '../site-head.tsx'
import type { Route } from './+types/visits-page.ts'
import { BotsTable } from './bots-table.tsx'
import { ReferralsTable } from './referrals-table.tsx'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

const LogDialog = lazy(() => import('./log-dialog.tsx'))
const ReferralsDialog = lazy(() => import('./referrals-dialog.tsx'))

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.site.url ?? 'My site'} · AI visits · Earshot` },
]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const _id = args.params.id
  const [{ site }, found, { referrals }] = await orRespond(
    args.request,
    Promise.all([
      call(sitesContract.get, { _id }),
      call(sitesContract.bots, { _id }),
      call(sitesContract.referrals, { _id }),
    ]),
  )
  return { site, found, referrals }
}

type Open = 'log' | 'referrals' | 'delete-logs' | 'delete-referrals'

/** How bots of assistants visit the site, and who comes from an assistant: from uploaded logs and exports. */
export default function VisitsPage({ loaderData: { site, found, referrals } }: Route.ComponentProps) {
  const editor = canEdit(useSignedIn().workspace)
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const { from, to, days, logs } = found
  const uploadLog = editor && (
    <Button variant={logs.length > 0 ? 'outline' : 'solid'} onClick={() => setOpen('log')}>
      Upload server log
    </Button>
  )
  const uploadReferrals = editor && <Button onClick={() => setOpen('referrals')}>Upload Analytics export</Button>
  return (
    <>
      <SiteHead
        site={site}
        tab="visits"
        meta={
          from && to
            ? `${formatDayShort(from)} – ${formatDayShort(to)} · logs of ${plural(days, 'day')}`
            : 'Visits of AI crawlers, and from AI assistants'
        }
        actions={
          logs.length > 0 && (
            <>
              {uploadLog}
              {editor && <Button onClick={() => setOpen('delete-logs')}>Delete visits</Button>}
            </>
          )
        }
      />
      <section aria-labelledby="bots">
        <h2 id="bots" className="heading mb-2">
          AI crawlers
        </h2>
        {logs.length > 0 ? (
          <>
            <BotsTable site={site} found={found} />
            <Logs logs={logs} />
          </>
        ) : (
          <EmptyState title="No server logs yet." action={uploadLog}>
            Upload your server’s access log to see which AI crawlers visit, what they get and which pages they leave
            out. IP addresses aren’t stored.
          </EmptyState>
        )}
      </section>
      <section aria-labelledby="referrals" className="mt-10">
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <h2 id="referrals" className="heading mr-auto">
            Visits from AI assistants
          </h2>
          {referrals && (
            <>
              {uploadReferrals}
              {editor && <Button onClick={() => setOpen('delete-referrals')}>Delete sessions</Button>}
            </>
          )}
        </div>
        {referrals ? (
          <ReferralsTable referrals={referrals} />
        ) : (
          <EmptyState title="No Google Analytics export yet." action={uploadReferrals}>
            Upload a report with session source, landing page and sessions to see which pages people reach from ChatGPT,
            Perplexity and other assistants.
          </EmptyState>
        )}
      </section>
      <Suspense>
        {open === 'log' && <LogDialog site={site} onClose={close} onUploaded={() => void revalidate()} />}
        {open === 'referrals' && (
          <ReferralsDialog
            site={site}
            replaces={referrals !== null}
            onClose={close}
            onUploaded={() => {
              close()
              void revalidate()
            }}
          />
        )}
      </Suspense>
      {open === 'delete-logs' && (
        <ConfirmDialog
          title="Delete visits of AI crawlers?"
          description="This deletes the visits counted from all uploaded logs. You can upload the logs again. This can’t be undone."
          action="Delete visits"
          texts={sitesErrorTexts}
          onConfirm={async () => {
            await api(sitesContract.removeLogs, { _id: site._id })
            await revalidate()
          }}
          onClose={close}
        />
      )}
      {open === 'delete-referrals' && (
        <ConfirmDialog
          title="Delete sessions from AI assistants?"
          description="This deletes the sessions of the uploaded export. You can upload it again. This can’t be undone."
          action="Delete sessions"
          texts={sitesErrorTexts}
          onConfirm={async () => {
            await api(sitesContract.removeReferrals, { _id: site._id })
            await revalidate()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function Logs({ logs }: { logs: readonly VisitLogRecord[] }) {
  return (
    <Disclosure className="mt-3" summary={`Latest logs: ${formatCount(logs.length)}`}>
      <ul className="mt-1 border-line border-t text-s" aria-label="Latest logs">
        {logs.map(({ _id, file_name, from, to, visits, added, unread, elsewhere, created_at }) => (
          <li key={_id} className="border-line border-b py-1.5 [overflow-wrap:anywhere]">
            {file_name}
            {from && to && `, ${formatDayShort(from)} – ${formatDayShort(to)}`}
            <span className="text-ink-3">
              {' '}
              · {plural(visits, 'visit')}, {formatCount(added)} new
              {unread > 0 && `, ${plural(unread, 'line')} unreadable`}
              {elsewhere > 0 && `, ${formatCount(elsewhere)} of other sites`} · uploaded <DateTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
