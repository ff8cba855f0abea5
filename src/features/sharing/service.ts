import { randomUUID } from 'node:crypto'
import { hashPassword, verifyPassword } from '#features/auth/passwords.ts'
import type { ShownBrand } from '#features/domains/contract.ts'
import { type Report, type SectionName, sectionNames } from '#features/reports/contract.ts'
import type { ReportRef } from '#features/reports/report-ref.ts'
import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Share } from './contract.ts'
import { deleteShare, findOpenShareByLink, findShare, upsertShare } from './store.ts'

export type Sharing = ReturnType<typeof createSharing>

const passwordTries = { most: 20, windowSeconds: 15 * 60 }

type Opened = {
  report: Report | null
  needs_password: boolean
  brand: ShownBrand | null
  url: string
  pass: string | null
}

/** A workspace's branding, and the URL of its custom domain for shared reports, if mapped. */
type GetBranding = (workspaceId: string) => Promise<{ brand: ShownBrand | null; reports: string | null }>

export function createSharing({
  db,
  reports,
  secrets,
  rates,
  publicUrl,
  face: getBranding,
}: {
  db: Database
  reports: Reports
  secrets: Secrets
  rates: RateLimiter
  publicUrl: string
  face: GetBranding
}) {
  return {
    async share(
      userId: string,
      report: ReportRef,
      input: { sections?: SectionName[]; password?: string; expires_at?: string },
    ): Promise<Share> {
      const expiresAt = input.expires_at ? new Date(input.expires_at) : null
      if (expiresAt && expiresAt <= new Date())
        throw new AppError('invalid_input', 'expires_at is in the past.', {
          field: 'expires_at',
          reason: 'in_the_past',
        })
      const passwordHash = input.password ? await hashPassword(input.password) : null
      await upsertShare(db, report, {
        id: randomUUID(),
        sections: input.sections ?? [...sectionNames],
        passwordHash,
        expiresAt,
        createdBy: userId,
      })
      return (await this.find(report))!
    },

    async find(report: ReportRef): Promise<Share | null> {
      const row = await findShare(db, report)
      if (!row) return null
      const token = getToken(row.id)
      return {
        token,
        url: `${(await getBranding(report.workspaceId)).reports ?? publicUrl}/r/${token}`,
        sections: row.sections,
        has_password: row.password_hash !== null,
        expires_at: row.expires_at?.toISOString() ?? null,
      }
    },

    unshare: (report: ReportRef) => deleteShare(db, report),

    /** @throws AppError not_found: never existed, revoked and expired look alike. */
    async open(input: { token: string; password?: string; pass?: string; workspace_id?: string }): Promise<Opened> {
      const id = toId(input.token)
      const share = id ? await findOpenShareByLink(db, id) : undefined
      if (!share || (input.workspace_id !== undefined && share.workspace_id !== input.workspace_id))
        throw new AppError('not_found', 'This link was disabled, has expired or is incomplete.', {
          reason: 'link_missing',
        })
      const { brand, reports: home } = await getBranding(share.workspace_id)
      const looks = { brand, url: `${home ?? publicUrl}/r/${input.token}` }
      const passed = `${share.id}\n${share.password_hash}`
      const pass = share.password_hash ? secrets.sign('share-pass', passed) : null
      if (share.password_hash) {
        const known = input.pass !== undefined && secrets.verify('share-pass', passed, input.pass)
        if (!known && input.password === undefined) return { report: null, needs_password: true, ...looks, pass: null }
        if (!known) await provePassword(share.id, share.password_hash, input.password!)
      }
      const report = await reports.get(
        { workspaceId: share.workspace_id, id: share.report_id },
        share.sections as SectionName[],
      )
      // Hides the workspace, units and cost from visitors.
      return {
        report: { ...report, workspace_id: '', units: 0, cost_usd: 0 },
        needs_password: false,
        ...looks,
        pass,
      }
    },
  }

  async function provePassword(shareId: string, passwordHash: string, password: string) {
    const bucket = `share:${shareId}`
    const tooMany = 'Too many wrong passwords for this report.'
    await rates.refuseIfFull(bucket, passwordTries, tooMany)
    const right = await verifyPassword(passwordHash, password)
    await rates.countGuess(bucket, passwordTries, tooMany, right)
    if (!right)
      throw new AppError('invalid_credentials', 'Wrong password.', {
        field: 'password',
        reason: 'wrong_password',
      })
  }

  /** A token is the share's id plus an HMAC: no secret is stored, and the owner can see the link again. */
  function getToken(id: string) {
    const compact = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    return `${compact}${secrets.sign('share', id).slice(0, 22)}`
  }

  function toId(token: string): string | null {
    if (!/^[A-Za-z0-9_-]{44}$/.test(token)) return null
    const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
    const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return getToken(id) === token ? id : null
  }
}
