import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { glossaryEntries } from '#web/glossary-entries.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'

/** A key is made on screen, used, removed; the interface is read by people. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let page: Page
let key: string
let workspaceId: string
const problems: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  browser = await launchBrowser()
  page = await open({ width: 1440, height: 1000 })
  await signIn(page)
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

async function open(
  viewport: { width: number; height: number },
  more: { colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean } = {},
) {
  const context = await browser.newContext({ reducedMotion: 'reduce', baseURL: earshot.url, viewport, ...more })
  const opened = await context.newPage()
  opened.setDefaultTimeout(30_000)
  opened.on('pageerror', (error) => problems.push(`${opened.url()}: ${error.message}`))
  opened.on('console', (message) => {
    if (message.type() === 'error' && !/40\d/.test(message.text())) problems.push(`${opened.url()}: ${message.text()}`)
  })
  return opened
}

async function signIn(of: Page) {
  await of.goto('/login')
  await of.getByLabel('Email').fill(owner.email)
  await of.getByLabel('Password', { exact: true }).fill(owner.password)
  await of.keyboard.press('Enter')
  await of.waitForURL('**/app')
}

/** One of each kind of thing the reference is made of stands for the others: all of it takes axe minutes. */
const kinds = [
  'header',
  '#start-here',
  '#errors',
  '#post-reports-new',
  '#get-reports-events-id',
  '#get-reports-export-id',
  '#post-imports-add',
  '#shape-row',
  'footer',
]

const call = (path: string, body: object) =>
  fetch(earshot.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
const topic = { type: 'topic', query: 'coffee', country: 'US', language: 'en', dry_run: true }

test('without keys the screen says what they are for, and starts with reading', async () => {
  await page.goto('/app/settings/keys')
  await page.getByText('No API keys yet. Create one for each program').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Read reports' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Run and edit reports' }).isChecked()).toBe(false)
  await looksRight(page)
})

test('with nothing ticked no key can be made, and a preset ticks several', async () => {
  for (const name of ['Read reports', 'Read drafts', 'Read search listeners'])
    await page.getByRole('checkbox', { name }).uncheck()
  await page.getByText('Select at least one permission.').waitFor()
  expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Everything' }).click()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(9)
  await page.getByRole('button', { name: 'Read only' }).click()
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(3)
})

test('a key is made by keyboard, shown this once, and reads with the call that stands beside it', async () => {
  await page.getByLabel('Name').fill('Nightly export')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nightly export is ready' }).waitFor()
  key = (await page.getByRole('group', { name: 'API key' }).textContent())!.trim()
  expect(key).toMatch(/^ek_[\w-]{43}$/)
  const pasted = (await page.getByRole('group', { name: 'First call' }).textContent())!
  const body = /-d '(.+)'$/.exec(pasted)![1]!
  workspaceId = (JSON.parse(body) as { workspace_id: string }).workspace_id
  expect(pasted).toContain(`curl ${earshot.url}/reports/find`)
  expect(pasted).toContain(`Bearer ${key}`)
  await looksRight(page)
  const answer = await call('/reports/find', JSON.parse(body))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ success: true, items: [], limit: 5 })
})

test('it does nothing its scopes leave out', async () => {
  const refused = await call('/reports/new', { workspace_id: workspaceId, ...topic })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { message: 'This API key lacks the scope reports:write.' } })
})

test('after a reload the key itself is gone; the list says who made it and that it was used', async () => {
  await page.reload()
  const line = page.getByRole('list', { name: 'API keys' }).getByRole('listitem')
  await line.getByText(`ek_…${key.slice(-4)}`).waitFor()
  expect(await line.textContent()).toContain(`created by ${owner.email}`)
  const afterReload = async () => {
    await page.reload()
    return line.textContent()
  }
  await expect.poll(afterReload, { timeout: 30_000 }).toContain('last used')
  expect(await page.content()).not.toContain(key)
})

