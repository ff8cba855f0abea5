import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { getPublicSuffix, parse } from 'tldts'

/**
 * Brings the list of public suffixes (200 kB). Import it where a domain is checked, so that a server without custom domains doesn't
 * hold the list.
 */

/** A domain in the form it is compared and stored in: ASCII (punycode), lower case, no final dot. */
export type DomainVerdict = { ok: true; domain: string } | { ok: false; message: string; reason: DomainProblem }

export type DomainProblem =
  | 'missing'
  | 'not_a_domain'
  | 'ip_address'
  | 'has_port'
  | 'wildcard'
  | 'invalid_characters'
  | 'not_public'
  | 'incomplete'
  | 'shared_suffix'
  | 'own_host'

/** Special-use names (RFC 6761) that public DNS doesn't resolve. */
const unreachable = /(^|\.)(localhost|arpa|onion|alt)$/
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

const refuse = (reason: DomainProblem, message: string): DomainVerdict => ({ ok: false, message, reason })
const badCharacters = refuse('invalid_characters', 'domain may contain letters, digits and hyphens, separated by dots.')
const ipAddress = refuse('ip_address', 'domain must be a domain name, not an IP address.')

/** `ownHosts`: host names of this server; they and their subdomains can't be claimed. */
export function normalizeDomain(given: string, ownHosts: string[]): DomainVerdict {
  const text = given.trim()
  if (text === '') return refuse('missing', 'domain is missing.')
  if (text.includes('://') || /[/?#@\\]/.test(text))
    return refuse(
      'not_a_domain',
      'domain must be a domain name such as reports.example.com, without https:// or a path.',
    )
  if (isIP(text.replace(/^\[|\]$/g, '')) !== 0) return ipAddress
  if (text.includes(':')) return refuse('has_port', 'domain must not include a port.')
  if (text.includes('*')) return refuse('wildcard', 'domain must not be a wildcard.')
  if (/[\s%_]/u.test(text)) return badCharacters
  // SSRF: resolvers read numeric names as IP addresses, and "0x7f.1" is localhost. So the ASCII form is checked too.
  const domain = domainToASCII(text.replace(/\.$/, '')).toLowerCase()
  if (domain === '') return badCharacters
  if (isIP(domain) !== 0) return ipAddress
  const labels = domain.split('.')
  if (domain.length > 240 || !labels.every((each) => label.test(each))) return badCharacters
  if (unreachable.test(domain)) return refuse('not_public', `domain must be a public domain name. ${domain} isn’t one.`)
  if (labels.length < 2) return refuse('incomplete', 'domain must be a full domain name such as reports.example.com.')
  if (getPublicSuffix(domain, { allowPrivateDomains: true }) === domain)
    return refuse('shared_suffix', `domain must be your own. ${domain} is shared by many people.`)
  if (ownHosts.some((host) => domain === host || domain.endsWith(`.${host}`)))
    return refuse('own_host', `domain must be your own. ${domain} belongs to this server.`)
  return { ok: true, domain }
}

/** Whether this is a registrable domain, not a subdomain. DNS allows no CNAME there. */
export const isApex = (domain: string) => parse(domain, { allowPrivateDomains: true }).domain === domain
