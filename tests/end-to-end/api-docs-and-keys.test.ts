import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { glossaryEntries } from '#web/glossary/glossary-entries.ts'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { owner } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'

/** API keys on screen, and the API reference. The rules of keys are tested in tests/http/api-keys.test.ts. */

const createKey = async ({ call, workspaceId }: Account, name: string) =>
  (await call(apiKeysContract.add, { workspace_id: workspaceId, name, scopes: ['reports:read'] })).key

const findReports = (url: string, key: string, body: object) =>
  fetch(`${url}/reports/find`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })

/** One of each kind of thing a page is made of stands for the others: all of it takes axe minutes. */
const kinds: Record<string, string[]> = {
  '/docs/api': ['header', '#start-here', '#errors', '#reports', 'footer'],
  '/docs/api/reports': ['#post-reports-new', '#get-reports-events-id', '#get-reports-export-id'],
  '/docs/api/keyword-files': ['#post-imports-add'],
  '/docs/api/types': ['#shape-row'],
}

test('without keys, the screen explains them and preselects read access', async ({ page }) => {
  await page.goto('/app/settings/keys')
  await page.getByText('No API keys yet. Create one for each program').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Read reports' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Run and edit reports' }).isChecked()).toBe(false)
  await looksRight(page)
})

test('a key needs at least one permission, and a preset selects several', async ({ page }) => {
  await page.goto('/app/settings/keys')
  const selected = page.getByRole('checkbox', { checked: true })
  while ((await selected.count()) > 0) await selected.first().uncheck()
  await page.getByText('Select at least one permission.').waitFor()
  expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Everything' }).click()
  await expect.poll(() => selected.count()).toBe(await page.getByRole('checkbox').count())
  await page.getByRole('button', { name: 'Read only' }).click()
  await expect.poll(() => selected.count()).toBe(await page.getByRole('checkbox', { name: /^Read / }).count())
})

test('a key is created by keyboard, works in the example call and is shown once', async ({ page, earshot }) => {
  await page.goto('/app/settings/keys')
  await page.getByLabel('Name').fill('Nightly export')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nightly export is ready' }).waitFor()
  const key = (await page.getByRole('group', { name: 'API key' }).textContent())!.trim()
  expect(key).toMatch(/^ek_[\w-]{43}$/)
  const pasted = (await page.getByRole('group', { name: 'First call' }).textContent())!
  expect(pasted).toContain(`curl ${earshot.url}/reports/find`)
  expect(pasted).toContain(`Bearer ${key}`)
  await looksRight(page)
  const answer = await findReports(earshot.url, key, JSON.parse(/-d '(.+)'$/.exec(pasted)![1]!))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ success: true, items: [], limit: 5 })
  await page.reload()
  await page
    .getByRole('list', { name: 'API keys' })
    .getByText(`ek_…${key.slice(-4)}`)
    .waitFor()
  expect(await page.content()).not.toContain(key)
})

test('the list shows who created a key and when it was used', async ({ page, account, earshot }) => {
  const key = await createKey(account, 'Nightly export')
  expect((await findReports(earshot.url, key, { workspace_id: account.workspaceId })).status).toBe(200)
  await page.goto('/app/settings/keys')
  const line = page.getByRole('list', { name: 'API keys' }).getByRole('listitem')
  await line.getByText(`ek_…${key.slice(-4)}`).waitFor()
  expect(await line.textContent()).toContain(`created by ${account.email}`)
  const afterReload = async () => {
    await page.reload()
    return line.textContent()
  }
  await expect.poll(afterReload, { timeout: 30_000 }).toContain('last used')
})

