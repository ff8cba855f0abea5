import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'
import { jpeg, phonePhoto, png } from '../support/hostile-images.ts'
import { awake } from '../support/hydration.ts'

/** Images from a person's disk and clipboard into the library and into a text. */

const getLibrary = async ({ call, workspaceId }: Account) =>
  (await call(imagesContract.list, { workspace_id: workspaceId })).items
const eventually = <T>(check: () => T | Promise<T>) => expect.poll(check, { timeout: 30_000 })

async function upload({ call, workspaceId }: Account, name: string, alt = '') {
  const file = new File([new Uint8Array(await png(300, 200))], name, { type: 'image/png' })
  return (await call(imagesContract.upload, { workspace_id: workspaceId, file, alt })).image
}
async function createDocument({ call, workspaceId }: Account, content_md: string) {
  const document = { workspace_id: workspaceId, template: 'blog_post', title: 'Kettles', model: 'builtin' } as const
  const { item } = await call(aiContentContract.new, document)
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md })
  return item._id
}
const getText = async ({ call }: Account, _id: string) =>
  (await call(aiContentContract.single, { _id })).item.content_md.trim()

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await awake(page)
}
async function openDocument(page: Page, id: string) {
  await page.goto(`/app/content/${id}`)
  await page.getByText('Saved', { exact: true }).waitFor()
  await editor(page).waitFor()
}
const editor = (page: Page) => page.locator('.ProseMirror')
const imagesIn = (page: Page) => editor(page).locator('img:not(.ProseMirror-separator)')

