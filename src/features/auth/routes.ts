import { type Call, type Route, serve } from '#platform/http.ts'
import { authContract } from './contract.ts'
import type { Auth, Device } from './service.ts'

const deviceOf = (call: Call): Device => ({ userAgent: call.headers.get('user-agent'), address: call.clientAddress })

export function authRoutes(auth: Auth): Route[] {
  return [
    serve(authContract.signup, (call, input) => auth.signUp(input, deviceOf(call))),
    serve(authContract.login, (call, input) => auth.logIn(input, deviceOf(call))),
    serve(authContract.userdata, () => Promise.reject(new Error('userdata is read in one query')), {
      oneQuery: async (tokenHash) => ({ user: await auth.userByToken(tokenHash) }),
    }),
    serve(authContract.logout, async (call) => {
      await auth.logOut(call.actor)
      return {}
    }),
    serve(authContract.sessionsList, async (call) => ({ items: await auth.listSessions(call.actor) })),
    serve(authContract.sessionsRevoke, async (call, input) => ({
      revoked: await auth.revokeSessions(call.actor, input),
    })),
    serve(authContract.setup, (call, input) => auth.setUpOwner(input, deviceOf(call))),
  ]
}
