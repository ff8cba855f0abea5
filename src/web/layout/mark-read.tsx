import { useEffect } from 'react'
import { notificationsContract } from '#features/notifications/contract.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '../calls/api.ts'
import { getReadTarget } from './read-target.ts'
import { setUnread, useUnread } from './unread.ts'

/**
 * Marks notifications about what is on screen as read. It asks only while the screen’s area has unread ones, and again when their number
 * changes: what arrives while the screen is open is read too. `pathname` is null where somebody else looks, such as support. A
 * component of its own: a press from before the screen was hydrated is lost if the shell around it renders again meanwhile.
 */
export function MarkRead({ pathname, workspaceId }: { pathname: string | null; workspaceId: string }) {
  const target = pathname === null ? null : getReadTarget(pathname)
  const { areas } = useUnread()
  const unread =
    areas.find(({ workspace_id, area }) => workspace_id === workspaceId && area === target?.area)?.unread ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target follows from the path
  useEffect(() => {
    if (unread === 0 || target === null) return
    const about =
      'subject_id' in target ? { subject_id: target.subject_id } : { kind: target.kind, workspace_id: workspaceId }
    api(notificationsContract.read, about).then(setUnread, (error: unknown) => {
      // They stay unread, and the next screen tries again.
      if (!(error instanceof AppError)) throw error
    })
  }, [pathname, workspaceId, unread])
  return null
}
