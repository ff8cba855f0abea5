import { expect } from 'vitest'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** Numbers and dates are in English with the reader's regional format, the same before and after hydration. */

test.for([
  ['de-DE,de;q=0.9', /\b\d\.000\b/, /\b\d,000\b/],
  ['en-US', /\b\d,000\b/, /\b\d\.000\b/],
  ['', /\b\d,000\b/, /\b\d\.000\b/],
  ['"><script>', /\b\d,000\b/, /\b\d\.000\b/],
] as const)('the server formats numbers for %j', async ([languages, format, other], { earshot }) => {
  const headers: Record<string, string> = languages ? { 'Accept-Language': languages } : {}
  const page = await (await fetch(`${earshot.url}/pricing`, { headers })).text()
  expect(page).toMatch(format)
  if (languages !== 'de-DE,de;q=0.9') expect(page).not.toMatch(other)
})

test.for([
  ['de-DE', /^Resets on \d{1,2} [A-Z][a-z]+/],
  ['en-US', /^Resets on [A-Z][a-z]+ \d{1,2}/],
] as const)(
  'a signed-in reader from %s sees the same date before and after hydration',
  async ([locale, resets], { open }) => {
    const page = await open({ locale })
    const line = page.getByText(/^Resets /).first()
    const written: (string | null)[] = []
    await page.goto('/app/billing')
    written.push(await line.textContent())
    await awake(page)
    written.push(await line.textContent())
    expect(new Set(written).size).toBe(1)
    expect(written[0]).toMatch(resets)
  },
)