/** Drops or pastes files as a browser reports it: there is no desktop to drag them from. */
async function bring(
  page: Page,
  how: 'drop' | 'paste',
  selector: string,
  files: { name: string; type: string; bytes: Buffer }[],
) {
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

test('an empty library says how images get in', async ({ page }) => {
  await page.goto('/app/images')
  await page.getByText('No images yet.').waitFor()
  await looksRight(page)
})

test('of chosen files, images are added and shown, and a broken one is named', async ({ page, account }) => {
  await openPage(page, '/app/images')
  await page.getByLabel('Images', { exact: true }).setInputFiles([
    { name: 'kettle.png', mimeType: 'image/png', buffer: await png(900, 600) },
    { name: 'broken.png', mimeType: 'image/png', buffer: (await png(900, 601)).subarray(0, 400) },
  ])
  await page.getByText('broken.png is incomplete.').waitFor()
  const shown = page.getByRole('button', { name: 'Open kettle.png' }).locator('img')
  await eventually(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await looksRight(page)
  await page.getByRole('button', { name: 'Dismiss broken.png' }).click()
  await eventually(() => page.getByText('broken.png').count()).toBe(0)
  expect((await getLibrary(account)).map(({ name }) => name)).toEqual(['kettle.png'])
})

test('images are added by drop and paste', async ({ page, account }) => {
  await openPage(page, '/app/images')
  await bring(page, 'drop', 'input[aria-label="Images"]', [
    { name: 'photo.jpg', type: 'image/jpeg', bytes: await phonePhoto() },
  ])
  await bring(page, 'paste', 'body', [{ name: 'image.png', type: 'image/png', bytes: await png(640, 480) }])
  await page.getByRole('button', { name: 'Open photo.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Open image.png' }).waitFor()
  expect((await getLibrary(account)).map(({ name }) => name).sort()).toEqual(['image.png', 'photo.jpg'])
})

test('by keyboard alone an image gets an alt text, and its Markdown is copied', async ({ page, account }) => {
  const { url } = await upload(account, 'kettle.png')
  await openPage(page, '/app/images')
  await page.getByRole('button', { name: 'Open kettle.png' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Alt text', { exact: true }).focus()
  await page.keyboard.type('A steel kettle [left]')
  await looksRight(page)
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await getLibrary(account))[0]!.alt).toBe('A steel kettle [left]')
  await page.getByRole('button', { name: 'Markdown' }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    `![A steel kettle \\[left\\]](${url})`,
  )
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
})

test('images are found by alt text with the keyboard', async ({ page, account }) => {
  await upload(account, 'one.png', 'A steel kettle')
  await upload(account, 'two.png', 'A cup')
  await openPage(page, '/app/images')
  await page.keyboard.press('/')
  await eventually(() => page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('steel')
  await page.waitForURL('**/app/images?q=steel')
  await eventually(() => page.getByRole('button', { name: /^Open / }).count()).toBe(1)
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByText('No images match your search.').waitFor()
})

test('an image pasted into a text gets an alt text there', async ({ page, account }) => {
  const _id = await createDocument(account, 'Before.')
  await openDocument(page, _id)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await bring(page, 'paste', '.ProseMirror', [{ name: 'image.png', type: 'image/png', bytes: await png(500, 300) }])
  const pasted = imagesIn(page).first()
  await eventually(() => pasted.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(500)
  await pasted.click()
  await page.getByLabel('Image alt text').fill('A cup on a table')
  await page.keyboard.press('Enter')
  await eventually(() => editor(page).evaluate((text) => text === document.activeElement)).toBe(true)
  const [cup] = await getLibrary(account)
  await eventually(() => getText(account, _id)).toBe(`Before.\n\n![A cup on a table](/images/${cup!._id}/full)`)
})

test('an image of the library is inserted into a text with its alt text', async ({ page, account }) => {
  const kettle = await upload(account, 'kettle.png', 'A steel kettle [left]')
  const _id = await createDocument(account, 'Before.')
  await openDocument(page, _id)
  await editor(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Image' }).click()
  await page.getByRole('button', { name: 'Choose kettle.png A steel kettle [left]' }).click()
  expect(await page.getByLabel('Alt text', { exact: true }).inputValue()).toBe('A steel kettle [left]')
  await looksRight(page)
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await eventually(() => imagesIn(page).count()).toBe(1)
  await eventually(() => getText(account, _id)).toBe(
    `Before.\n\n![A steel kettle \\[left\\]](/images/${kettle._id}/full)`,
  )
})

test('an image dropped onto a sentence is placed after its paragraph, and the text can be edited meanwhile', async ({
  page,
  account,
}) => {
  const _id = await createDocument(account, 'Before.\n\nAfter.')
  await openDocument(page, _id)
  await bring(page, 'drop', '.ProseMirror p:first-child', [
    { name: 'beans.jpg', type: 'image/jpeg', bytes: await jpeg(420, 280) },
  ])
  const first = editor(page).locator('p').first()
  // While the image uploads, its placeholder stands in the paragraph; a click on it places no caret.
  await eventually(async () => {
    await first.click({ position: { x: 3, y: 8 } })
    return first.evaluate((sentence) => sentence.contains(getSelection()?.anchorNode ?? null))
  }).toBe(true)
  await page.keyboard.press('Home')
  await page.keyboard.type('Well ')
  await eventually(() => imagesIn(page).count()).toBe(1)
  const [beans] = await getLibrary(account)
  await eventually(() => getText(account, _id)).toBe(`Well Before.\n\n![](/images/${beans!._id}/full)\n\nAfter.`)
})

test('deleting an image that is in use says where, and asks once more', async ({ page, account }) => {
  const { url } = await upload(account, 'kettle.png')
  await createDocument(account, `![](${url})`)
  await openPage(page, '/app/images')
  await page.getByRole('button', { name: /^Open kettle\.png/ }).click()
  await page.getByRole('button', { name: 'Delete image' }).click()
  await page.getByRole('dialog', { name: 'Delete this image?' }).getByRole('button', { name: 'Delete image' }).click()
  await page.getByRole('heading', { name: 'This image is in use' }).waitFor()
  await page.getByRole('list', { name: 'Used in' }).getByRole('link', { name: 'Kettles' }).waitFor()
  await looksRight(page)
  await page.getByRole('button', { name: 'Delete anyway' }).click()
  await eventually(() => page.getByRole('button', { name: /^Open kettle\.png/ }).count()).toBe(0)
  await eventually(async () => (await getLibrary(account)).length).toBe(0)
})

test('at 360 px an opened image fits the screen', async ({ open, account }) => {
  await upload(account, 'photo.png')
  const page = await open({ viewport: { width: 360, height: 740 } })
  await openPage(page, '/app/images')
  await page.getByRole('button', { name: /^Open photo\.png/ }).click()
  await page.getByLabel('Alt text', { exact: true }).waitFor()
  await looksRight(page)
})
