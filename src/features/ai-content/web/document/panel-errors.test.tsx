import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ErrorBody } from '#kit/errors.ts'
import { LoadError } from '#web/calls/load-error.tsx'
import { ClaimsList } from './claims-list.tsx'
import { ScorePanel } from './score-panel.tsx'

/** A panel beside a text has several parts that load by themselves: each says what it lacks, why, and offers another try. */

const unreachable: ErrorBody = { code: 'unavailable', reason: 'server_unreachable', message: '', retryable: true }
const nothing = () => undefined
const render = (element: ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
const toText = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test.each([
  [
    'The claims weren’t checked.',
    <ClaimsList key="1" claims={null} error={unreachable} retry={nothing} onGo={nothing} />,
  ],
  [
    'The content score couldn’t be loaded.',
    <ScorePanel
      key="2"
      live={{ target: null, score: null, terms: [], first: null, error: unreachable, retry: nothing }}
      onFind={() => 0}
      actions={null}
    />,
  ],
  [
    'The internal links to set couldn’t be loaded.',
    <LoadError key="3" what="The internal links to set couldn’t be loaded." error={unreachable} onRetry={nothing} />,
  ],
])('%s', (what, panel) => {
  const html = render(panel)
  expect(toText(html)).toContain(`${what} Couldn’t reach the server. Check your connection and try again.`)
  expect(html).toContain('role="status"')
  expect(html).toMatch(/<button[^>]*>(?:<[^>]+>)*Try again/)
})

test('claims that were checked replace the error', () => {
  const html = render(<ClaimsList claims={[]} error={null} retry={nothing} onGo={nothing} />)
  expect(html).toBe('')
})
