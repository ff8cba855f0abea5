import { expect } from 'vitest'
import { answerAsTrackers } from '../doubles/trackers.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

test('without ids of trackers there is no banner, and no third party in the policy or a request', async ({
  page,
  earshot,
}) => {
  const asked = await answerAsTrackers(page.context(), earshot.url)
  for (const path of ['/', '/app']) {
    const answer = await page.goto(path)
    expect(answer!.headers()['content-security-policy']).not.toMatch(/(?:https|wss):\/\//)
    await awake(page)
    expect(await page.getByRole('region', { name: 'Privacy' }).count()).toBe(0)
  }
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()
  expect(asked).toEqual([])
})
