import { z } from 'zod'
import { sectionNames } from '#features/reports/contract.ts'
import { access, endpoint } from '#kit/endpoint.ts'
import { email, exampleId, id, line, text, timestamp } from '#kit/fields.ts'
import { extraInput, maxExtras, savedExtra } from './contract-extras.ts'

/** Reports that are emailed as PDF every week or month. */

export const mailingFrequencies = ['weekly', 'monthly'] as const
export type MailingFrequency = (typeof mailingFrequencies)[number]
export const maxRecipients = 20
/** What mail servers take, with room for the encoding. */
export const maxAttachedMegabytes = 10

export const recipientStates = ['waiting', 'sending', 'sent', 'unclear', 'refused'] as const

export const mailing = z
  .object({
    report_id: z.string().describe('Id of the report.'),
    frequency: z.enum(mailingFrequencies).describe('How often it’s sent.'),
    title: z
      .string()
      .nullable()
      .meta({
        description: 'Title for readers. Null: the report is called by its own name.',
        examples: ['Standing desks, every week'],
      }),
    sections: z.array(z.string()).meta({ description: 'Sections of the PDF.', examples: [['overview']] }),
    extras: z.array(savedExtra).describe('What it has besides the report, in this order.'),
    message: z.string().nullable().describe('A sentence above the report in the email. Null for none.'),
    paused: z.boolean().describe('Whether sending is paused.'),
    next_at: timestamp.nullable().describe('When it’s sent next. Null while it’s paused.'),
    can_pdf: z
      .boolean()
      .describe('Whether this server makes PDFs. Otherwise the email has a link to the page to print.'),
    recipients: z
      .array(
        z.object({
          email: z.string().meta({ description: 'Email address.', examples: ['ada@example.com'] }),
          name: z.string().meta({ description: 'Name, empty if unknown.', examples: ['Ada Lovelace'] }),
          declined: z.boolean().describe('Whether they unsubscribed. They get nothing until they resubscribe.'),
          state: z
            .enum(recipientStates)
            .describe(
              'The last email to them. `unclear`: the server stopped while sending, it may have arrived. `refused`: it couldn’t be sent.',
            ),
          sent_at: timestamp.nullable().describe('When an email was last sent to them. Null if none was.'),
          retry_at: timestamp.nullable().describe('When sending is tried next. Null if nothing waits.'),
          attempts: z.number().describe('Attempts to send the last email.'),
        }),
      )
      .describe('Who gets it.'),
  })
  .meta({ id: 'ReportMailing' })
export type Mailing = z.output<typeof mailing>

const saved = z.object({ mailing: mailing.describe('The schedule.') })
const extras = z
  .array(extraInput)
  .max(maxExtras, `extras can have up to ${maxExtras} entries.`)
  .default([])
  .describe(
    'Sections after the report: ranks, AI answers, a site, a plan, a listener. What can’t be read is said there.',
  )
const sections = z
  .array(z.enum(sectionNames, `sections may hold: ${sectionNames.join(', ')}.`))
  .min(1, 'sections is empty. Leave it out to send everything.')
  .max(sectionNames.length)
  .optional()
  .meta({ description: 'Sections of the PDF. Default: all.', examples: [['overview', 'questions']] })
const title = line('title', 200)
  .optional()
  .meta({
    description: 'Title for readers: of the email and the PDF. Default: the report’s name.',
    examples: ['Standing desks, every week'],
  })
const frequency = z
  .enum(mailingFrequencies, `frequency must be one of: ${mailingFrequencies.join(', ')}.`)
  .describe('How often it’s sent.')
const reportId = id().describe('Id of the report.')

export const mailingCalls = {
  getMailing: endpoint({
    path: '/reports/mailing/get',
    access: access.resource('viewer', 'reports:read'),
    summary: 'Get the schedule by which a report is emailed as PDF.',
    input: z.strictObject({ _id: reportId }),
    output: z.object({ mailing: mailing.nullable().describe('The schedule. Null if it isn’t emailed.') }),
  }),
  saveMailing: endpoint({
    path: '/reports/mailing/save',
    access: access.resource('editor', 'reports:write'),
    summary: 'Email a report as PDF every week or month, to people in and outside the workspace.',
    example: { _id: exampleId, frequency: 'weekly', recipients: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
    input: z.strictObject({
      _id: reportId,
      frequency,
      recipients: z
        .array(
          z.strictObject({
            email,
            name: line('name', 80)
              .optional()
              .meta({ description: 'Name for the greeting.', examples: ['Ada Lovelace'] }),
          }),
        )
        .min(1, 'recipients is empty.')
        .max(maxRecipients, `recipients can have up to ${maxRecipients} people.`)
        .describe('Who gets it. Each can unsubscribe.'),
      sections,
      extras,
      title,
      message: line('message', 500).optional().describe('A sentence above the report in the email.'),
      paused: z.boolean('paused must be true or false.').default(false).describe('Whether sending is paused.'),
    }),
    output: saved,
  }),
  previewMailing: endpoint({
    path: '/reports/mailing/preview',
    access: access.resource('editor', 'reports:write'),
    effect: 'read',
    summary: 'Get a link to the page that an emailed report would be, with present data. It works for 15 minutes.',
    input: z.strictObject({ _id: reportId, frequency, sections, extras, title }),
    output: z.object({
      url: z.string().meta({ description: 'URL of the page.', examples: ['https://example.com/print/report/x'] }),
    }),
  }),
  removeMailing: endpoint({
    path: '/reports/mailing/remove',
    access: access.resource('editor', 'reports:write'),
    summary: 'Stop emailing a report. Links in emails that were sent stop working.',
    input: z.strictObject({ _id: reportId }),
    output: z.object({}),
  }),
  sendMailing: endpoint({
    path: '/reports/mailing/send',
    access: access.resource('editor', 'reports:write'),
    summary: 'Email a report to the people of its schedule now. The next date stays.',
    rate: '20 times a day in a workspace.',
    input: z.strictObject({ _id: reportId }),
    output: saved,
  }),
  unsubscribeMailing: endpoint({
    path: '/reports/mailing/unsubscribe',
    access: access.public,
    summary: 'Unsubscribe the recipient of an emailed report by its link’s token, or resubscribe with resume.',
    input: z.strictObject({
      token: text('token', 1000).describe('Token of the link in the email.'),
      resume: z.boolean('resume must be true or false.').default(false).describe('True subscribes again.'),
    }),
    output: z.object({
      email_masked: z
        .string()
        .meta({ description: 'The email address, partly hidden.', examples: ['a***@example.com'] }),
      subscribed: z.boolean().describe('Whether the address gets the report now.'),
    }),
  }),
}
