import type { Config } from '#config'

/** Our own pages in this process, past proxies; those of others where this process serves none. */
export function getPagesUrl({ ROLES, HOST, PORT }: Config, publicUrl: string): string {
  if (!ROLES.includes('web')) return publicUrl
  return `http://${['0.0.0.0', '::', 'localhost'].includes(HOST) ? '127.0.0.1' : HOST}:${PORT}`
}
