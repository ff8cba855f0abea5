import { type Route, serve } from '#platform/http/route.ts'
import { analyticsContract } from './contract.ts'
import type { Analytics } from './service.ts'

export function analyticsRoutes(analytics: Analytics): Route[] {
  return [
    serve(
      analyticsContract.batch,
      (call, { messages }) => analytics.collect({ body: call.body!, messages: messages.length }),
      { admit: (raw) => analytics.admit(raw) },
    ),
    serve(analyticsContract.client, () => analytics.clientSettings()),
    serve(analyticsContract.list, (_call, input) => analytics.list(input)),
    serve(analyticsContract.settings, () => analytics.settings()),
    serve(analyticsContract.summary, (_call, { days }) => analytics.summary(days)),
    serve(analyticsContract.funnel, (_call, { steps, days }) => analytics.funnel(steps, days)),
    serve(analyticsContract.person, (_call, { person, ...page }) => analytics.person(person, page)),
  ]
}
