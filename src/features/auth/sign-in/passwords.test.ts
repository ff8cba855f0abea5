import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test.each([
  ['one character or two', 'Gr\u00FC\u00DFe aus K\u00F6ln', 'Gru\u0308\u00DFe aus Ko\u0308ln'],
  ['full-width letters', 'ｐａｓｓｗｏｒｄ １２３', 'password 123'],
  ['a no-break space', 'correct\u00A0horse battery', 'correct horse battery'],
  ['an ideographic space', '正しい\u3000馬\u3000電池', '正しい 馬 電池'],
  ['a ligature', 'of\uFB01ce hours', 'office hours'],
])('is the same with %s', async (_, typed, later) => {
  const passwordHash = await hashPassword(typed)
  expect(await verifyPassword(passwordHash, later)).toBe(true)
  expect(await verifyPassword(passwordHash, `${later}!`)).toBe(false)
  expect(await verifyPassword(await hashPassword(later), typed)).toBe(true)
})

test('case and letters still differ', async () => {
  const passwordHash = await hashPassword('Grüße aus Köln')
  for (const other of ['grüße aus köln', 'Grusse aus Koln', 'Grüße  aus Köln'])
    expect(await verifyPassword(passwordHash, other)).toBe(false)
})

test('a hash of what an earlier version got as it was typed stays valid', async () => {
  for (const typed of ['Gru\u0308\u00DFe aus Ko\u0308ln', 'ｐａｓｓｗｏｒｄ １２３', 'correct\u00A0horse battery']) {
    const earlier = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(await verifyPassword(earlier, typed)).toBe(true)
  }
})

test('without a hash nothing is right', async () => {
  expect(await verifyPassword(null, 'no account has this password')).toBe(false)
})
