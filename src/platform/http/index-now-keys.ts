import type { Secrets } from '../secrets.ts'

/**
 * Keys that prove to IndexNow that a host's addresses come from its owner: the host serves `/<key>.txt`. One a host, derived from this
 * server's secret, so that every process knows it and customers' domains don't show that they share a server.
 */
export type IndexNowKeys = { keyOf(host: string): string; isKeyFile(host: string, path: string): boolean }

const purpose = 'index-now-key'

export function createIndexNowKeys(secrets: Secrets): IndexNowKeys {
  const keyOf = (host: string) =>
    Buffer.from(secrets.sign(purpose, host.toLowerCase()), 'base64url').toString('hex').slice(0, 32)
  return {
    keyOf,
    isKeyFile: (host, path) => /^\/[0-9a-f]{32}\.txt$/.test(path) && path === `/${keyOf(host)}.txt`,
  }
}
