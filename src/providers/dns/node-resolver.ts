import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsAnswer, DnsLookup } from './port.ts'

/** Answers that say for certain that there is nothing. */
const nothing = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME'])

/**
 * Asks the system's resolvers, or `server` ("host:port") alone. Nothing is kept: each question goes out.
 * `timeoutMs` is of one try.
 */
export function createDnsLookup({
  server,
  timeoutMs = 2000,
  tries = 2,
}: {
  server?: string | undefined
  timeoutMs?: number
  tries?: number
}): DnsLookup {
  let resolver: Promise<Resolver> | null = null

  async function open() {
    const made = new Resolver({ timeout: timeoutMs, tries })
    if (server) made.setServers([await withAddress(server)])
    return made
  }

  async function query(question: (resolver: Resolver) => Promise<string[]>): Promise<DnsAnswer> {
    resolver ??= open()
    try {
      const values = await question(await resolver)
      return values.length > 0 ? { state: 'found', values } : { state: 'none' }
    } catch (error) {
      // A resolver whose own address could not be found may be found later.
      resolver = null
      return getFailure(error as NodeJS.ErrnoException)
    }
  }

  return {
    cname: (name) => query(async (dns) => (await dns.resolveCname(name)).map(withoutDot)),
    txt: (name) => query(async (dns) => (await dns.resolveTxt(name)).map((pieces) => pieces.join(''))),
    async addresses(name) {
      const both = await Promise.all([query((dns) => dns.resolve4(name)), query((dns) => dns.resolve6(name))])
      const values = both.flatMap((answer) => (answer.state === 'found' ? answer.values : []))
      if (values.length > 0) return { state: 'found', values: values.sort() }
      return both.find((answer) => answer.state === 'failed') ?? { state: 'none' }
    },
  }
}

function getFailure({ code = '' }: NodeJS.ErrnoException): DnsAnswer {
  if (nothing.has(code)) return { state: 'none' }
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return { state: 'failed', why: 'timeout' }
  return { state: 'failed', why: code === 'EREFUSED' || code === 'ECONNREFUSED' ? 'refused' : 'broken' }
}

const withoutDot = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** A resolver takes addresses only: a server that is named is looked up first. */
async function withAddress(server: string) {
  const [, host = '', port = '53'] = /^(.*):(\d+)$/.exec(server) ?? []
  const bare = host.replace(/^\[|\]$/g, '')
  const address = isIP(bare) ? bare : (await lookup(bare)).address
  return isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`
}
