import { expect } from 'vitest'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'

/** The start page, pricing and the other pages of the site, read without an account and mostly without scripts. */

test.for(['light', 'dark'] as const)('the start page fetches only its %s pictures', async (colorScheme, { open }) => {
  const visitor = await open({ as: null, colorScheme })
  const fetched: string[] = []
  const scripts: string[] = []
  visitor.on('response', (response) => {
    if (response.url().endsWith('.avif')) fetched.push(response.url())
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await visitor.goto('/')
  const shown = visitor.locator('figure img:visible')
  expect(await shown.count()).toBe(10)
  for (const image of await shown.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(900)
    expect((await image.getAttribute('alt'))!.length).toBeGreaterThan(40)
    // The page doesn't move when a picture arrives.
    const box = await image.evaluate((img: HTMLImageElement) => ({
      real: img.naturalWidth / img.naturalHeight,
      reserved: Number(img.getAttribute('width')) / Number(img.getAttribute('height')),
    }))
    expect(box.real).toBeCloseTo(box.reserved, 2)
  }
  expect(fetched.length).toBe(10)
  expect(fetched.filter((url) => !url.includes(`-${colorScheme}-`))).toEqual([])
  // What the app's screens share isn't among the scripts of a public page.
  expect(scripts.filter((url) => !/\/(public-measuring|tracking|preload-helper)-/.test(url))).toEqual([])
})

test('the plan finder names the cheapest plan for what is needed, and what smaller ones lack', async ({ open }) => {
  const visitor = await open({ as: null, javaScriptEnabled: false })
  await visitor.goto('/pricing')
  // Without answers there are examples by the same rule, and no plan is pushed.
  await visitor.getByRole('link', { name: 'Three sites, three people' }).waitFor()
  expect(await visitor.getByText('recommended', { exact: true }).count()).toBe(0)
  await visitor.getByLabel('Reports a month').fill('40')
  await visitor.getByLabel('People in a workspace').fill('3')
  await visitor.getByLabel('Live search volume, CPC and difficulty').check()
  await visitor.getByRole('button', { name: 'Find plan' }).click()
  const answer = visitor.getByRole('status').filter({ hasText: 'cheapest' })
  await answer.getByText('Starter with live search data: $34 a month.').waitFor()
  await answer.getByText('$19 for Starter + $15 for live search data = $34 a month').waitFor()
  await answer.getByText('40 of 50 reports a month').waitFor()
  await answer.getByText('Free has 5 reports a month, 1 member in a workspace.').waitFor()
  await visitor.locator('#plan-starter').getByText('recommended').waitFor()
  // The answers stay with the other billing period.
  await visitor.getByRole('link', { name: 'Yearly 2 months free' }).click()
  await answer.getByText('Starter with live search data: $340 a year.').waitFor()
  await visitor.getByLabel('Reports a month').fill('1001')
  await visitor.getByRole('button', { name: 'Find plan' }).click()
  await visitor.getByText('No plan here holds that much.').waitFor()
})

// A few screens one after the other in one page, which keeps their scripts. A failure names its screen.
test.for([
  { what: 'start page, pricing and its plan finder', paths: ['/', '/pricing', '/pricing?reports=40&domain=1'] },
  { what: 'terms, privacy, contact, changelog', paths: ['/terms', '/privacy', '/contact', '/changelog'] },
  {
    what: 'status, blog, forgotten password, code, missing page',
    paths: ['/status', '/blog', '/forgot', '/login/code', '/none'],
  },
])('$what are accessible', async ({ paths }, { open }) => {
  const visitor = await open({ as: null })
  for (const path of paths) {
    await visitor.goto(path)
    await looksRight(visitor, { name: path, views: everyView })
  }
})
