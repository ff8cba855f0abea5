import { z } from 'zod'
import { access, fileDownload, group } from '#kit/endpoint.ts'
import { nothing } from '#kit/fields.ts'

export const mcpContract = group(
  { name: 'Assistants', area: 'Server', about: 'The same features as Model Context Protocol (MCP) tools.' },
  {
    /** Takes one JSON-RPC message. Returns JSON, or an event stream if the client requested progress. */
    message: fileDownload({
      path: '/mcp',
      access: access.key('mcp'),
      summary: 'Model Context Protocol over streamable HTTP. Gives an assistant the workspace’s features as tools.',
      maxBytes: 4_000_000,
      input: z.looseObject({ jsonrpc: z.literal('2.0', 'jsonrpc must be "2.0".').describe('Version of JSON-RPC.') }),
      output: z.any(),
    }),
    /** Older clients open a GET stream for server messages. The server is stateless and sends none, so it returns 405. */
    stream: fileDownload({
      method: 'GET',
      path: '/mcp',
      access: access.public,
      summary: 'Returns 405 to assistants and redirects browsers to the setup page.',
      input: nothing,
      output: z.any(),
    }),
  },
)
