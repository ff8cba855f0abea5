import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import { report, sectionNames } from '#features/reports/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { id, text, timestamp } from '#kit/fields.ts'

export const share = z.object({
  token: z.string(),
  url: z.string(),
  sections: z.array(z.string()),
  has_password: z.boolean(),
  expires_at: timestamp.nullable(),
})
export type Share = z.output<typeof share>

export const sharingContract = {
  share: endpoint({
    path: '/reports/share',
    access: access.resource('editor', 'reports:write'),
    summary: 'Share a report by link. Sharing again changes what the link shows.',
    idempotent: true,
    input: z.strictObject({
      _id: id(),
      sections: z
        .array(z.enum(sectionNames, `sections may hold: ${sectionNames.join(', ')}.`))
        .min(1, 'sections is empty. Leave it out to share everything.')
        .max(sectionNames.length)
        .optional(),
      password: text('password', 200).optional(),
      expires_at: z.iso.datetime({ offset: true, error: 'expires_at must be an ISO 8601 time.' }).optional(),
    }),
    output: z.object({ share }),
  }),
  unshare: endpoint({
    path: '/reports/unshare',
    access: access.resource('editor', 'reports:write'),
    summary: 'Disable a report’s link.',
    input: z.strictObject({ _id: id() }),
    output: z.object({}),
  }),
  sharing: endpoint({
    path: '/reports/sharing',
    access: access.resource('viewer', 'reports:read'),
    summary: 'Get a report’s link, if it’s shared.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ share: share.nullable() }),
  }),
  open: endpoint({
    path: '/shared/open',
    access: access.public,
    summary: 'Get a shared report by its link, with the password if it has one.',
    input: z.strictObject({
      token: text('token', 200),
      password: z.string().max(200).optional(),
      pass: z.string().max(200).optional(),
      /** Refuses shares of other workspaces: for pages on a custom domain. */
      workspace_id: id('workspace_id').optional(),
    }),
    output: z.object({
      /** Null until the password is given. */
      report: report.nullable(),
      needs_password: z.boolean(),
      /** The workspace's branding; null for the default. */
      brand: shownBrand.nullable(),
      /** The canonical URL: on the workspace's custom domain, if reports are mapped to it. */
      url: z.string(),
      /** A signed pass that replaces the password; for a cookie. */
      pass: z.string().nullable(),
    }),
  }),
}
