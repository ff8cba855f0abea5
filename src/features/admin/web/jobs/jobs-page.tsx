import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { type AdminJob, adminContract, jobStates } from '../../contract.ts'
import { ListSearch } from '../admin-search.tsx'
import { adminErrorTexts } from '../error-texts.ts'
import { getListParams, requireStaff } from '../require-staff.ts'
import type { Route } from './+types/jobs-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Jobs · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  const { call } = args.context.get(pageContext)
  const given = new URL(args.request.url).searchParams.get('state')
  const params = { ...getListParams(args.request), state: jobStates.find((state) => state === given) }
  const found = await orRespond(args.request, call(adminContract.jobsList, { ...params, limit: 50 }))
  return { found, params }
}

const tones = { failed: 'bad', waiting: 'plain', active: 'accent' } as const

export default function JobsPage({ loaderData: { found, params } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  return (
    <>
      <ScreenHead
        title="Jobs"
        meta="Failed, waiting and running jobs. Failed jobs are kept for one day."
        actions={
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
            Refresh
          </Button>
        }
      />
      <ListSearch label="Queue or error" q={params.q}>
        <Select
          name="state"
          aria-label="Status"
          className="w-36"
          key={params.state}
          defaultValue={params.state ?? ''}
          options={[
            { value: '', label: 'All statuses' },
            { value: 'failed', label: 'Failed' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'active', label: 'Running' },
          ]}
        />
      </ListSearch>
      {found.items.length === 0 ? (
        <EmptyState title={params.q || params.state ? 'No jobs match your filters.' : 'The queue is empty.'}>
          No failed or waiting jobs.
        </EmptyState>
      ) : (
        <ul className="border-line border-t">
          {found.items.map((job) => (
            <JobRow key={job._id} job={job} />
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="jobs" />
    </>
  )
}

function JobRow({ job }: { job: AdminJob }) {
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const retry = () =>
    run(async () => {
      await api(adminContract.jobsRetry, { _id: job._id })
      notify.done('Job queued to run again.')
      await revalidate()
    })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b py-2.5">
      <div className="min-w-0 flex-1">
        <p>
          {job.queue}{' '}
          <Badge tone={tones[job.state]} className="ml-1">
            {job.state === 'active' ? 'running' : job.state}
          </Badge>
        </p>
        {job.error && <p className="mt-0.5 text-ink-2 text-s [overflow-wrap:anywhere]">{job.error}</p>}
        <p className="mt-0.5 text-ink-3 text-xs">
          Created <DateTime at={job.created_at} />
          {job.attempts > 0 && `, tried ${plural(job.attempts, 'time')}`}
          {job.starts_at && job.attempts > 0 && (
            <>
              , next at <DateTime at={job.starts_at} />
            </>
          )}
        </p>
        <CallError error={error} texts={adminErrorTexts} className="mt-2" />
      </div>
      {job.state === 'failed' && (
        <Button size="s" busy={busy} onClick={() => void retry()} aria-label={`Retry ${job.queue}`}>
          Retry
        </Button>
      )}
    </li>
  )
}
