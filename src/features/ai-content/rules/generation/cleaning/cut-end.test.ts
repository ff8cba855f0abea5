import { expect, test } from 'vitest'
import { findCutEnd } from './cut-end.ts'

test.each([
  'Cold brew steeps for twelve hours, and then it is',
  'Cold brew steeps for twelve hours and tastes mild',
  'Cold brew steeps for twelve hours,[^1]',
  '- Steep the grounds in cold water, then filter with a',
])('an abrupt end: %s', (text) => expect(findCutEnd('blog_post', text)).not.toBeNull())

test.each([
  'Cold brew steeps for twelve hours.',
  'Cold brew steeps for twelve hours.[^1][^2]',
  'He called it “the mildest coffee of them all.”',
  'Is it strong?**',
  '冷萃咖啡需要十二个小时。',
  '- Steep the grounds in cold water for twelve hours',
  '| Cold brew steeps for | twelve long hours |',
  '## What cold brew tastes like in the morning',
  'Mild and sweet',
])('a proper end: %s', (text) => expect(findCutEnd('blog_post', text)).toBeNull())

test('an email ends with a name', () => {
  expect(findCutEnd('email', 'Best wishes from all of us at Hollow Oak')).toBeNull()
})