test('small and dark, the screen holds', async () => {
  const small = await open({ width: 360, height: 740 }, { colorScheme: 'dark' })
  await signIn(small)
  await small.goto('/app/settings/keys')
  await small.getByLabel('Name').fill('Second')
  await small.getByRole('button', { name: 'Reports', exact: true }).click()
  await small.getByRole('button', { name: 'Create key' }).click()
  await small.getByRole('heading', { name: 'Second is ready' }).waitFor()
  await looksRight(small)
  await small.context().close()
})

test('removing says what stops working and asks once; the key is dead at once', async () => {
  await page.reload()
  await page.getByRole('button', { name: 'Delete Nightly export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('lose access immediately').waitFor()
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Delete key' }).click()
  await page.getByText('Nightly export deleted.').waitFor()
  expect((await call('/reports/find', { workspace_id: workspaceId })).status).toBe(401)
  await expect.poll(() => page.getByRole('list', { name: 'API keys' }).getByRole('listitem').count()).toBe(1)
})

test('/docs/api tells every call of /openapi.json, without a script', async () => {
  const plain = await open({ width: 1280, height: 900 }, { javaScriptEnabled: false })
  await plain.goto('/docs')
  expect(plain.url()).toBe(`${earshot.url}/docs/api`)
  const { paths } = (await (await fetch(`${earshot.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()}${path}`),
  )
  const shown = await plain.locator('main h3 > a').allTextContents()
  expect(shown.sort()).toEqual(told.sort())
  expect(shown.length).toBeGreaterThan(50)
  const targets = await plain
    .locator('main a[href^="#"], nav a[href^="#"]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')!.slice(1)).filter((id) => !document.getElementById(id)),
    )
  expect(targets).toEqual([])
  await plain.context().close()
})

test('/docs/glossary explains every metric without a script, and the docs and footer link to it', async () => {
  const plain = await open({ width: 1280, height: 1000 }, { javaScriptEnabled: false })
  await plain.goto('/docs/api')
  expect(await plain.locator('main a[href="/docs/glossary"]').count()).toBe(1)
  await plain.locator('footer').getByRole('link', { name: 'Glossary' }).click()
  await plain.waitForURL('**/docs/glossary')
  expect(await plain.locator('article').count()).toBe(glossaryEntries.length)
  for (const { id } of glossaryEntries) expect(await plain.locator(`article#${id} dd`).count()).toBe(3)
  expect(await (await fetch(`${earshot.url}/sitemap.xml`)).text()).toContain('/docs/glossary</loc>')
  await plain.context().close()
  const reader = await open({ width: 1280, height: 1000 })
  await reader.goto('/docs/glossary#content-score')
  await looksRight(reader, { name: '/docs/glossary', views: everyView })
  await reader.context().close()
})

test('/docs/api is readable for everyone', async () => {
  const reader = await open({ width: 360, height: 900 })
  await reader.goto('/docs/api')
  // Nothing runs here but what counts the visit.
  const scripts = 'script[src]:not([src*="/public-measuring-"]), link[rel=modulepreload]'
  expect(await reader.locator(scripts).count()).toBe(0)
  expect(await reader.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await reader.evaluate((kept) => {
    for (const part of document.querySelectorAll('main section'))
      if (!part.querySelector(kept) && !part.closest(kept)) part.remove()
  }, kinds.join())
  await looksRight(reader, {
    views: [
      { colorScheme: 'light', width: 360 },
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 1440 },
    ],
  })
  await reader.context().close()
})

test('the footer of the start page leads to it', async () => {
  const visitor = await open({ width: 1280, height: 900 })
  await visitor.goto('/')
  await visitor.getByRole('contentinfo').getByRole('link', { name: 'API' }).click()
  await visitor.getByRole('heading', { name: 'API reference', level: 1 }).waitFor()
  await visitor.context().close()
})

test('a form of another site is refused in a sentence', async () => {
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

test('no script failed on the way', () => {
  expect(problems).toEqual([])
})
