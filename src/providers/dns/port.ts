/**
 * What the name servers say. `none`: they answered that there is no such record. `failed`: they did not answer, or with
 * an error of their own, and nothing is known.
 */
export type DnsAnswer =
  | { state: 'found'; values: string[] }
  | { state: 'none' }
  | { state: 'failed'; why: 'timeout' | 'refused' | 'broken' }

/** Names are absolute, in ASCII, without a final dot; so are the names answered. Nothing throws. */
export type DnsLookup = {
  cname(name: string): Promise<DnsAnswer>
  /** Each value whole, however many pieces it came in. */
  txt(name: string): Promise<DnsAnswer>
  /** IPv4 and IPv6 together, sorted. */
  addresses(name: string): Promise<DnsAnswer>
}
