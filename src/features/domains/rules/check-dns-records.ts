import type { DnsAnswer, DnsLookup } from '#providers/dns/port.ts'
import type { DomainRecord } from '../contract.ts'

/** The DNS records a custom domain needs, and checking them. */

/** The TXT record has its own name, since a name with a CNAME can't have one, and so it can be added before the domain moves. */
export const proofName = (domain: string) => `_earshot.${domain}`
export const proofValue = (token: string) => `earshot-domain=${token}`

export type ExpectedDns = { domain: string; target: string; token: string }

export type Findings = {
  records: DomainRecord[]
  /** Points here by CNAME or by IP address. */
  pointed: boolean
  /** Has this workspace's TXT record. */
  proven: boolean
  /** A record has another value. */
  wrong: boolean
  /** A lookup failed. */
  unknown: boolean
}

/** Longest CNAME chain that is followed. */
const maxChainLength = 5

/** The required records, before the first check. */
export function getRequiredRecords({ domain, target, token }: ExpectedDns): DomainRecord[] {
  const unseen = { found: null, state: 'none' as const }
  return [
    { type: 'CNAME', name: domain, value: target, ...unseen },
    { type: 'TXT', name: proofName(domain), value: proofValue(token), ...unseen },
  ]
}

/** Checks CNAME and TXT in parallel. IP addresses are resolved only when neither matches, or for an apex domain. */
export async function checkDns(dns: DnsLookup, expected: ExpectedDns): Promise<Findings> {
  const { domain, target, token } = expected
  const [alias, proof] = await Promise.all([followAlias(dns, domain, target), dns.txt(proofName(domain))])
  const txt = record('TXT', proofName(domain), proofValue(token), proof)
  const settled = alias.state === 'right' || txt.state === 'right'
  const apex = (await import('./domain-name.ts')).isApex(domain)
  const theirs: DnsAnswer = { state: 'none' }
  const [here, there] =
    settled && !apex
      ? [theirs, theirs]
      : await Promise.all([dns.addresses(target), settled ? theirs : dns.addresses(domain)])
  const byAddress = settled || alias.state === 'unknown' ? null : compared(there, here)
  const cname: DomainRecord = { type: 'CNAME', name: domain, value: target, found: alias.found, state: alias.state }
  // Pointing here by IP address counts like a CNAME.
  if (byAddress === 'right') cname.state = 'right'
  if (byAddress === 'wrong' && cname.state === 'none') cname.state = 'wrong'
  if (byAddress === 'unknown' && cname.state === 'none') cname.state = 'unknown'
  if (cname.found === null && there.state === 'found') cname.found = there.values.join(', ')
  const records = [cname, ...(apex ? addressRecords(domain, here, there) : []), txt]
  return {
    records,
    pointed: cname.state === 'right',
    proven: txt.state === 'right',
    wrong: records.some(({ state }) => state === 'wrong'),
    unknown: cname.state === 'unknown' || txt.state === 'unknown',
  }
}

/** The tokens found in the domain's TXT records; null: the lookup failed. */
export async function findProvenTokens(dns: DnsLookup, domain: string, tokens: string[]): Promise<string[] | null> {
  const answer = await dns.txt(proofName(domain))
  if (answer.state === 'failed') return null
  const values = answer.state === 'found' ? answer.values.map((value) => value.trim()) : []
  return tokens.filter((token) => values.includes(proofValue(token)))
}

type Alias = Pick<DomainRecord, 'found' | 'state'>

async function followAlias(dns: DnsLookup, domain: string, target: string): Promise<Alias> {
  let name = domain
  let first: string | null = null
  for (let step = 0; step < maxChainLength; step++) {
    const answer = await dns.cname(name)
    if (answer.state === 'failed') return { found: first, state: 'unknown' }
    if (answer.state === 'none') break
    name = answer.values[0]!
    first ??= name
    if (name === target) return { found: first, state: 'right' }
  }
  return { found: first, state: first === null ? 'none' : 'wrong' }
}

function record(type: DomainRecord['type'], name: string, value: string, answer: DnsAnswer): DomainRecord {
  if (answer.state === 'failed') return { type, name, value, found: null, state: 'unknown' }
  if (answer.state === 'none') return { type, name, value, found: null, state: 'none' }
  const right = answer.values.some((each) => each.trim() === value)
  return {
    type,
    name,
    value,
    found: right ? value : answer.values.join(', ').slice(0, 500),
    state: right ? 'right' : 'wrong',
  }
}

/** Every IP address must be ours, since visitors are spread over all of them. */
function compared(there: DnsAnswer, here: DnsAnswer): DomainRecord['state'] {
  if (there.state === 'failed') return 'unknown'
  if (there.state === 'none') return 'none'
  if (here.state === 'failed') return 'unknown'
  const ours = new Set(here.state === 'found' ? here.values : [])
  return there.values.every((value) => ours.has(value)) ? 'right' : 'wrong'
}

/** A and AAAA records for an apex domain, which can't have a CNAME. */
function addressRecords(domain: string, here: DnsAnswer, there: DnsAnswer): DomainRecord[] {
  if (here.state !== 'found') return []
  const held = there.state === 'found' ? there.values : []
  const ordered = [...here.values].sort((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
  return ordered.map((value) => {
    const type = value.includes(':') ? 'AAAA' : 'A'
    const same = held.filter((each) => each.includes(':') === (type === 'AAAA'))
    if (held.includes(value)) return { type, name: domain, value, found: value, state: 'right' }
    // One of several is enough.
    return {
      type,
      name: domain,
      value,
      found: same.join(', ') || null,
      state: there.state === 'failed' ? 'unknown' : 'none',
    }
  })
}
