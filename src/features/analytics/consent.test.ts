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

describe('the cookie', () => {
  test('says what was answered, and comes back as it went', () => {
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
  ])('%j answers nothing', (value) => expect(readConsent(value)).toEqual({}))

  test('travels in the clear only where the site does', () => {
    expect(consentCookieFor({}, true)).toContain('; Secure')
    expect(consentCookieFor({}, false)).not.toContain('Secure')
  })
})

describe('what may run', () => {
  test.each([
    ['nothing before an answer', { given: {}, refused: false }, [], true],
    ['what was said yes to', { given: { measurement: true, chat: false }, refused: false }, ['measurement'], false],
    [
      'nothing that is not set up',
      { given: { advertising: true, measurement: false, chat: false }, refused: false },
      [],
      false,
    ],
    [
      'a category that came later is asked about',
      { given: { measurement: true }, refused: false },
      ['measurement'],
      true,
    ],
    [
      'nothing that the browser refuses, whatever was said',
      { given: { measurement: true, chat: true }, refused: true },
      [],
      false,
    ],
    ['a refusal is not asked about', { given: {}, refused: true }, [], false],
  ] as const)('%s', (_name, { given, refused }, allowed, open) => {
    expect(allowedCategories({ available: asked, given, refused })).toEqual(allowed)
    expect(isOpenQuestion({ available: asked, given, refused })).toBe(open)
  })

  test('with nothing set up there is no question', () => {
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
  ])('%j is a refusal: %j', (signals, refused) => expect(refusesTracking(signals)).toBe(refused))
})

test('a form answers every category that is asked, and no other', () => {
  expect(chosenConsent(asked, { choice: 'all', chosen: [] })).toEqual({ measurement: true, chat: true })
  expect(chosenConsent(asked, { choice: 'none', chosen: ['chat'] })).toEqual({ measurement: false, chat: false })
  expect(chosenConsent(asked, { choice: 'some', chosen: ['chat', 'advertising'] })).toEqual({
    measurement: false,
    chat: true,
  })
  expect(chosenConsent(asked, { choice: null, chosen: ['chat'] })).toEqual({ measurement: false, chat: false })
})
