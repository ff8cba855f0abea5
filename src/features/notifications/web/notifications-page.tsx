import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { orRespond } from '#web/calls/loader-calls.ts'
import { useCall } from '#web/calls/use-call.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { rememberWorkspace } from '#web/layout/app-state.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { setUnread } from '#web/layout/unread.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Notification, notificationsContract } from '../contract.ts'
import type { Route } from './+types/notifications-page.ts'
import { notificationErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Notifications · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const page = Math.max(1, Math.floor(Number(new URL(args.request.url).searchParams.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  return orRespond(args.request, call(notificationsContract.list, { page, limit: 50 }))
}

/** Notifications from all of a user's workspaces, newest first. */
export default function NotificationsPage({ loaderData: found }: Route.ComponentProps) {
  const { user, workspace } = useSignedIn()
  const { revalidate } = useRevalidator()
  const { busy, error, run } = useCall()
  const several = user.workspaces.length > 1
  const read = (input: { _id: string } | { all: true }) =>
    run(async () => {
      setUnread(await api(notificationsContract.read, input))
      await revalidate()
    })
  return (
    <>
      <ScreenHead
        title="Notifications"
        meta={found.total > 0 ? (found.unread > 0 ? `${found.unread} unread` : 'All read') : undefined}
        actions={
          found.unread > 0 && (
            <Button busy={busy} onClick={() => void read({ all: true })}>
              Mark all as read
            </Button>
          )
        }
      />
      <CallError error={error} texts={notificationErrorTexts} className="mb-4" />
      <h2 className="sr-only">All notifications</h2>
      {found.items.length === 0 ? (
        <EmptyState title="No notifications yet." action={<Button href="/app/listeners">View listeners</Button>}>
          New and lost keywords from your workspaces’ listeners appear here. Notifications are kept for 90 days.
        </EmptyState>
      ) : (
        <ul aria-label="Notifications" className="max-w-200 border-line border-t">
          {found.items.map((one) => (
            <Line
              key={one._id}
              notification={one}
              workspaceShown={several}
              onOpen={() => {
                // Switches to the notification's workspace, since the link leads there.
                const home = user.workspaces.find(({ _id }) => _id === one.workspace_id)
                if (home && home._id !== workspace._id) rememberWorkspace(home)
                if (!one.read) void read({ _id: one._id })
              }}
            />
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="notifications" />
    </>
  )
}

function Line({
  notification: one,
  workspaceShown,
  onOpen,
}: {
  notification: Notification
  workspaceShown: boolean
  onOpen: () => void
}) {
  return (
    <li className="relative grid grid-cols-[10px_minmax(0,1fr)_auto] gap-x-3 border-line border-b py-2.5 hover:bg-well/60">
      <span className="pt-2">
        {!one.read && <span className="block size-1.75 rounded-full bg-accent" aria-hidden />}
        {!one.read && <span className="sr-only">unread</span>}
      </span>
      <div className="min-w-0">
        <Link
          href={getLink(one)}
          onClick={onOpen}
          className={cx("no-underline after:absolute after:inset-0 after:content-['']", !one.read && 'font-[550]')}
        >
          {one.paused ? (
            getPausedText(one.paused)
          ) : isMention(one) ? (
            <>
              {one.comment?.by}
              {one.comment?.is_guest && ' (guest)'} mentioned you in a comment on{' '}
              <span className="font-serif text-l">{one.keyword}</span>
            </>
          ) : (
            <>
              <span className="font-serif text-l">{one.keyword}</span>:{' '}
              {one.batch
                ? getBatchText(one.batch)
                : one.decay
                  ? getDecayText(one.decay)
                  : one.comment
                    ? getCommentText(one.comment, one.kind)
                    : one.assigned
                      ? getAssignedText(one.assigned)
                      : getChangeText(one)}
            </>
          )}
        </Link>
        <p className="text-ink-2 text-xs">
          {one.examples.map((example) => `“${example}”`).join(', ')}
          {!one.batch &&
            !one.decay &&
            !one.comment &&
            !one.assigned &&
            (one.paused?.count ?? one.added + one.removed) > one.examples.length &&
            one.examples.length > 0 &&
            ' …'}
          {workspaceShown && <span className="text-ink-3"> · {one.workspace}</span>}
        </p>
      </div>
      <span className="whitespace-nowrap pt-1 text-ink-3 text-xs">
        <DateTime at={one.created_at} brief />
      </span>
    </li>
  )
}

const isMention = ({ kind }: Notification) => kind === 'document_mention' || kind === 'plan_mention'

function getLink({ kind, paused, batch, decay, comment, assigned, subject_id, run_id }: Notification) {
  if (decay) return `/app/sites/${subject_id}/decay`
  if (kind === 'plan_comment' || kind === 'plan_mention') return `/app/plan/${subject_id}`
  if (comment || assigned) return `/app/content/${subject_id}`
  if (batch) return `/app/plan/batches/${subject_id}`
  return paused ? '/app/listeners' : `/app/listeners/${subject_id}?run=${run_id}`
}

const getBatchText = ({ done, failed }: { done: number; failed: number }) =>
  `${plural(done, 'document')} to review${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`

const decided = { approved: 'approved', changes: 'changes requested', none: 'new comment' }
const getCommentText = ({ by, is_guest, decision }: NonNullable<Notification['comment']>, kind: string) =>
  `${kind === 'document_suggestion' ? 'suggested changes' : decided[decision ?? 'none']} by ${by}${is_guest ? ' (guest)' : ''}`

const getAssignedText = ({ by, due_on }: NonNullable<Notification['assigned']>) =>
  `assigned to you by ${by}${due_on ? `, due ${formatDayShort(due_on)}` : ''}`

const getDecayText = ({ pages, change }: { pages: number; change: number }) =>
  `${plural(pages, 'page')} losing clicks, ${pages > 1 ? 'the first by' : 'by'} ${Math.round(-change * 100)}%`

const getPausedText = ({ count, limit }: { count: number; limit: number }) =>
  `${plural(count, 'listener')} paused: your plan allows ${limit === 0 ? 'none' : plural(limit, 'listener')}`

function getChangeText({ first, added, removed }: Notification) {
  if (first) return `first run found ${plural(added, 'keyword')}`
  return [added > 0 ? `${formatCount(added)} new` : '', removed > 0 ? `${formatCount(removed)} lost` : '']
    .filter(Boolean)
    .join(', ')
}
