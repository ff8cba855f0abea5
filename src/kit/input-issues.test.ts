import { expect, test } from 'vitest'
import { z } from 'zod'
import type { AppError } from './errors.ts'
import { text } from './fields.ts'
import { checkInput } from './input-issues.ts'

const schema = z.object({ name: text('name', 5), items: z.array(z.object({ text: text('text', 5) })).min(1) })

function getError(raw: unknown) {
  try {
    checkInput(schema, raw)
  } catch (error) {
    return (error as AppError).toBody()
  }
}

test('a valid input is returned as its schema reads it', () => {
  expect(checkInput(schema, { name: ' tea ', items: [{ text: 'tea' }] })).toEqual({
    name: 'tea',
    items: [{ text: 'tea' }],
  })
})

test('an error names its field and reason', () => {
  expect(getError({ items: [] })).toMatchObject({ code: 'invalid_input', field: 'name', reason: 'missing' })
  expect(getError({ name: 'tea', items: [] })).toMatchObject({ field: 'items', reason: 'missing' })
  expect(getError({ name: 'coffee', items: [{ text: 'tea' }] })).toMatchObject({
    field: 'name',
    reason: 'too_long',
    params: { max: 5 },
  })
})

test('an error about one of many items tells which by its start', () => {
  expect(getError({ name: 'tea', items: [{ text: 'tea' }, { text: 'coffee' }] })).toMatchObject({
    field: 'items.1.text',
    reason: 'too_long',
    params: { max: 5, start: 'coffee' },
  })
})
