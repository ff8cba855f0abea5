/** A URL's host and port, as `OUTBOUND_ALLOW` lists them. */
export function hostAndPort(address: string) {
  const { hostname, port, protocol } = new URL(address)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}
