import { expect } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { everyView, looksRight } from '../support/accessibility-checks.ts'
import { type Account, browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** A plan's item page, board and calendar on screen. What a change does is tested in tests/http/content-plan.test.ts. */

async function addPlan({ call, workspaceId }: Account) {
  const texts = ['cold brew coffee', 'best cold brew maker', 'espresso machine cleaning', 'oak desk lamp']
  const items = texts.map((text) => ({ text }))
  const { list } = await call(listsContract.add, { workspace_id: workspaceId, name: 'Coffee', items })
  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Winter', list_id: list._id })
  const added = await call(contentPlanContract.update, {
    _id: plan._id,
    version: plan.version,
    items: [{ title: 'Cold brew at home', url: '/cold-brew-at-home', due_on: '2026-12-04' }],
  })
  return { plan: added.plan, item: added.items.find(({ title }) => title === 'Cold brew at home')! }
}

test('where two people changed the same field, it is chosen, and the rest is merged', async ({ page, account }) => {
  const { plan, item } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}/${item._id}`)
  await awake(page)
  await looksRight(page, { views: everyView })
  const form = page.getByRole('form', { name: 'Item' })
  await form.getByLabel('Title').fill('Cold brew without a machine')
  await form.getByLabel('Due date').fill('2026-12-18')
  await account.call(contentPlanContract.update, {
    _id: plan._id,
    version: plan.version,
    items: [{ _id: item._id, title: 'Cold brew in a jar', url: '/jar' }],
  })
  await form.getByRole('button', { name: 'Save item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Others changed these items' })
  await dialog.getByText('/cold-brew-at-home → /jar').waitFor()
  await looksRight(page, { views: everyView })
  expect(await dialog.getByRole('radio', { name: 'Yours Cold brew without a machine' }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: 'Theirs Cold brew in a jar' }).check()
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cold brew in a jar' }).waitFor()
  await expect.poll(() => form.getByLabel('URL').inputValue()).toBe('/jar')
  const saved = await account.call(contentPlanContract.item, { _id: plan._id, item_id: item._id })
  expect(saved.item).toMatchObject({ title: 'Cold brew in a jar', url: '/jar', due_on: '2026-12-18' })
})

test('the map is walked by keyboard, and a link is marked as set beside it', async ({ page, account }) => {
  const { plan, item } = await addPlan(account)
  const whole = await account.call(contentPlanContract.get, { _id: plan._id })
  const target = whole.items.find(({ _id }) => _id !== item._id)!
  await account.call(contentPlanContract.update, {
    _id: plan._id,
    version: plan.version,
    links: [{ from: item._id, to: target._id, anchor: 'linked words', state: 'proposed' }],
  })
  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).click()
  const tree = page.getByRole('tree', { name: 'Items by pillar' })
  await tree.getByRole('treeitem').first().press('End')
  for (let row = whole.items.length; row > 0; row--) {
    const name = await page.locator(':focus').textContent()
    if (name?.startsWith(`${item.title},`)) break
    await page.keyboard.press('ArrowUp')
  }
  const panel = page.getByRole('region', { name: 'Links of the selected item' })
  await panel.getByRole('heading', { name: item.title }).waitFor()
  await looksRight(page, { views: everyView })
  await panel
    .getByRole('row', { name: /linked words/ })
    .getByRole('button', { name: /Mark as set/ })
    .click()
  await panel
    .getByRole('row', { name: /linked words/ })
    .getByRole('button', { name: /^Set:/ })
    .waitFor()
  const { links } = await account.call(contentPlanContract.map, { _id: plan._id })
  expect(links.find(({ from, to }) => from === item._id && to === target._id)?.state).toBe('set')
})

test('an item is added, filtered for, dropped, restored and undone in bulk', async ({ page, account }) => {
  const { plan } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Add item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add item' })
  await dialog.getByLabel('Title').fill('Nitro cold brew')
  await dialog.getByLabel('Keywords').fill('nitro cold brew\nnitro coffee at home')
  await dialog.getByLabel('Due date').fill('2026-12-24')
  await dialog.getByRole('button', { name: 'Add item' }).click()
  const row = page.getByRole('row', { name: /Nitro cold brew/ })
  await row.waitFor()
  await page.getByLabel('Due date', { exact: true }).selectOption('No date')
  await page.waitForURL('**due=none*')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await row.getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected items' })
  await bar.getByRole('button', { name: 'Drop' }).click()
  await row.getByText('Dropped').waitFor()
  await row.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Restore' }).click()
  await row.getByText('Idea').waitFor()
  await row.getByRole('checkbox').check()
  await bar.getByRole('button', { name: 'Set due date' }).click()
  await page.getByRole('dialog', { name: 'Due date' }).getByRole('button', { name: 'Remove date' }).click()
  await row.getByText('No date').waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await row.getByText('Dec 24').waitFor()
})

test('keywords move to another item, and weights are changed and reset', async ({ page, account }) => {
  const { plan } = await addPlan(account)
  const { items } = await account.call(contentPlanContract.get, { _id: plan._id })
  const from = items.find(({ keywords }) => keywords.length > 0)!
  const to = items.find(({ _id }) => _id !== from._id)!
  await page.goto(`/app/plan/${plan._id}/${from._id}`)
  await awake(page)
  await page.getByRole('checkbox', { name: `Select ${from.keywords[0]}`, exact: true }).check()
  await page.getByRole('button', { name: 'Move 1 keyword to another item' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 keyword' })
  await dialog.getByRole('radio', { name: to.title }).check()
  await dialog.getByRole('button', { name: 'Move keywords' }).click()
  // While it's open, the rows below it are hidden from roles.
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: from.keywords[0]! }).waitFor({ state: 'detached' })
  const moved = await account.call(contentPlanContract.item, { _id: plan._id, item_id: to._id })
  expect(moved.item.keywords).toContain(from.keywords[0])
  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Priority weights' }).click()
  const weights = page.getByRole('dialog', { name: 'Priority weights' })
  await weights.getByLabel('Search volume').fill('11')
  await weights.getByRole('button', { name: 'Save weights' }).click()
  await weights.getByRole('alert').waitFor()
  await weights.getByRole('button', { name: 'Reset to standard' }).click()
  await weights.getByLabel('Intent').fill('3')
  await weights.getByRole('button', { name: 'Save weights' }).click()
  await weights.waitFor({ state: 'detached' })
  const saved = await account.call(contentPlanContract.weights, { workspace_id: account.workspaceId })
  expect(saved.weights).toMatchObject({ volume: 1, intent: 3 })
})

test('a card is moved on the board by keyboard and by its menu, and focus stays on it', async ({ page, account }) => {
  const { plan, item } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}`)
  await awake(page)
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Board' }).click()
  await page.waitForURL('**view=board*')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (state: string) => column(state).getByRole('link', { name: 'Cold brew at home' })
  await card('Idea').waitFor()
  await awake(page)
  await looksRight(page, { views: everyView })
  await card('Idea').press('Alt+ArrowRight')
  await card('Briefed').waitFor()
  await expect.poll(() => card('Briefed').evaluate((element) => element === document.activeElement)).toBe(true)
  await column('Briefed').getByRole('button', { name: 'Move Cold brew at home' }).click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await card('In review').waitFor()
  const saved = await account.call(contentPlanContract.item, { _id: plan._id, item_id: item._id })
  expect(saved.item.state).toBe('review')
})

