import type { UserCall } from '#platform/http/context.ts'
import { type OperatorToken, type Route, serve, serveFile } from '#platform/http/route.ts'
import type { Metrics } from '#platform/metrics.ts'
import { statusContract } from './contract.ts'
import type { Status, StatusStaff } from './service.ts'

const getStaff = (call: UserCall): StatusStaff => ({
  userId: call.actor.userId,
  email: call.actor.email,
  address: call.clientAddress,
})

export function statusRoutes({
  readiness,
  measureQueues,
  metrics,
  version,
  status,
  metricsToken,
}: {
  /** @throws AppError unavailable, within two seconds */
  readiness(): Promise<void>
  measureQueues(): Promise<void>
  metrics: Metrics
  version: string
  status: Status
  metricsToken: OperatorToken
}): Route[] {
  return [
    serve(statusContract.live, async () => ({ version })),
    serve(statusContract.ready, async () => {
      await readiness()
      return { database: 'up' as const }
    }),
    serveFile(
      statusContract.metrics,
      async () => {
        await measureQueues()
        const { registry } = metrics
        return new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } })
      },
      { operatorToken: metricsToken },
    ),
    serve(statusContract.updown, () => status.updown()),
    serve(statusContract.switch, (call, input) => status.switch(getStaff(call), input)),
    serve(statusContract.history, () => status.history()),
    serve(statusContract.incidents, () => status.incidents()),
    serve(statusContract.incidentAdd, (call, input) => status.addIncident(getStaff(call), input, call.storeResponse)),
    serve(statusContract.incidentUpdate, (call, { _id, ...change }) =>
      status.updateIncident(getStaff(call), _id, change, call.storeResponse),
    ),
    serve(statusContract.incidentDelete, async (call, { _id }) => {
      await status.deleteIncident(getStaff(call), _id)
      return {}
    }),
  ]
}
