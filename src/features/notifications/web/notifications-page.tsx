import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { api } from '#web/api.ts'
import { rememberWorkspace } from '#web/app-state.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { orRespond } from '#web/loader-calls.ts'
import { setUnread } from '#web/notification-bell.tsx'
import { pageContext } from '#web/page-context.ts'
import { Pages } from '#web/pagination.tsx'
import { ScreenHead } from '#web/screen-header.tsx'
import { requireUser } from '#web/session.ts'
import { useCall } from '#web/use-call.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type Notification, notificationsContract } from '../contract.ts'
import type { Route } from './+types/notifications-page.ts'
import { notificationErrorTexts } from './error-texts.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

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
      const { unread } = await api(notificationsContract.read, input)
      setUnread(unread)
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
          href={one.paused ? '/app/listeners' : `/app/listeners/${one.subject_id}?run=${one.run_id}`}
          onClick={onOpen}
          className={cx("no-underline after:absolute after:inset-0 after:content-['']", !one.read && 'font-[550]')}
        >
          {one.paused ? (
            getPausedText(one.paused)
          ) : (
            <>
              <span className="font-serif text-l">{one.keyword}</span>: {getChangeText(one)}
            </>
          )}
        </Link>
        <p className="text-ink-2 text-xs">
          {one.examples.map((example) => `“${example}”`).join(', ')}
          {(one.paused?.count ?? one.added + one.removed) > one.examples.length && one.examples.length > 0 && ' …'}
          {workspaceShown && <span className="text-ink-3"> · {one.workspace}</span>}
        </p>
      </div>
      <span className="whitespace-nowrap pt-1 text-ink-3 text-xs">
        <DateTime at={one.created_at} brief />
      </span>
    </li>
  )
}

const getPausedText = ({ count, limit }: { count: number; limit: number }) =>
  `${plural(count, 'listener')} paused: your plan allows ${limit === 0 ? 'none' : plural(limit, 'listener')}`

function getChangeText({ first, added, removed }: Notification) {
  if (first) return `first run found ${plural(added, 'keyword')}`
  return [added > 0 ? `${formatCount(added)} new` : '', removed > 0 ? `${formatCount(removed)} lost` : '']
    .filter(Boolean)
    .join(', ')
}
