import { expect, test } from 'vitest'
import { country, language } from '#kit/fields.ts'
import { countries, languages } from './locales.ts'

test('every country and language offered on screens is accepted by the API', () => {
  for (const { value } of countries) expect(country.safeParse(value).success, value).toBe(true)
  for (const { value } of languages) expect(language.safeParse(value).success, value).toBe(true)
})
