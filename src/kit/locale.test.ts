import { expect, test } from 'vitest'
import { country, language } from './fields.ts'
import { languageField } from './locale.ts'

const getMessage = (schema: typeof country | typeof language, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

test.each(['US', 'us', 'XK', 'de'])('%s is a valid country', (code) => {
  expect(country.parse(code)).toBe(code.toUpperCase())
})

test.each(['ZZ', 'XX', 'EU', 'U', 'USA', '', '12', ' US'])(
  '“%s” isn’t a country, and the message names the field',
  (code) => {
    expect(getMessage(country, code)).toEqual([
      `country ${JSON.stringify(code)} isn’t a country. Use a two-letter ISO 3166-1 code such as "US".`,
    ])
  },
)

test.each(['en', 'pt-BR', 'zh-Hant-TW', 'es-419', 'no', 'iw', 'yue', 'fil', 'sr-Latn'])(
  '%s is a valid language',
  (tag) => {
    expect(language.parse(tag)).toBe(tag)
  },
)

test.each(['xx', 'zz', 'xyz', 'und', 'en-ZZ', 'e', '', 'english', 'en_US', 'x-made-up', `en-${'a'.repeat(40)}`])(
  '“%s” isn’t a language, and the message names the field',
  (tag) => {
    expect(getMessage(language, tag)).toEqual([expect.stringMatching(/^language ".*" isn’t a language\. Use a tag/)])
    expect(getMessage(languageField('lang'), tag)).toEqual([expect.stringMatching(/^lang ".*" isn’t a language\./)])
  },
)
