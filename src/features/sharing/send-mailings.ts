import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import { nextRun } from '#features/listeners/rules/next-run.ts'
import type { SectionName } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import { fileSlug } from '#kit/download-name.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { getNextAttempt, getRetryWait, sendingSeconds } from '#platform/mail/mail-retries.ts'
import { maxAttachedMegabytes } from './contract-mailings.ts'
import type { MailingLinks } from './mailing-links.ts'
import type { ReportPrinting } from './print-report.ts'
import type { ReportExtras } from './report-extras.ts'
import { getExtraName, type MailingEmail, mailingEmail, periodDays } from './rules/mailing-email.ts'
import { getReaderTitle } from './rules/reader-title.ts'
import {
  addSends,
  type ClaimedSend,
  claimSends,
  closeAbandonedSends,
  findExtras,
  findMailing,
  findSender,
  lockDueMailings,
  postponeSend,
  setNextAt,
  settleSend,
} from './store/mailing-store.ts'

/**
 * Sends reports whose date has come. Delivered at most once: an email is claimed, sent, then its result is stored. When a process
 * dies in between, the email may have been sent, so it isn't retried; only what certainly wasn't sent is.
 */

type Dependencies = {
  db: Database
  mailer: Mailer
  log: Log
  reports: Reports
  printing: ReportPrinting
  extras: ReportExtras
  links: MailingLinks
  face: MappedHosts['face']
  publicUrl: string
}

const batchSize = 20

type Content = {
  email: Omit<MailingEmail, 'name' | 'unsubscribe'>
  attachments: { filename: string; content: Buffer; contentType: string }[]
}

export function createMailingSender(dependencies: Dependencies) {
  const { db, mailer, log, reports, printing, extras, links, face, publicUrl } = dependencies
  return {
    /** Sends the emails of one report. Returns true when there may be more. */
    async sendDue(): Promise<boolean> {
      const sends = await db.transaction().execute(async (tx) => {
        for (const due of await lockDueMailings(tx, batchSize)) {
          await addSends(tx, due)
          await setNextAt(tx, due, nextRun(due.id, due.frequency, new Date()))
        }
        return claimSends(tx)
      })
      if (sends.length === 0) return false
      const [{ workspaceId, id }] = sends as [ClaimedSend]
      const content = await makeContent({ workspaceId, id }).catch((err: unknown) => {
        log.warn({ err, report_id: id }, 'Could not make the PDF of an emailed report')
        return null
      })
      for (const send of sends) {
        if (content) await sendOne(send, content)
        else await retryLater(send, getRetryWait(send.attempt))
      }
      return true
    },

    closeAbandoned: () => closeAbandonedSends(db, sendingSeconds),
  }

  /** The PDF is made once for all recipients, of the report as it is now. */
  async function makeContent(ref: ResourceRef): Promise<Content | null> {
    const [mailing, chosen, sender, { brand }] = await Promise.all([
      findMailing(db, ref),
      findExtras(db, ref),
      findSender(db, ref),
      face(ref.workspaceId),
    ])
    if (!mailing || !sender) return null
    const sections = mailing.sections as SectionName[]
    const report = await reports.get(ref, ['overview'])
    const { sections: known, finished_at, created_at } = report
    const title = getReaderTitle(report, mailing.title)
    const days = periodDays[mailing.frequency]
    const made = await printing.makeForEmail(ref, sections, title, { extras: chosen, days })
    const parts = await extras.read(ref.workspaceId, chosen, new Date(Date.now() - days * 86_400_000))
    const megabytes = Math.ceil((made.pdf?.length ?? 0) / 1_000_000)
    const pdf = !made.pdf
      ? 'unavailable'
      : megabytes > maxAttachedMegabytes
        ? { tooLargeMegabytes: megabytes }
        : 'attached'
    return {
      email: {
        title,
        frequency: mailing.frequency,
        message: mailing.message,
        workspace: brand
          ? { name: brand.name, color: brand.color, logo: brand.logo && new URL(brand.logo, publicUrl).href }
          : { name: sender.workspace, color: sender.color },
        sender: sender.sender,
        keywords: known.overview?.counts.keywords ?? 0,
        questions: known.overview?.counts.questions ?? 0,
        dataFrom: finished_at ?? created_at,
        now: new Date(),
        also: parts.filter(({ data }) => data !== null).map(getExtraName),
        failed: parts.filter(({ data }) => data === null).map(getExtraName),
        pdf,
        link: made.url,
      },
      attachments:
        pdf === 'attached'
          ? [{ filename: `${fileSlug(title) || 'report'}.pdf`, content: made.pdf!, contentType: 'application/pdf' }]
          : [],
    }
  }

  async function sendOne(send: ClaimedSend, { email, attachments }: Content) {
    const unsubscribe = links.getUnsubscribeUrl(send, send.email)
    try {
      await mailer.send({
        to: send.email,
        ...mailingEmail({ ...email, name: send.name, unsubscribe }),
        attachments,
        headers: {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
      })
      await settleSend(db, send, 'sent')
    } catch (err) {
      log.warn({ err, report_id: send.id }, 'Could not email a report')
      const next = getNextAttempt(err, send.attempt)
      if (next === 'unclear') await settleSend(db, send, 'unclear')
      else await retryLater(send, next)
    }
  }

  function retryLater(send: ClaimedSend, wait: number | 'refused') {
    return wait === 'refused' ? settleSend(db, send, 'refused') : postponeSend(db, send, wait)
  }
}
