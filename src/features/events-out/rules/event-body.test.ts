import { expect, test } from 'vitest'
import { getEventBody } from './event-body.ts'
import { getShownUrl } from './shown-url.ts'

const event = {
  id: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42',
  type: 'listener.changed',
  at: new Date('2026-03-02T09:30:00Z'),
  workspace_id: '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43',
  data: {
    listener_id: 'l',
    run_id: 'r',
    keyword: 'R&D <script> *bold*',
    added: 2,
    removed: 1,
    examples: ['a | b', 'c'],
    url: 'https://seo.example.com/app/listeners/l',
  },
}

test('a webhook gets the whole event', () => {
  expect(JSON.parse(getEventBody('webhook', event))).toEqual({ ...event, at: '2026-03-02T09:30:00.000Z' })
})

test('Slack gets escaped text with a link', () => {
  const body = JSON.parse(getEventBody('slack', event))
  expect(body.blocks[0].text.text).toBe(
    '*<https://seo.example.com/app/listeners/l|Keywords changed: R&amp;D &lt;script&gt; *bold*>*\n2 new keywords, 1 lost keyword: a | b, c',
  )
  expect(body.text).toMatch(/^Keywords changed: R&amp;D/)
})

test('Teams gets an Adaptive Card with a button', () => {
  const { type, attachments } = JSON.parse(getEventBody('teams', event))
  expect(type).toBe('message')
  expect(attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive')
  const { body, actions } = attachments[0].content
  expect(body[0].text).toBe('Keywords changed: R&D <script\\> \\*bold\\*')
  expect(actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open', url: event.data.url }])
})

test('long texts are cut', () => {
  const long = {
    ...event,
    type: 'report.failed',
    data: { report_id: 'r', query: 'x'.repeat(500), error: 'y'.repeat(5000), url: '' },
  }
  const [title, text] = JSON.parse(getEventBody('teams', long)).attachments[0].content.body
  expect(title.text).toHaveLength(150)
  expect(text.text).toHaveLength(2000)
})

test('of a chat’s URL only the host and the last four signs are shown', () => {
  expect(getShownUrl('slack', 'https://hooks.slack.com/services/T0/B0/abcdefgh')).toBe('https://hooks.slack.com/…efgh')
  expect(getShownUrl('webhook', 'https://example.com/hook')).toBe('https://example.com/hook')
})
