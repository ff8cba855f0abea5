/** The host name of a `Host` header, without its port. */
export function hostName(host: string): string {
  const bare = host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return bare.length <= 253 ? bare : ''
}
