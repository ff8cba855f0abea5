import type pg from 'pg'

/** What migration 0036 reports on the connection that changes what an account may do. */
const accessChanged = /^access_changed ([0-9a-f-]{36})$/

/**
 * Hears of each account whose access this process changes: after the commit, and before the code that waits for the transaction
 * continues. A connection goes back to its pool between the two.
 * @returns registers a listener, which gets the account's id
 */
export function watchAccessChanges(pool: pg.Pool): (listener: (userId: string) => void) => void {
  const listeners = new Set<(userId: string) => void>()
  const pending = new WeakMap<pg.PoolClient, Set<string>>()
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const userId = accessChanged.exec(message ?? '')?.[1]
      if (!userId) return
      const userIds = pending.get(client)
      if (userIds) userIds.add(userId)
      else pending.set(client, new Set([userId]))
    })
  })
  pool.on('release', (_error, client) => {
    const userIds = pending.get(client)
    if (!userIds) return
    pending.delete(client)
    for (const userId of userIds) for (const listener of listeners) listener(userId)
  })
  return (listener) => listeners.add(listener)
}
