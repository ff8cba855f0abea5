import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, failure, hexColor, id, line, timestamp } from '#kit/fields.ts'

export const domainTargets = ['reports', 'blog'] as const
export type DomainTarget = (typeof domainTargets)[number]

export const domainStatuses = ['pending_dns', 'active', 'error'] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** `unknown`: the name servers did not answer when they were asked last. */
export const recordStates = ['none', 'wrong', 'right', 'unknown'] as const

/** A record of the domain's DNS: what it has to hold, and what it held when it was looked at last. */
export const domainRecord = z.object({
  type: z.enum(['CNAME', 'A', 'AAAA', 'TXT']).describe('Type of the DNS record.'),
  name: z.string().describe('Host name of the record.'),
  value: z.string().describe('Value the record needs.'),
  found: z.string().nullable().describe('Value found at the last check. Null if none.'),
  state: z.enum(recordStates).describe('Whether the record is as needed.'),
})
export type DomainRecord = z.output<typeof domainRecord>

/** How a workspace looks to its readers; null where the workspace's own name and color serve. */
export const brand = z.object({
  name: z.string().nullable().describe('Name to show instead of the workspace’s. Null: the workspace’s name.'),
  logo: z.string().nullable().describe('URL of an image of the workspace. Null for none.'),
  color: z
    .string()
    .nullable()
    .meta({ description: 'Color as a hex value. Null: the workspace’s color.', examples: ['#0f766e'] }),
})
export type Branding = z.output<typeof brand>

/** Branding as shown, with defaults filled in. */
export const shownBrand = z.object({
  name: z.string().meta({ description: 'Name to show.', examples: ['Hollow Oak'] }),
  logo: z.string().nullable().describe('URL of the logo. Null for none.'),
  color: z.string().meta({ description: 'Color as a hex value.', examples: ['#0f766e'] }),
})
export type ShownBrand = z.output<typeof shownBrand>

export const domainHead = z.object({
  domain: z.string().meta({ description: 'The custom domain.', examples: ['reports.example.com'] }),
  target: z.enum(domainTargets).describe('What the domain serves.'),
  status: z.enum(domainStatuses).describe('Status of the domain.'),
  verified_at: timestamp.nullable().describe('When the domain became active. Null if it isn’t.'),
  error: z.string().nullable().describe('Why the domain isn’t active. Null if there is no problem.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
})
export type DomainHead = z.output<typeof domainHead>

export const workspaceDomain = z.object({
  domain: z
    .string()
    .nullable()
    .meta({ description: 'The custom domain. Null if there is none.', examples: ['reports.example.com'] }),
  target: z.enum(domainTargets).nullable().describe('What the domain serves. Null without a domain.'),
  status: z.enum(domainStatuses).nullable().describe('Status of the domain. Null without a domain.'),
  records: z.array(domainRecord).describe('DNS records the domain needs, and what was found.'),
  verified_at: timestamp.nullable().describe('When the domain became active. Null if it isn’t.'),
  checked_at: timestamp.nullable().describe('When DNS was last checked. Null if never.'),
  error: z.string().nullable().describe('Why the domain isn’t active. Null if there is no problem.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
  brand: brand.nullable().describe('Branding of the workspace. Null: its own name and color are used.'),
  allowed: z.boolean().describe('Whether the workspace owner’s plan includes custom domains and branding.'),
  cname_target: z
    .string()
    .nullable()
    .meta({
      description: 'Host name for CNAME records. Null if custom domains aren’t available on this server.',
      examples: ['cname.example.com'],
    }),
})
export type WorkspaceDomain = z.output<typeof workspaceDomain>

const brandInput = z.strictObject({
  name: line('name', 80)
    .nullish()
    .meta({ description: 'Name to show instead of the workspace’s.', examples: ['Hollow Oak'] }),
  logo: z
    .string('logo must be the URL of an image.')
    .trim()
    .max(2000)
    .nullish()
    .describe('Id or URL of an image of the workspace.'),
  color: hexColor
    .toLowerCase()
    .nullish()
    .meta({ description: 'Color as a hex value.', examples: ['#0f766e'] }),
})
export type BrandInput = z.output<typeof brandInput>

export const domainsContract = group(
  { name: 'Domains', area: 'Account', about: 'Custom domains and branding of a workspace.' },
  {
    addUpdate: endpoint({
      path: '/cname/addupdate',
      access: access.workspace('admin', null),
      summary:
        'Map a domain to a workspace’s shared reports or blog, and set its branding. `domain: null` removes the domain, `brand: null` the branding. Fields you leave out don’t change.',
      example: {
        workspace_id: exampleId,
        domain: 'reports.example.com',
        target: 'reports',
        brand: { name: 'Hollow Oak', color: '#0f766e' },
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        domain: z
          .string('domain must be text.')
          .max(1000, 'domain can have up to 253 characters.')
          .nullish()
          .meta({ description: 'The custom domain. Null removes it.', examples: ['reports.example.com'] }),
        target: z
          .enum(domainTargets, `target must be one of: ${domainTargets.join(', ')}.`)
          .optional()
          .describe('What the domain serves.'),
        brand: brandInput.nullish().describe('Branding of the workspace. Null removes it.'),
      }),
      output: workspaceDomain,
    }),
    find: endpoint({
      path: '/cname/find',
      access: access.workspace('viewer', null),
      summary: 'Get a workspace’s domain and DNS records. Rechecks DNS while the domain isn’t active.',
      rate: '30 DNS checks per minute per workspace. Above that, the last result is returned.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        look: z
          .boolean('look must be true or false.')
          .default(true)
          .describe('False returns the last result without a new DNS check.'),
      }),
      output: workspaceDomain,
    }),
    allowed: endpoint({
      method: 'GET',
      path: '/cname/allowed',
      access: { kind: 'loopback' },
      summary: 'Check whether a certificate may be issued: 200 for an active domain, else 404.',
      input: z.strictObject({
        domain: z
          .string()
          .max(1000)
          .default('')
          .meta({ description: 'The domain to look up.', examples: ['reports.example.com'] }),
      }),
      output: z.object({
        domain: z
          .string()
          .meta({ description: 'The domain, if this server serves it.', examples: ['reports.example.com'] }),
      }),
    }),
  },
)
