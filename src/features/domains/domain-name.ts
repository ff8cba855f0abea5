import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { getPublicSuffix, parse } from 'tldts'

/** What can be mapped, as it is compared and stored: ASCII, small letters, no final dot. */
export type DomainVerdict = { ok: true; domain: string } | { ok: false; message: string }

/** Names that mean something else on every machine, or that name servers do not know. */
const unreachable = /(^|\.)(localhost|arpa|onion|alt)$/
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

const refuse = (message: string): DomainVerdict => ({ ok: false, message })

/** `ours`: host names of this installation; they and what lies below them stay ours. */
export function normalDomain(given: string, ours: string[]): DomainVerdict {
  const text = given.trim()
  if (text === '') return refuse('domain is missing.')
  if (text.includes('://') || /[/?#@\\]/.test(text))
    return refuse('domain is a name alone, such as reports.example.com: leave out https:// and what follows the name.')
  if (isIP(text.replace(/^\[|\]$/g, '')) !== 0) return refuse('domain must be a name: an IP address cannot be mapped.')
  if (text.includes(':')) return refuse('domain is a name alone: leave out the port.')
  if (text.includes('*')) return refuse('domain must be one name: a wildcard cannot be mapped.')
  if (/[\s%_]/u.test(text)) return refuse('domain may hold letters, digits and hyphens, with dots between them.')
  // Numbers are read as an address by whoever looks them up: "0x7f.1" is this machine.
  const domain = domainToASCII(text.replace(/\.$/, '')).toLowerCase()
  if (domain === '') return refuse('domain may hold letters, digits and hyphens, with dots between them.')
  if (isIP(domain) !== 0) return refuse('domain must be a name: an IP address cannot be mapped.')
  const labels = domain.split('.')
  if (domain.length > 240 || !labels.every((each) => label.test(each)))
    return refuse('domain may hold letters, digits and hyphens, with dots between them.')
  if (unreachable.test(domain)) return refuse(`domain must be a name that name servers know: ${domain} is none.`)
  if (labels.length < 2) return refuse('domain must be a whole name, such as reports.example.com.')
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    return refuse(`domain must be a name of yours: ${domain} is shared by many.`)
  if (ours.some((host) => domain === host || domain.endsWith(`.${host}`)))
    return refuse(`domain must be a name of yours: ${domain} belongs to this installation.`)
  return { ok: true, domain }
}

/** Whether it is the name somebody registered, not one below it: there a CNAME cannot stand. */
export const isApex = (domain: string) => parse(domain, { allowPrivateDomains: true }).domain === domain

/** The name of a `Host` header, without its port. */
export function hostName(host: string): string {
  const bare = host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  return bare.length <= 253 ? bare : ''
}
