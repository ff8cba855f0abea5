import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from '../faults/earshot-process.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { launchBrowser } from '../support/browser.ts'
import { jpeg, phonePhoto, png } from '../support/hostile-images.ts'

/** Pictures from a person's disk and clipboard into the library and into a text. Later steps build on earlier ones. */

let data: Awaited<ReturnType<typeof makeDataDir>>
let earshot: RunningEarshot
let browser: Browser
let page: Page
let call: Call
let workspaceId = ''
let documentId = ''
const problems: string[] = []

beforeAll(async () => {
  data = await makeDataDir()
  earshot = await startEarshot(data.dataDir)
  const signedIn = await earshot.signIn()
  call = signedIn.call
  workspaceId = signedIn.workspaceId
  browser = await launchBrowser()
  const context = await browser.newContext({
    baseURL: earshot.url,
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app')
})
afterAll(async () => {
  await browser?.close()
  await earshot?.kill('SIGTERM')
  await data?.remove()
})

const library = async () => (await call(imagesContract.list, { workspace_id: workspaceId })).items
const eventually = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 30_000 })

/** Drops or pastes files as a browser reports it: there is no desktop to drag them from. */
async function bring(how: 'drop' | 'paste', selector: string, files: { name: string; type: string; bytes: Buffer }[]) {
  await page.locator(selector).evaluate(
    (target, { how, files }) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of files)
        data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }))
      const box = target.getBoundingClientRect()
      const shared = { bubbles: true, cancelable: true }
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data, clientX: box.left + 20, clientY: box.top + 12 })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data })
      target.dispatchEvent(event)
    },
    { how, files: files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })) },
  )
}

test('an empty library says how pictures get in', async () => {
  await page.goto('/app/images')
  await page.getByText('No images yet.').waitFor()
  await looksRight(page)
})

test('pictures are chosen, dropped and pasted; what is broken is named beside', async () => {
  await page.getByLabel('Images', { exact: true }).setInputFiles([
    { name: 'kettle.png', mimeType: 'image/png', buffer: await png(900, 600) },
    { name: 'broken.png', mimeType: 'image/png', buffer: (await png(900, 601)).subarray(0, 400) },
  ])
  await page.getByText('broken.png is incomplete.').waitFor()
  await bring('drop', 'input[aria-label="Images"]', [
    { name: 'photo.jpg', type: 'image/jpeg', bytes: await phonePhoto() },
  ])
  await bring('paste', 'body', [{ name: 'image.png', type: 'image/png', bytes: await png(640, 480) }])
  await page.getByRole('button', { name: 'Open photo.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Open image.png' }).waitFor()
  await eventually(async () => (await library()).map(({ name }) => name).sort()).toEqual([
    'image.png',
    'kettle.png',
    'photo.jpg',
  ])
  await page.getByRole('button', { name: 'Dismiss broken.png' }).click()
  const shown = page.getByRole('button', { name: 'Open kettle.png' }).locator('img')
  await eventually(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await looksRight(page)
})

test('by keyboard alone a picture gets an alt text, is found by it, and its Markdown is copied', async () => {
  await page.getByRole('button', { name: 'Open kettle.png' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Alt text', { exact: true }).focus()
  await page.keyboard.type('A steel kettle [left]')
  await looksRight(page)
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await library()).find(({ name }) => name === 'kettle.png')!.alt).toBe(
    'A steel kettle [left]',
  )
  const kettle = (await library()).find(({ name }) => name === 'kettle.png')!
  await page.getByRole('button', { name: 'Markdown' }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    `![A steel kettle \\[left\\]](${kettle.url})`,
  )
  await page.keyboard.press('Escape')
  await page.getByLabel('Alt text', { exact: true }).waitFor({ state: 'detached' })
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('/')
  await eventually(() => page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('steel')
  await page.waitForURL('**/app/images?q=steel')
  await eventually(() => page.getByRole('button', { name: /^Open / }).count()).toBe(1)
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByText('No images match your search.').waitFor()
})

test('in a text a picture is pasted, told what it shows, and another is chosen from the library', async () => {
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Kettles',
    model: 'builtin',
  })
  documentId = item._id
  await page.goto(`/app/content/${documentId}`)
  const text = page.locator('.ProseMirror')
  await text.click()
  await page.keyboard.type('Before.')
  await page.keyboard.press('Enter')
  await bring('paste', '.ProseMirror', [{ name: 'image.png', type: 'image/png', bytes: await png(500, 300) }])
  const pictures = text.locator('img:not(.ProseMirror-separator)')
  await pictures.first().waitFor()
  await eventually(() => pictures.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(500)
  await pictures.first().click()
  await page.getByLabel('Image alt text').fill('A cup on a table')
  await page.keyboard.press('Enter')
  await eventually(() => text.evaluate((editor) => editor === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Insert image' }).click()
  await page.getByRole('button', { name: 'Choose kettle.png A steel kettle [left]' }).click()
  expect(await page.getByLabel('Alt text', { exact: true }).inputValue()).toBe('A steel kettle [left]')
  await looksRight(page)
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await eventually(() => pictures.count()).toBe(2)
  const all = await library()
  const cup = all.find(({ width }) => width === 500)!
  const kettle = all.find(({ name }) => name === 'kettle.png')!
  await eventually(async () => (await call(aiContentContract.single, { _id: documentId })).item.content_md.trim()).toBe(
    `Before.\n\n![A cup on a table](/images/${cup._id}/full)\n\n![A steel kettle \\[left\\]](/images/${kettle._id}/full)`,
  )
})

test('a picture that is dropped onto a sentence stands behind its paragraph, while the text goes on', async () => {
  const text = page.locator('.ProseMirror')
  await bring('drop', '.ProseMirror p:first-child', [
    { name: 'beans.jpg', type: 'image/jpeg', bytes: await jpeg(420, 280) },
  ])
  const first = text.locator('p').first()
  await first.click()
  await eventually(() => first.evaluate((sentence) => sentence.contains(getSelection()?.anchorNode ?? null))).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.type('Well ')
  await eventually(() => text.locator('img:not(.ProseMirror-separator)').count()).toBe(3)
  const beans = (await library()).find(({ name }) => name === 'beans.jpg')!
  await eventually(async () => (await call(aiContentContract.single, { _id: documentId })).item.content_md).toMatch(
    new RegExp(`^Well Before\\.\n\n!\\[\\]\\(/images/${beans._id}/full\\)\n\n!\\[A cup`),
  )
})

test('deleting a picture that shows somewhere says where, and asks once more', async () => {
  await page.goto('/app/images')
  await page.getByRole('button', { name: /^Open kettle\.png/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'This image is in use' }).waitFor()
  await page.getByRole('list', { name: 'Used in' }).getByRole('link', { name: 'Kettles' }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Delete anyway' }).click()
  await eventually(() => page.getByRole('button', { name: /^Open kettle\.png/ }).count()).toBe(0)
  await eventually(async () => (await library()).map(({ name }) => name)).not.toContain('kettle.png')
})

test('at 360 pixels nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/images')
  await page.getByRole('button', { name: /^Open photo\.jpg/ }).click()
  await page.getByLabel('Alt text', { exact: true }).waitFor()
  await looksRight(page)
})

test('no page broke on the way', () => {
  expect(problems).toEqual([])
})
