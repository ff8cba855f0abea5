import { expect, test } from 'vitest'
import { dangersIn, storedXss } from '../../../tests/support/stored-xss.ts'
import { renderMaintenancePage } from './maintenance-page.ts'

test('the staff message is escaped', () => {
  expect(renderMaintenancePage({ message: 'Back at 6 & not before', since: '2026-03-02T09:30:00.000Z' })).toContain(
    '<p>Back at 6 &amp; not before</p>',
  )
  for (const message of storedXss) {
    const paragraphs = /<h1>.*?<p class="since">/s.exec(
      renderMaintenancePage({ message, since: '2026-03-02T09:30:00.000Z' }),
    )![0]
    expect(dangersIn(paragraphs), message).toEqual([])
  }
})
