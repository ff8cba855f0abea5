import { AppError } from '#kit/errors.ts'
import type { DatabaseHandle } from '#platform/database.ts'
import { type Route, serve, serveFile } from '#platform/http.ts'
import type { Metrics } from '#platform/metrics.ts'
import { statusContract } from './contract.ts'

export function statusRoutes({
  database,
  metrics,
  version,
}: {
  database: DatabaseHandle
  metrics: Metrics
  version: string
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
  ]
}
