import { z } from 'zod'
import { access, endpoint, fileDownload } from '#kit/endpoint.ts'
import { nothing } from '#kit/fields.ts'

export const statusContract = {
  live: endpoint({
    method: 'GET',
    path: '/healthz',
    access: access.public,
    summary: 'The process answers.',
    input: nothing,
    output: z.object({ version: z.string() }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    access: access.public,
    summary: 'The process can do its work: its database answers.',
    input: nothing,
    output: z.object({ database: z.literal('up') }),
  }),
  metrics: fileDownload({
    method: 'GET',
    path: '/metrics',
    access: access.loopback,
    summary: 'Prometheus metrics.',
    input: nothing,
    output: z.any(),
  }),
}
