import type { Endpoint } from '#kit/endpoint.ts'
import type { Middleware } from './context.ts'

/** CORS, for calls that any site may make. */

export const allowAnyOrigin: Middleware = async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Expose-Headers', 'Retry-After')
  await next()
}

export const preflightHeaders = ({ method }: Endpoint) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': method,
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
})
