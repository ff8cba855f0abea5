import type { EmailPart, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import type { ExtraKind, ReportExtra } from '../contract-extras.ts'
import type { MailingFrequency } from '../contract-mailings.ts'

export type MailingEmail = {
  title: string
  /** Of the recipient; empty if unknown. */
  name: string
  frequency: MailingFrequency
  message: string | null
  /** The brand that readers see, with the URL of its logo. */
  workspace: { name: string; color: string | null; logo?: string | null }
  sender: string | null
  keywords: number
  questions: number
  /** When the report's data was collected. */
  dataFrom: string
  now: Date
  /** Names of what it has besides the report, and of what couldn't be read. */
  also?: string[]
  failed?: string[]
  /** What is attached, or why nothing is. */
  pdf: 'attached' | 'unavailable' | { tooLargeMegabytes: number }
  link: string
  unsubscribe: string
}

const dayMs = 86_400_000
/** Days that an email is about. */
export const periodDays: Record<MailingFrequency, number> = { weekly: 7, monthly: 31 }
const formatDay = (day: Date | string) =>
  new Date(day).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const count = (number: number, one: string) => ({
  value: number.toLocaleString('en'),
  label: number === 1 ? one : `${one}s`,
})

/** The email that brings a report as PDF. */
export function mailingEmail(mailing: MailingEmail): RenderedEmail {
  const {
    title,
    name,
    message,
    workspace,
    keywords,
    questions,
    dataFrom,
    pdf,
    link,
    sender,
    also = [],
    failed = [],
  } = mailing
  const day = formatDay(dataFrom)
  const days = Math.floor((mailing.now.getTime() - new Date(dataFrom).getTime()) / dayMs)
  const isOld = days >= periodDays[mailing.frequency]
  const parts: EmailPart[] = [
    ...(name ? [{ kind: 'text' as const, text: `Hello ${name},` }] : []),
    ...(message ? [{ kind: 'text' as const, text: message }] : []),
    { kind: 'text', text: getPdfSentence(pdf) },
    ...(also.length > 0 ? [{ kind: 'text' as const, text: `Also in it: ${also.join(', ')}.` }] : []),
    ...(failed.length > 0
      ? [{ kind: 'warning' as const, text: `Couldn’t be read, and missing from it: ${failed.join(', ')}.` }]
      : []),
    { kind: 'numbers', numbers: [count(keywords, 'keyword'), count(questions, 'question')] },
    isOld
      ? { kind: 'warning', text: `The data is from ${day}, ${days} days ago. It hasn’t been collected again since.` }
      : { kind: 'text', text: `The data is from ${day}.`, quiet: true },
  ]
  return renderEmail({
    subject: `Report: ${title}`,
    preview: `${keywords.toLocaleString('en')} keywords, data from ${day}.`,
    workspace,
    date: formatDay(mailing.now),
    heading: title,
    parts,
    action: { label: 'Open report', link },
    after: ['The link works for 30 days.'],
    why: `You get this email every ${mailing.frequency === 'weekly' ? 'week' : 'month'} because ${sender ?? 'someone'} at ${workspace.name} added your address to this report.`,
    links: [{ label: 'Unsubscribe', link: mailing.unsubscribe }],
  })
}

const kindNames: Record<ExtraKind, string> = {
  ranks: 'ranks',
  answers: 'AI answers',
  site: 'searches of a site',
  plan: 'a content plan',
  listener: 'new keywords',
}

/** What a part besides the report is about. */
export function getExtraName({ kind, data }: Pick<ReportExtra, 'kind' | 'data'>): string {
  if (data === null) return kindNames[kind]
  if (data.kind === 'ranks') return `ranks of ${data.domain}`
  if (data.kind === 'answers') return `AI answers about ${data.brand}`
  if (data.kind === 'site') return `searches of ${data.url}`
  return data.kind === 'plan' ? `the plan “${data.name}”` : `new keywords about “${data.keyword}”`
}

function getPdfSentence(pdf: MailingEmail['pdf']): string {
  if (pdf === 'attached') return 'The report is attached as a PDF.'
  if (pdf === 'unavailable')
    return 'This server can’t make PDFs. Open the report and print it, or save it as a PDF there.'
  return `The PDF has ${pdf.tooLargeMegabytes} MB, more than an email can carry. Open the report and save it as a PDF there.`
}
