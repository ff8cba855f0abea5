import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Billing, CatalogItem } from '../../contract.ts'
import { BillingVolumes } from './billing-volumes.tsx'
import type { Checkout } from './use-checkout.ts'

const pay: Checkout = { isBusy: () => false, refusalAt: () => null, go: async () => {} }

const addOn = { feature: 'seodata', label: 'Live search data', price: { month: 15 } } as unknown as CatalogItem

function getText(seodata: Partial<Billing['seodata']>, { hasProvider = true, card = false } = {}) {
  const billing = {
    seodata: { enabled: false, included: false, stripe_date_account_disable: null, ...seodata },
    ways: { card, card_signed_out: false, crypto: false },
    entitlements: [],
    subscriptions: [],
  } as unknown as Billing
  const page = renderToStaticMarkup(
    createElement(BillingVolumes, { billing, items: card ? [addOn] : [], hasProvider, pay }),
  )
  return page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('without live search data, the text says volumes come from imports and keyword ideas', () => {
  const text = getText({ enabled: false })
  expect(text).toContain('Off. New reports don’t look up search volume or CPC; ')
  // Keyword ideas include the vendor’s volumes on every plan.
  expect(text).toContain('they use the numbers in your imports and in keyword ideas.')
  expect(text).not.toMatch(/\bonly\b/i)
})

test.each([
  [true, 'Included in your plan.'],
  [false, 'On.'],
])('with live search data (in the plan: %s), the text says reports look up volumes', (included, state) => {
  const text = getText({ enabled: true, included })
  expect(text).toContain(`${state} Reports can look up search volume, CPC and keyword difficulty.`)
  expect(text).not.toMatch(/\bOff\b|imports|keyword ideas/)
})

test('without a provider on the server, nothing is promised or sold', () => {
  expect(getText({}, { card: true })).toContain('Add for $15 a month')
  const text = getText({}, { hasProvider: false, card: true })
  expect(text).toContain('Not available. This server isn’t connected to a provider of live search data.')
  expect(text).not.toContain('Add for')
  const included = getText({ enabled: true, included: true }, { hasProvider: false })
  expect(included).toContain('In your plan, but not available on this server.')
  expect(included).not.toContain('can look up')
})
