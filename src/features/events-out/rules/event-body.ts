import type { EndpointKind } from '../contract.ts'
import { type EventText, getEventText } from './event-texts.ts'

export type StoredEvent = {
  id: string
  type: string
  at: Date
  workspace_id: string
  data: Record<string, unknown>
}

const maxTitle = 150
const maxText = 2000
const shorten = (text: string, max: number) => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

/** Characters with a meaning in Slack's text: https://docs.slack.dev/messaging/formatting-message-text */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** Characters with a meaning in the Markdown of an Adaptive Card. */
const escapeCard = (text: string) => text.replace(/([\\`*_[\]()#>~-])/g, '\\$1')

const bodies: Record<EndpointKind, (event: StoredEvent) => unknown> = {
  webhook: ({ id, type, at, workspace_id, data }) => ({ id, type, at: at.toISOString(), workspace_id, data }),
  slack: (event) => toSlack(getEventText(event.type, event.data)),
  teams: (event) => toTeams(getEventText(event.type, event.data)),
}

/** The request body of an event; the same for every retry. */
export const getEventBody = (kind: EndpointKind, event: StoredEvent) => JSON.stringify(bodies[kind](event))

/** A message for an incoming webhook. `text` is for notifications and screen readers. */
function toSlack({ title, text, url }: EventText) {
  const heading = escapeSlack(shorten(title, maxTitle))
  const body = escapeSlack(shorten(text, maxText))
  const linked = url ? `*<${encodeURI(decodeURI(url)).replaceAll('|', '%7C')}|${heading}>*` : `*${heading}*`
  return {
    text: `${heading} – ${body}`,
    unfurl_links: false,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: body ? `${linked}\n${body}` : linked } }],
  }
}

/** A message with an Adaptive Card, which is what a Teams workflow's webhook takes. */
function toTeams({ title, text, url }: EventText) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: escapeCard(shorten(title, maxTitle)), weight: 'Bolder', wrap: true },
            ...(text ? [{ type: 'TextBlock', text: escapeCard(shorten(text, maxText)), wrap: true }] : []),
          ],
          ...(url ? { actions: [{ type: 'Action.OpenUrl', title: 'Open', url }] } : {}),
        },
      },
    ],
  }
}
