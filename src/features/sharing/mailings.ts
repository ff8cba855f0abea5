import type { Audit } from '#features/audit/service.ts'
import { nextRun } from '#features/listeners/rules/next-run.ts'
import { sectionNames } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { maskEmail } from '#platform/mail/mail-retries.ts'
import type { PdfPrinter } from '#platform/pages/print-pdf.ts'
import type { Mailing, mailingCalls } from './contract-mailings.ts'
import type { MailingLinks } from './mailing-links.ts'
import type { ReportExtras } from './report-extras.ts'
import {
  addSends,
  deleteMailing,
  deleteRecipient,
  findExtras,
  findMailing,
  findRecipients,
  setDeclined,
  setExtras,
  setRecipients,
  upsertMailing,
} from './store/mailing-store.ts'

export type Mailings = ReturnType<typeof createMailings>

type Dependencies = {
  db: Database
  audit: Audit
  reports: Reports
  rates: RateLimiter
  printer: PdfPrinter
  links: MailingLinks
  extras: ReportExtras
}

/** Who asks, for the audit log. */
export type Requester = { userId: string; email: string; address: string }

const sendsPerDay = { max: 20, windowSeconds: 86_400 }

/** Reports emailed as PDF every week or month. */
export function createMailings({ db, audit, reports, rates, printer, links, extras }: Dependencies) {
  return {
    find,

    /** Sets or changes the schedule of a report. @throws AppError not_found, conflict while the report runs */
    async save(by: Requester, ref: ResourceRef, input: Omit<ParsedInputOf<typeof mailingCalls.saveMailing>, '_id'>) {
      const { frequency, recipients, sections = [...sectionNames], title, message, paused } = input
      const { query } = await reports.get(ref, ['overview'])
      await extras.check(ref.workspaceId, input.extras)
      const once = new Map(recipients.map(({ email, name = '' }) => [email, { email, name }]))
      const nextAt = paused ? null : nextRun(ref.id, frequency, new Date())
      const settings = { frequency, sections, title: title || null, message: message || null, paused, nextAt }
      await db.transaction().execute(async (tx) => {
        await upsertMailing(tx, ref, settings, by.userId)
        await setRecipients(tx, ref, [...once.values()])
        await setExtras(tx, ref, input.extras)
        await record(tx, by, 'report.mailing_saved', query, ref, { frequency, paused, recipients: [...once.keys()] })
      })
      return (await find(ref))!
    },

    async remove(by: Requester, ref: ResourceRef) {
      const { query } = await reports.get(ref, ['overview'])
      await db.transaction().execute(async (tx) => {
        if (await deleteMailing(tx, ref)) await record(tx, by, 'report.mailing_removed', query, ref)
      })
    },

    /** @throws AppError not_found without a schedule, rate_limited */
    async send(by: Requester, ref: ResourceRef): Promise<Mailing> {
      const { query } = await reports.get(ref, ['overview'])
      if (!(await findMailing(db, ref)))
        throw new AppError('not_found', 'This report isn’t emailed. Save a schedule first.', {
          reason: 'mailing_missing',
        })
      const bucket = `report-mail:${ref.workspaceId}`
      await rates.refuseIfFull(bucket, sendsPerDay, 'Reports of this workspace were emailed 20 times today.')
      await rates.count(bucket, sendsPerDay.windowSeconds)
      await db.transaction().execute(async (tx) => {
        await addSends(tx, ref)
        await record(tx, by, 'report.mailing_sent', query, ref)
      })
      return (await find(ref))!
    },

    /** Unsubscribes by an email's link, or subscribes again. @throws AppError not_found */
    async unsubscribe(token: string, resume: boolean) {
      const found = links.readUnsubscribe(token)
      if (!found || !(await setDeclined(db, found.ref, found.email, !resume)))
        throw new AppError('not_found', 'token isn’t valid. Use the link from the email.', {
          field: 'token',
          reason: 'invalid_unsubscribe_link',
        })
      return { email_masked: maskEmail(found.email), subscribed: resume }
    },

    forgetAddress: deleteRecipient,
  }

  async function find(ref: ResourceRef): Promise<Mailing | null> {
    const [found, recipients, saved, can_pdf] = await Promise.all([
      findMailing(db, ref),
      findRecipients(db, ref),
      findExtras(db, ref),
      printer.isAvailable(),
    ])
    if (!found) return null
    const { report_id, frequency, sections, title, message, paused, next_at } = found
    return {
      report_id,
      frequency,
      sections,
      title,
      extras: saved,
      message,
      paused,
      next_at: next_at?.toISOString() ?? null,
      can_pdf,
      recipients: recipients.map(({ email, name, declined, state, sent_at, retry_at, attempt }) => ({
        email,
        name,
        declined,
        state,
        sent_at: sent_at?.toISOString() ?? null,
        retry_at: retry_at?.toISOString() ?? null,
        attempts: attempt,
      })),
    }
  }

  function record(tx: Db, by: Requester, action: string, subject: string, ref: ResourceRef, details: object = {}) {
    return audit.record(tx, {
      actorId: by.userId,
      actorEmail: by.email,
      action,
      subject,
      details: { workspace_id: ref.workspaceId, report_id: ref.id, ...details },
      address: by.address,
    })
  }
}
