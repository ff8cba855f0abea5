import { AppError } from '#kit/errors.ts'
import type { DatabaseHandle } from '#platform/database.ts'
import { type Route, serve, serveFile, type UserCall } from '#platform/http.ts'
import type { Metrics } from '#platform/metrics.ts'
import { statusContract } from './contract.ts'
import type { Status, StatusStaff } from './service.ts'

const staffOf = (call: UserCall): StatusStaff => ({
  userId: call.actor.userId,
  email: call.actor.email,
  address: call.clientAddress,
})

export function statusRoutes({
  database,
  metrics,
  version,
  status,
}: {
  database: DatabaseHandle
  metrics: Metrics
  version: string
  status: Status
}): Route[] {
  return [
    serve(statusContract.live, async () => ({ version })),
    serve(statusContract.ready, async () => {
      try {
        await database.pool.query('select 1')
      } catch (cause) {
        throw new AppError('unavailable', 'The database does not answer.', { cause, retryAfterSeconds: 2 })
      }
      return { database: 'up' as const }
    }),
    serveFile(
      statusContract.metrics,
      async () =>
        new Response(await metrics.registry.metrics(), { headers: { 'Content-Type': metrics.registry.contentType } }),
    ),
    serve(statusContract.updown, () => status.updown()),
    serve(statusContract.switch, (call, input) => status.switch(staffOf(call), input)),
    serve(statusContract.history, () => status.history()),
    serve(statusContract.incidents, () => status.incidents()),
    serve(statusContract.incidentAdd, (call, input) => status.addIncident(staffOf(call), input, call.keepAnswer)),
    serve(statusContract.incidentUpdate, (call, { _id, ...change }) =>
      status.updateIncident(staffOf(call), _id, change, call.keepAnswer),
    ),
    serve(statusContract.incidentDelete, async (call, { _id }) => {
      await status.deleteIncident(staffOf(call), _id)
      return {}
    }),
  ]
}
