import { type Route, serve } from '#platform/http.ts'
import { analyticsContract } from './contract.ts'
import type { Analytics } from './service.ts'
import { acceptsBatch } from './validate-message.ts'

export function analyticsRoutes(analytics: Analytics): Route[] {
  return [
    serve(
      analyticsContract.batch,
      (call, { messages }) =>
        // Emptied before the commit, so that the garbage collector doesn't copy the messages while it waits.
        analytics.collect({ body: call.body!, messages: messages.splice(0).length }),
      { keepsBody: true, admit: (raw) => analytics.admit(raw), accepts: acceptsBatch },
    ),
    serve(analyticsContract.client, () => analytics.clientSettings()),
    serve(analyticsContract.list, (_call, input) => analytics.list(input)),
    serve(analyticsContract.settings, () => analytics.settings()),
    serve(analyticsContract.summary, (_call, { days }) => analytics.summary(days)),
    serve(analyticsContract.funnel, (_call, { steps, days }) => analytics.funnel(steps, days)),
    serve(analyticsContract.person, (_call, { person, ...page }) => analytics.person(person, page)),
  ]
}
