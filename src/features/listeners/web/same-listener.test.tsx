import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SameListeners, SameListenersNote } from './same-listener.tsx'

const newest = { _id: '1', keyword: 'cold brew', country: 'US', language: 'en', status: 'active' as const }
const read = (same: SameListeners) => renderToStaticMarkup(<SameListenersNote same={same} onLeave={() => undefined} />)
const toText = (html: string) => html.replace(/<[^>]+>/g, '')

test('an equal listener is named with its market, and is one press away', () => {
  const html = read({ total: 1, newest })
  expect(toText(html)).toBe('You already have a listener for “cold brew” in United States (English). Open it')
  expect(html).toContain('href="/app/listeners/1"')
})

test('several, and a paused one, are said to be that', () => {
  expect(toText(read({ total: 1, newest: { ...newest, status: 'paused' } }))).toContain('(English), paused. Open it')
  expect(toText(read({ total: 3, newest }))).toContain('You already have 3 listeners for “cold brew”')
  expect(toText(read({ total: 3, newest }))).toContain('Open the newest')
})
