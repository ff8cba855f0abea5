import { expect, test } from 'vitest'
import { getCommunity } from './get-community.ts'

test.each([
  ['https://www.reddit.com/r/Coffee/comments/1/a', 'r/Coffee'],
  ['https://old.reddit.com/r/espresso', 'r/espresso'],
  ['https://www.reddit.com/user/someone', null],
  ['https://cooking.stackexchange.com/questions/1/a', 'cooking.stackexchange.com'],
  ['https://notreddit.com/r/Coffee/', 'notreddit.com'],
  ['javascript:alert(1)', null],
  ['no address', null],
])('%s is in %s', (url, community) => {
  expect(getCommunity(url)).toBe(community)
})
