import { type Route, serve } from '#platform/http/route.ts'
import { notificationsContract } from './contract.ts'
import type { Digests } from './digests.ts'
import type { Notifications } from './service.ts'

export function notificationsRoutes({
  notifications,
  digests,
}: {
  notifications: Notifications
  digests: Digests
}): Route[] {
  return [
    serve(notificationsContract.list, (call, paging) => notifications.list(call.actor.userId, paging)),
    serve(notificationsContract.unread, (call) => notifications.unread(call.actor.userId)),
    serve(notificationsContract.read, (call, input) => notifications.read(call.actor.userId, input)),
    serve(notificationsContract.unsubscribe, (_call, { token, resume }) => digests.unsubscribe(token, resume)),
  ]
}
