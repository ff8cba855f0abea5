import { expect, test } from 'vitest'
import { email } from '../fields.ts'

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['info@müller-agentur.example', 'info@müller-agentur.example'],
  ['info@MÜLLER-Agentur.example', 'info@müller-agentur.example'],
  // Letter and umlaut as two characters.
  ['info@mu\u0308ller-agentur.example', 'info@müller-agentur.example'],
  ['info@xn--mller-agentur-wob.example', 'info@müller-agentur.example'],
  ['kot@ПРИМЕР.рф', 'kot@пример.рф'],
  ['a@例え.テスト', 'a@例え.テスト'],
  ['a@भारत.भारत', 'a@भारत.भारत'],
])('%s is %s', (typed, stored) => expect(email.parse(typed)).toBe(stored))

test.each([
  'ada',
  '@example.com',
  'a@b',
  'a b@example.com',
  'a@exa mple.com',
  'a..b@example.com',
  'a@-.com',
  'a@ü/b.com',
])('%s isn’t an email', (typed) => expect(email.safeParse(typed).success).toBe(false))
