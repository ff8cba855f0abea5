import { type Route, serve } from '#platform/http/route.ts'
import { homeContract } from './contract.ts'
import type { Home } from './get-home.ts'

export const homeRoutes = (home: Home): Route[] => [
  serve(homeContract.get, (call, { workspace_id, since }) => home.get(call.actor, workspace_id, since)),
]
