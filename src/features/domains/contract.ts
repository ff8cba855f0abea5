import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { hexColor, id, line, timestamp } from '#kit/fields.ts'

export const domainTargets = ['reports', 'blog'] as const
export type DomainTarget = (typeof domainTargets)[number]

export const domainStatuses = ['pending_dns', 'active', 'error'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** `unknown`: the name servers did not answer when they were asked last. */
export const recordStates = ['none', 'wrong', 'right', 'unknown'] as const

/** A record of the domain's DNS: what it has to hold, and what it held when it was looked at last. */
export const domainRecord = z.object({
  type: z.enum(['CNAME', 'A', 'AAAA', 'TXT']),
  name: z.string(),
  value: z.string(),
  found: z.string().nullable(),
  state: z.enum(recordStates),
})
export type DomainRecord = z.output<typeof domainRecord>

/** How a workspace looks to its readers; null where the workspace's own name and colour serve. */
export const brand = z.object({
  name: z.string().nullable(),
  /** URL of an image of the workspace. */
  logo: z.string().nullable(),
  color: z.string().nullable(),
})
export type Branding = z.output<typeof brand>

/** Branding as shown, with defaults filled in. */
export const shownBrand = z.object({ name: z.string(), logo: z.string().nullable(), color: z.string() })
export type ShownBrand = z.output<typeof shownBrand>

export const domainHead = z.object({
  domain: z.string(),
  target: z.enum(domainTargets),
  status: z.enum(domainStatuses),
  verified_at: timestamp.nullable(),
  error: z.string().nullable(),
})
export type DomainHead = z.output<typeof domainHead>

export const workspaceDomain = z.object({
  domain: z.string().nullable(),
  target: z.enum(domainTargets).nullable(),
  /** Null without a domain. */
  status: z.enum(domainStatuses).nullable(),
  records: z.array(domainRecord),
  /** When it became active; null: it isn't. */
  verified_at: timestamp.nullable(),
  checked_at: timestamp.nullable(),
  error: z.string().nullable(),
  brand: brand.nullable(),
  /** Whether the owner's plan includes custom domains and branding. */
  allowed: z.boolean(),
  /** The host name custom domains point to; null: not set up on this server. */
  cname_target: z.string().nullable(),
})
export type WorkspaceDomain = z.output<typeof workspaceDomain>

const brandInput = z.strictObject({
  name: line('name', 80).nullish(),
  /** Id or URL of an image of the workspace. */
  logo: z.string('logo must be the URL of an image.').trim().max(2000).nullish(),
  color: hexColor.toLowerCase().nullish(),
})
export type BrandInput = z.output<typeof brandInput>

export const domainsContract = {
  addUpdate: endpoint({
    path: '/cname/addupdate',
    access: access.workspace('admin', null),
    summary:
      'Map a domain to a workspace’s shared reports or blog, and set its branding. `domain: null` removes the domain, `brand: null` the branding. Fields you leave out don’t change.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      domain: z.string('domain must be text.').max(1000, 'domain may have at most 253 characters.').nullish(),
      target: z.enum(domainTargets, `target must be one of: ${domainTargets.join(', ')}.`).optional(),
      brand: brandInput.nullish(),
    }),
    output: workspaceDomain,
  }),
  find: endpoint({
    path: '/cname/find',
    access: access.workspace('viewer', null),
    summary: 'Get a workspace’s domain and DNS records. Rechecks DNS while the domain isn’t active.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      /** False: answers the last result without a new DNS check. */
      look: z.boolean('look must be true or false.').default(true),
    }),
    output: workspaceDomain,
  }),
  allowed: endpoint({
    method: 'GET',
    path: '/cname/allowed',
    access: { kind: 'loopback' },
    summary: 'Check whether a certificate may be issued: 200 for an active domain, else 404.',
    input: z.strictObject({ domain: z.string().max(1000).default('') }),
    output: z.object({ domain: z.string() }),
  }),
}
