import { expect, test } from 'vitest'
import { type MailingEmail, mailingEmail } from './mailing-email.ts'

const mailing: MailingEmail = {
  title: 'cold brew coffee',
  name: 'Ada',
  frequency: 'weekly',
  message: 'For <b>Monday</b>',
  workspace: { name: 'Hollow Oak', color: '#0f766e' },
  sender: 'Maya Lindqvist',
  keywords: 1284,
  questions: 1,
  dataFrom: '2026-11-21T14:02:00.000Z',
  now: new Date('2026-11-24T06:00:00.000Z'),
  pdf: 'attached',
  link: 'https://example.com/print/report/x',
  unsubscribe: 'https://example.com/unsubscribe?report=x',
}

test('names the sender, the date of the data, and how to unsubscribe', () => {
  const { subject, text, html } = mailingEmail(mailing)
  expect(subject).toBe('Report: cold brew coffee')
  expect(text).toContain('1,284 keywords · 1 question')
  expect(text).toContain('The data is from November 21, 2026.')
  expect(text).toContain('every week because Maya Lindqvist at Hollow Oak added your address')
  expect(text).toContain('Unsubscribe: https://example.com/unsubscribe?report=x')
  expect(html).toContain('For &lt;b&gt;Monday&lt;/b&gt;')
})

test('says how old the data is once it’s older than the period', () => {
  const old = { ...mailing, dataFrom: '2026-11-10T14:02:00.000Z' }
  expect(mailingEmail(old).text).toContain('13 days ago')
  expect(mailingEmail({ ...old, frequency: 'monthly' }).text).not.toContain('ago')
})

test('names what is in it besides the report, and what couldn’t be read', () => {
  const { text } = mailingEmail({
    ...mailing,
    also: ['ranks of example.com', 'AI answers about Oak'],
    failed: ['a content plan'],
  })
  expect(text).toContain('Also in it: ranks of example.com, AI answers about Oak.')
  expect(text).toContain('Couldn’t be read, and missing from it: a content plan.')
  expect(mailingEmail(mailing).text).not.toMatch(/Also in it|missing from it/)
})

test('says why there is no PDF', () => {
  expect(mailingEmail(mailing).text).toContain('attached as a PDF')
  expect(mailingEmail({ ...mailing, pdf: 'unavailable' }).text).toContain('This server can’t make PDFs.')
  expect(mailingEmail({ ...mailing, pdf: { tooLargeMegabytes: 14 } }).text).toContain('The PDF has 14 MB')
})
