import { Bell as BellIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { NavLink, useLocation } from 'react-router'
import { notificationsContract } from '#features/notifications/contract.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '../calls/api.ts'
import { usePolling } from '../calls/use-polling.ts'

const lookEveryMs = 60_000
const restMs = 10_000

/** One count for every bell on the page. */
let count = 0
let fetchedAt = 0
const listeners = new Set<() => void>()

/** What a screen learned about it. */
export function setUnread(unread: number) {
  count = unread
  fetchedAt = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function look() {
  if (Date.now() - fetchedAt < restMs) return
  fetchedAt = Date.now()
  try {
    setUnread((await api(notificationsContract.unread, {})).unread)
  } catch (error) {
    // A bell that cannot be asked keeps what it showed; whatever the person does next says what is wrong.
    if (!(error instanceof AppError)) throw error
  }
}

/** The way to the notifications, with how many are not read. Asked for after the page is up: nothing waits for it. */
export function Bell({ className }: { className: string }) {
  const { pathname } = useLocation()
  const unread = useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  )
  // Opening another screen is a good moment to look again.
  usePolling(true, look, { everyMs: lookEveryMs, immediately: true, key: pathname })
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
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </NavLink>
  )
}
