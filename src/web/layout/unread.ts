import { useSyncExternalStore } from 'react'
import { notificationsContract, type UnreadCounts } from '#features/notifications/contract.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '../calls/api.ts'

/** Unread notifications: one answer for everything on the page that shows it. */

const restMs = 10_000
const none: UnreadCounts = { unread: 0, areas: [] }

let counts = none
let fetchedAt = 0
const listeners = new Set<() => void>()

/** What a call answered about it. */
export function setUnread({ unread, areas }: UnreadCounts) {
  counts = { unread, areas }
  fetchedAt = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnread = () =>
  useSyncExternalStore(
    subscribe,
    () => counts,
    () => none,
  )

/** Fetches the counts, at most every ten seconds. */
export async function fetchUnread() {
  if (Date.now() - fetchedAt < restMs) return
  fetchedAt = Date.now()
  try {
    setUnread(await api(notificationsContract.unread, {}))
  } catch (error) {
    // What can't be fetched keeps what it showed; whatever the person does next says what is wrong.
    if (!(error instanceof AppError)) throw error
  }
}

/** Three digits don't fit beside a link. */
export const formatUnread = (unread: number) => (unread > 99 ? '99+' : String(unread))
