import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Billing } from '../contract.ts'
import { BillingVolumes } from './billing-volumes.tsx'
import type { Checkout } from './use-checkout.ts'

const pay: Checkout = { isBusy: () => false, refusalAt: () => null, go: async () => {} }

function getText(seodata: Partial<Billing['seodata']>) {
  const billing = {
    seodata: { enabled: false, included: false, stripe_date_account_disable: null, ...seodata },
    ways: { card: false, card_signed_out: false, crypto: false },
    entitlements: [],
    subscriptions: [],
  } as unknown as Billing
  const page = renderToStaticMarkup(createElement(BillingVolumes, { billing, items: [], pay }))
  return page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('without live search data, volumes are said to come from imports and from keyword ideas', () => {
  const text = getText({ enabled: false })
  expect(text).toContain('Off. New reports don’t look up search volume or CPC; ')
  // Keyword ideas bring the vendor’s volumes with them, whatever the plan.
  expect(text).toContain('they use the numbers in your imports and in keyword ideas.')
  expect(text).not.toMatch(/\bonly\b/i)
})

test.each([
  [true, 'Included in your plan.'],
  [false, 'On.'],
])('with live search data (in the plan: %s), reports are said to look numbers up', (included, state) => {
  const text = getText({ enabled: true, included })
  expect(text).toContain(`${state} Reports can look up search volume, CPC and keyword difficulty.`)
  expect(text).not.toMatch(/\bOff\b|imports|keyword ideas/)
})
