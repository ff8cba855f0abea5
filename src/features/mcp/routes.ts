import { signedOut } from '#platform/http/authenticate.ts'
import { type Route, serveFile } from '#platform/http/route.ts'
import { mcpContract } from './contract.ts'
import type { Assistants } from './service.ts'

export function mcpRoutes(assistants: Assistants): Route[] {
  return [
    serveFile(mcpContract.message, async (call, message) => {
      const authorization = call.headers.get('authorization')
      if (!authorization) throw signedOut()
      const { workspace, actor, clientAddress } = call
      const caller = {
        authorization,
        address: clientAddress,
        workspace,
        scopes: actor.key!.scopes,
        fetchApi: call.fetchApi,
      }
      return assistants.answer(caller, message, call.headers, call.signal)
    }),
    serveFile(mcpContract.stream, async (call) =>
      call.headers.get('accept')?.includes('text/html')
        ? new Response(null, { status: 303, headers: { Location: '/docs/assistants' } })
        : new Response('Send messages with POST. GET streams aren’t supported.\n', {
            status: 405,
            headers: { Allow: 'POST', 'Content-Type': 'text/plain; charset=utf-8' },
          }),
    ),
  ]
}
