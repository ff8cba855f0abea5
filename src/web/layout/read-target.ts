import type { NotificationArea } from '#features/notifications/contract.ts'

/** What a screen shows, of what notifications are about. */
export type ReadTarget = { area: NotificationArea } & ({ subject_id: string } | { kind: 'listeners_paused' })

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
const subjects: { area: NotificationArea; path: RegExp }[] = [
  { area: 'listeners', path: new RegExp(`^/app/listeners/${id}/?$`, 'i') },
  { area: 'plan', path: new RegExp(`^/app/plan/batches/${id}/?$`, 'i') },
  { area: 'plan', path: new RegExp(`^/app/plan/${id}/?$`, 'i') },
  { area: 'content', path: new RegExp(`^/app/content/${id}/?$`, 'i') },
  // The other screens of a site don't say which pages lose clicks.
  { area: 'sites', path: new RegExp(`^/app/sites/${id}/decay/?$`, 'i') },
]

/** Notifications that are read once this screen is open. Null where it's about none. */
export function getReadTarget(pathname: string): ReadTarget | null {
  // The list of listeners is where paused ones are seen.
  if (/^\/app\/listeners\/?$/.test(pathname)) return { area: 'listeners', kind: 'listeners_paused' }
  for (const { area, path } of subjects) {
    const subject_id = path.exec(pathname)?.[1]
    if (subject_id) return { area, subject_id }
  }
  return null
}
