import { describe, expect, test } from 'vitest'
import {
  allowedCategories,
  type Category,
  chosenConsent,
  consentCookieFor,
  getConsent,
  isOpenQuestion,
  readConsent,
  refusesTracking,
  writeConsent,
} from './consent.ts'

const asked: Category[] = ['measurement', 'chat']

describe('consent cookie', () => {
  test('stores each answer and reads it back', () => {
    const consent = { measurement: true, chat: false }
    expect(writeConsent(consent)).toBe('1.measurement:yes.chat:no')
    expect(readConsent(writeConsent(consent))).toEqual(consent)
    expect(getConsent(`a=b; ${consentCookieFor(consent, false).split(';')[0]}; c=d`)).toEqual(consent)
  })

  test.each([
    null,
    '',
    '0.measurement:yes',
    '2.measurement:yes',
    'measurement:yes',
    '1.other:yes.chat:maybe',
    '1.__proto__:yes',
  ])('%j contains no answers', (value) => expect(readConsent(value)).toEqual({}))

  test('is Secure if the site uses HTTPS', () => {
    expect(consentCookieFor({}, true)).toContain('; Secure')
    expect(consentCookieFor({}, false)).not.toContain('Secure')
  })
})

describe('allowed categories', () => {
  test.each([
    ['none before an answer', { given: {}, refused: false }, [], true],
    ['those that were accepted', { given: { measurement: true, chat: false }, refused: false }, ['measurement'], false],
    [
      'none that aren’t configured',
      { given: { advertising: true, measurement: false, chat: false }, refused: false },
      [],
      false,
    ],
    [
      'a category that was added later needs an answer',
      { given: { measurement: true }, refused: false },
      ['measurement'],
      true,
    ],
    [
      'none if the browser sends an opt-out signal, whatever the answers',
      { given: { measurement: true, chat: true }, refused: true },
      [],
      false,
    ],
    ['an opt-out signal counts as an answer', { given: {}, refused: true }, [], false],
  ] as const)('%s', (_name, { given, refused }, allowed, open) => {
    expect(allowedCategories({ available: asked, given, refused })).toEqual(allowed)
    expect(isOpenQuestion({ available: asked, given, refused })).toBe(open)
  })

  test('no question is shown when no tracker is configured', () => {
    expect(isOpenQuestion({ available: [], given: {}, refused: false })).toBe(false)
  })

  test.each([
    [{ gpc: '1', dnt: null }, true],
    [{ gpc: true, dnt: undefined }, true],
    [{ gpc: null, dnt: '1' }, true],
    [{ gpc: undefined, dnt: 'yes' }, true],
    [{ gpc: '0', dnt: '0' }, false],
    [{ gpc: false, dnt: 'unspecified' }, false],
    [{ gpc: undefined, dnt: null }, false],
  ])('%j is an opt-out signal: %j', (signals, refused) => expect(refusesTracking(signals)).toBe(refused))
})

test('a form answers all available categories and no others', () => {
  expect(chosenConsent(asked, { choice: 'all', chosen: [] })).toEqual({ measurement: true, chat: true })
  expect(chosenConsent(asked, { choice: 'none', chosen: ['chat'] })).toEqual({ measurement: false, chat: false })
  expect(chosenConsent(asked, { choice: 'some', chosen: ['chat', 'advertising'] })).toEqual({
    measurement: false,
    chat: true,
  })
  expect(chosenConsent(asked, { choice: null, chosen: ['chat'] })).toEqual({ measurement: false, chat: false })
})
