import type { EndpointGroup } from './endpoint.ts'

type Json = Record<string, unknown>

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; [extension: `x-${string}`]: unknown }
  servers: { url: string }[]
  tags: { name: string; description: string; 'x-area': EndpointGroup['area'] }[]
  paths: Record<string, Record<string, Json>>
  webhooks: Record<string, { post: Json }>
  components: Json
}
