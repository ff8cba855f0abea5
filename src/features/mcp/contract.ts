import { z } from 'zod'
import { access, fileDownload } from '#kit/endpoint.ts'
import { nothing } from '#kit/fields.ts'

export const mcpContract = {
  /** JSON-RPC in; one JSON answer, or an event stream when the assistant asked to hear of progress. */
  message: fileDownload({
    path: '/mcp',
    access: access.key('mcp'),
    summary: 'Model Context Protocol over streamable HTTP. Gives an assistant the workspace’s features as tools.',
    maxBytes: 4_000_000,
    input: z.looseObject({ jsonrpc: z.literal('2.0', 'jsonrpc must be "2.0".') }),
    output: z.any(),
  }),
  /** Older assistants ask for a stream that stays open: there is none, each message carries all it needs. */
  stream: fileDownload({
    method: 'GET',
    path: '/mcp',
    access: access.public,
    summary: 'Returns 405 to assistants and redirects browsers to the setup page.',
    input: nothing,
    output: z.any(),
  }),
}