test('the screen fits a phone in dark mode', async ({ open }) => {
  const page = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await page.goto('/app/settings/keys')
  await page.getByLabel('Name').fill('Second')
  await page.getByRole('button', { name: 'Reports', exact: true }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Second is ready' }).waitFor()
  await looksRight(page)
})

test('deleting a key says what stops working, asks once, and takes effect immediately', async ({
  page,
  account,
  earshot,
}) => {
  const key = await createKey(account, 'Nightly export')
  await createKey(account, 'Second')
  await page.goto('/app/settings/keys')
  await page.getByRole('button', { name: 'Delete Nightly export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('lose access immediately').waitFor()
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await page.getByText('Nightly export deleted.').waitFor()
  expect((await findReports(earshot.url, key, { workspace_id: account.workspaceId })).status).toBe(401)
  await expect.poll(() => page.getByRole('list', { name: 'API keys' }).getByRole('listitem').count()).toBe(1)
})

test('the pages of the API reference document every call of /openapi.json, without JavaScript', async ({
  open,
  earshot,
}) => {
  const plain = await open({ as: null, javaScriptEnabled: false })
  await plain.goto('/docs')
  expect(plain.url()).toBe(`${earshot.url}/docs/api`)
  const { paths, tags } = (await (await fetch(`${earshot.url}/openapi.json`)).json()) as {
    paths: Record<string, object>
    tags: { name: string }[]
  }
  const expected = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()}${path}`),
  )
  const links = await plain.locator('#calls li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  const groups = [...new Set(links.map((link) => link.split('#')[0]!))]
  expect(groups).toHaveLength(tags.length)
  const shown: string[] = []
  const ids = new Map([['/docs/api', await getIds(plain)]])
  const targets = await getTargets(plain)
  for (const page of [...groups, '/docs/api/types']) {
    await plain.goto(page)
    shown.push(...(await plain.locator('main h2 > a').allTextContents()))
    ids.set(page, await getIds(plain))
    targets.push(...(await getTargets(plain)))
  }
  expect(shown.sort()).toEqual(expected.sort())
  expect(shown.length).toBeGreaterThan(50)
  expect([...targets, ...links].filter((link) => !ids.get(link.split('#')[0]!)?.has(link.split('#')[1]!))).toEqual([])
  // Links into the former page of all calls lead to the call in the list.
  for (const link of links) expect(ids.get('/docs/api')).toContain(link.split('#')[1])
  expect((await fetch(`${earshot.url}/docs/api/nothing`)).status).toBe(404)
})

const getIds = async (page: Page) =>
  new Set(await page.locator('[id]').evaluateAll((all) => all.map((element) => element.id)))

/** Links to a place on a page of the reference, with the page's path. */
const getTargets = (page: Page) =>
  page
    .locator('main a[href*="#"], nav a[href*="#"]')
    .evaluateAll((all) =>
      all.map((link) => new URL((link as HTMLAnchorElement).href)).map((url) => url.pathname + url.hash),
    )

test('/docs/glossary explains every metric without scripts and is linked from docs and footer', async ({
  open,
  earshot,
}) => {
  const plain = await open({ as: null, javaScriptEnabled: false })
  await plain.goto('/docs/api')
  expect(await plain.locator('main a[href="/docs/glossary"]').count()).toBe(1)
  await plain.locator('footer').getByRole('link', { name: 'Glossary' }).click()
  await plain.waitForURL('**/docs/glossary')
  expect(await plain.locator('article').count()).toBe(glossaryEntries.length)
  for (const { id } of glossaryEntries) expect(await plain.locator(`article#${id} dd`).count()).toBe(3)
  const sitemap = await (await fetch(`${earshot.url}/sitemap.xml`)).text()
  for (const path of ['/docs/glossary', '/docs/api', '/docs/api/reports']) expect(sitemap).toContain(`${path}</loc>`)
  const reader = await open({ as: null })
  await reader.goto('/docs/glossary#content-score')
  await looksRight(reader, { name: '/docs/glossary', views: everyView })
})

test('terms, privacy, changelog and contact are linked in the footer, show the operator’s text and are accessible', async ({
  open,
  earshot,
}) => {
  const plain = await open({ as: null, javaScriptEnabled: false })
  for (const [link, title] of [
    ['Terms', 'Terms of service'],
    ['Privacy', 'Privacy policy'],
    ['Changelog', 'Changelog'],
    ['Contact', 'Contact'],
  ] as const) {
    await plain.goto('/docs/glossary')
    await plain.locator('footer').getByRole('link', { name: link, exact: true }).click()
    await plain.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await plain.getByText('hasn’t published an email address').waitFor()
  await plain.goto('/terms')
  await plain.getByText('This is an unfinished template.').waitFor()
  expect(await plain.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')

  const reader = await open({ as: null })
  for (const path of ['/terms', '/changelog', '/contact']) {
    await reader.goto(path)
    await looksRight(reader, { name: path, views: everyView })
  }

  await mkdir(join(earshot.dataDir, 'pages'))
  await writeFile(join(earshot.dataDir, 'pages', 'terms.md'), '# Terms\n\nBe **kind**.')
  await plain.goto('/terms')
  await plain.getByText('Be kind.').waitFor()
  expect(await plain.getByText('unfinished template').count()).toBe(0)
  expect(await plain.locator('link[rel=canonical]').getAttribute('href')).toBe(`${earshot.url}/terms`)
})

test('browsers and phones get an icon, and other sites an image of a page', async ({ open, earshot }) => {
  for (const [path, type] of [
    ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/],
    ['/apple-touch-icon.png', /^image\/png$/],
  ] as const) {
    const answer = await fetch(earshot.url + path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(type)])
  }
  const plain = await open({ as: null, javaScriptEnabled: false })
  for (const path of ['/', '/pricing', '/changelog', '/contact']) {
    await plain.goto(path)
    const image = await plain.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await fetch(image!)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png'])
  }
})

test('/docs/api is accessible', async ({ open }) => {
  const reader = await open({ as: null, viewport: { width: 360, height: 900 } })
  for (const [path, kept] of Object.entries(kinds)) {
    await reader.goto(path)
    // Nothing runs here but what counts the visit.
    const scripts = 'script[src]:not([src*="/public-measuring-"]), link[rel=modulepreload]'
    expect(await reader.locator(scripts).count()).toBe(0)
    expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await reader.evaluate((kept) => {
      for (const part of document.querySelectorAll('main section'))
        if (!part.querySelector(kept) && !part.closest(kept)) part.remove()
    }, kept.join())
    await looksRight(reader, { name: path, views: everyView })
    await reader.setViewportSize({ width: 360, height: 900 })
  }
})

test('the start page’s footer links to it', async ({ open }) => {
  const visitor = await open({ as: null })
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'API' }).click()
  await visitor.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
})

test('a form from another site is rejected with an explanation', async ({ earshot }) => {
  const answer = await fetch(`${earshot.url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://elsewhere.example' },
    body: `email=${owner.email}&password=${owner.password}`,
    redirect: 'manual',
  })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('This form was sent from another site')
  expect(answer.headers.get('set-cookie')).toBeNull()
})