test('a card is dragged by its title to another column', async ({ page, account }) => {
  const { plan, item } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}?view=board`)
  await awake(page)
  const card = page.getByRole('region', { name: 'Idea', exact: true }).getByRole('link', { name: item.title })
  const drafting = page.getByRole('region', { name: 'Drafting', exact: true })
  await card.dragTo(drafting.getByRole('heading', { name: 'Drafting' }))
  await drafting.getByRole('link', { name: item.title }).waitFor()
  const saved = await account.call(contentPlanContract.item, { _id: plan._id, item_id: item._id })
  expect(saved.item.state).toBe('drafting')
})

test('the calendar shows an item on its due date and leads to it', async ({ page, account }) => {
  const { plan } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}?view=calendar&month=2026-11`)
  await awake(page)
  await page.getByRole('link', { name: 'Next month' }).click()
  const day = page.getByRole('cell').filter({ has: page.locator('time[datetime="2026-12-04"]') })
  await day.getByRole('link', { name: 'Cold brew at home' }).waitFor()
  await looksRight(page, { views: everyView })
  await day.getByRole('link', { name: 'Cold brew at home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cold brew at home' }).waitFor()
})

test('Write creates a document that belongs to the item', async ({ page, account }) => {
  const { plan, item } = await addPlan(account)
  await page.goto(`/app/plan/${plan._id}/${item._id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Write', exact: true }).click()
  await page.waitForURL('**/app/content/new?*')
  await page.getByRole('button', { name: 'Write draft' }).click()
  await page.waitForURL(/\/app\/content\/[0-9a-f-]{36}/)
  const saved = await account.call(contentPlanContract.item, { _id: plan._id, item_id: item._id })
  expect(saved.item.document_id).toBe(page.url().match(/content\/([0-9a-f-]{36})/)![1])
})
