import type { DnsAnswer, DnsLookup } from '#providers/dns/port.ts'
import type { DomainRecord } from './contract.ts'
import { isApex } from './domain-name.ts'

/** What a domain's DNS has to hold, and what it holds. */

/** The proof stands beside the domain, so that it can be there before the domain moves, and with a CNAME on it. */
export const proofName = (domain: string) => `_earshot.${domain}`
export const proofValue = (token: string) => `earshot-domain=${token}`

export type Wanted = { domain: string; target: string; token: string }

export type Findings = {
  records: DomainRecord[]
  /** It points here: as an alias, or by the same addresses. */
  pointed: boolean
  /** The TXT record of this workspace is there. */
  proven: boolean
  /** Some of it is somebody else's. */
  wrong: boolean
  /** Some of it could not be asked. */
  unknown: boolean
}

/** Aliases of aliases, at most. */
const maxChainLength = 5

/** The records as they have to be, before anybody looked. */
export function wantedRecords({ domain, target, token }: Wanted): DomainRecord[] {
  const unseen = { found: null, state: 'none' as const }
  return [
    { type: 'CNAME', name: domain, value: target, ...unseen },
    { type: 'TXT', name: proofName(domain), value: proofValue(token), ...unseen },
  ]
}

/** Looks at both ways at once; addresses are asked for only where neither holds. */
export async function lookAt(dns: DnsLookup, wanted: Wanted): Promise<Findings> {
  const { domain, target, token } = wanted
  const [alias, proof] = await Promise.all([followAlias(dns, domain, target), dns.txt(proofName(domain))])
  const txt = record('TXT', proofName(domain), proofValue(token), proof)
  const settled = alias.state === 'right' || txt.state === 'right'
  const theirs: DnsAnswer = { state: 'none' }
  const [here, there] =
    settled && !isApex(domain)
      ? [theirs, theirs]
      : await Promise.all([dns.addresses(target), settled ? theirs : dns.addresses(domain)])
  const byAddress = settled || alias.state === 'unknown' ? null : compared(there, here)
  const cname: DomainRecord = { type: 'CNAME', name: domain, value: target, found: alias.found, state: alias.state }
  // A name that points here by its addresses is as good as an alias; one that points elsewhere is as wrong.
  if (byAddress === 'right') cname.state = 'right'
  if (byAddress === 'wrong' && cname.state === 'none') cname.state = 'wrong'
  if (byAddress === 'unknown' && cname.state === 'none') cname.state = 'unknown'
  if (cname.found === null && there.state === 'found') cname.found = there.values.join(', ')
  const records = [cname, ...(isApex(domain) ? addressRecords(domain, here, there) : []), txt]
  return {
    records,
    pointed: cname.state === 'right',
    proven: txt.state === 'right',
    wrong: records.some(({ state }) => state === 'wrong'),
    unknown: cname.state === 'unknown' || txt.state === 'unknown',
  }
}

/** Whose proof stands beside a domain; null: the name servers could not be asked. */
export async function provenBy(dns: DnsLookup, domain: string, tokens: string[]): Promise<string[] | null> {
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

/** Every address the name has must be one of ours: half of its visitors would go elsewhere. */
function compared(there: DnsAnswer, here: DnsAnswer): DomainRecord['state'] {
  if (there.state === 'failed') return 'unknown'
  if (there.state === 'none') return 'none'
  if (here.state === 'failed') return 'unknown'
  const ours = new Set(here.state === 'found' ? here.values : [])
  return there.values.every((value) => ours.has(value)) ? 'right' : 'wrong'
}

/** For names that cannot be an alias: the addresses to enter instead. */
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
