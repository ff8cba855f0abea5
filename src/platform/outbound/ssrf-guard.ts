import ipaddr from 'ipaddr.js'

/** Public by range, yet answered only inside a cloud: Azure's host agent. */
const cloudOnly = new Set(['168.63.129.16'])
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Where DNS64 puts the IPv4 address of a host, for networks that speak only IPv6 (RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** An address anyone on the internet reaches the same host at: no private, local, shared, reserved or metadata address. */
export function isPublicAddress(text: string): boolean {
  const address = parse(text)
  if (!address) return false
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !cloudOnly.has(address.toString())
  if (address.match(nat64)) return isPublicAddress(embeddedIPv4(address))
  return address.match(globalUnicast) && address.range() === 'unicast'
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text.replace(/%.*$/, '')
  // Converts an IPv4-mapped IPv6 address to its IPv4 address.
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

const embeddedIPv4 = (address: ipaddr.IPv6) => address.toByteArray().slice(-4).join('.')

export type AllowList = {
  /** Whether this host, as URLs spell it, is allowed at this port whatever its addresses are. */
  hasHost(host: string, port: number): boolean
  hasAddress(address: string): boolean
}

/**
 * Parses `OUTBOUND_ALLOW`: hosts ("intranet.example", "*.intranet.example"), hosts with a port ("localhost:9999"),
 * addresses and CIDRs ("10.2.0.0/16"). "localhost" includes the loopback addresses.
 * @throws {TypeError} naming the entry that is none of these.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>()
  const ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][] = []
  for (const entry of entries.map((text) => text.trim()).filter(Boolean)) {
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (ipaddr.isValid(unbracketed(entry))) ranges.push(single(unbracketed(entry)))
    else for (const spelling of spellings(parseHost(entry))) hosts.add(spelling)
  }
  return {
    hasHost: (host, port) => getSpellings(host).some((name) => hosts.has(name) || hosts.has(`${name}:${port}`)),
    hasAddress(text) {
      const address = parse(text)
      return (
        address !== null &&
        ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits))
      )
    },
  }
}

function single(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const spellings = (host: string) =>
  /^localhost(?::|$)/.test(host)
    ? ['localhost', '127.0.0.1', '[::1]'].map((name) => host.replace('localhost', name))
    : [host]

/** "a.b.c" is also named by "*.b.c" and "*.c". */
function getSpellings(host: string) {
  const labels = host.split('.')
  return [host, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`)]
}

const unbracketed = (host: string) => host.replace(/^\[|\]$/g, '')

function parseHost(entry: string) {
  // The scheme has no default port, so that ":80" is kept.
  const url = URL.parse(`allow://${entry}`)
  const spelled = URL.parse(`http://${url?.hostname}`)?.hostname
  if (!url || !spelled || url.pathname || url.username || url.search || url.hash) {
    throw new TypeError(`OUTBOUND_ALLOW contains "${entry}", which isn’t a host, host:port or CIDR.`)
  }
  return url.port ? `${spelled}:${url.port}` : spelled
}
