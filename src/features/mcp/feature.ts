import type { Plans } from '#features/plans/service.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { mcpRoutes } from './routes.ts'
import { createAssistants } from './service.ts'

export function createMcpFeature(
  { version, log }: Core,
  { plans, endpoints }: { plans: Plans; endpoints(): Endpoint[] },
) {
  const assistants = createAssistants({ plans, version, log, endpoints })
  return { service: assistants, routes: mcpRoutes(assistants), close: () => assistants.close() } satisfies Feature
}
