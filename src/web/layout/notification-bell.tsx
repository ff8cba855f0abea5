import { Bell as BellIcon } from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import { usePolling } from '../calls/use-polling.ts'
import { fetchUnread, formatUnread, useUnread } from './unread.ts'

const lookEveryMs = 60_000

/** The way to the notifications, with how many are not read. Asked for after the page is up: nothing waits for it. */
export function Bell({ className }: { className: string }) {
  const { pathname } = useLocation()
  const { unread } = useUnread()
  // Opening another screen is a good moment to look again.
  usePolling(true, fetchUnread, { everyMs: lookEveryMs, immediately: true, key: pathname })
  const name = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  return (
    <NavLink
      to="/app/notifications"
      prefetch="intent"
      aria-label={name}
      title={name}
      className={({ isActive }) => `relative ${className} ${isActive ? 'bg-well text-ink' : ''}`}
    >
      <BellIcon className="size-4" aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 grid h-3.75 min-w-3.75 place-items-center rounded-full bg-accent px-1 font-[600] text-[9.5px] text-paper leading-none"
        >
          {formatUnread(unread)}
        </span>
      )}
    </NavLink>
  )
}
