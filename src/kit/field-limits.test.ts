import { expect, test } from 'vitest'
import { z } from 'zod'
import { authContract } from '#features/auth/contract.ts'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { getFieldLimits } from './field-limits.ts'
import { email, line, text } from './fields.ts'

test('required and limits come from the schema of a call, also inside optional objects', () => {
  const { input } = authContract.update
  expect(getFieldLimits(input, 'personal.first_name')).toEqual({ required: true, maxLength: 80 })
  expect(getFieldLimits(input, 'personal.last_name')).toEqual({ required: false, maxLength: 80 })
  expect(getFieldLimits(input, 'email')).toEqual({ required: true, maxLength: 254 })
  expect(getFieldLimits(input, 'password.next')).toMatchObject({ required: true, minLength: 10 })
  expect(getFieldLimits(workspacesContract.add.input, 'name')).toEqual({ required: true, maxLength: 80 })
})

test('limits behind a transform, a default and null count', () => {
  const schema = z.object({ a: line('a', 60), b: text('b', 20, 0).default(''), c: text('c', 30).nullable(), d: email })
  expect(getFieldLimits(schema, 'a')).toEqual({ required: false, maxLength: 60 })
  expect(getFieldLimits(schema, 'b')).toEqual({ required: false, maxLength: 20 })
  expect(getFieldLimits(schema, 'c')).toEqual({ required: true, maxLength: 30 })
})

test('numbers have bounds and may be left out; lists are required where they may not be empty', () => {
  const schema = z.object({
    words: z.number().int().min(20).max(10_000).optional(),
    cost: z.number(),
    names: z.array(z.string()),
    samples: z.array(z.string()).min(1),
  })
  expect(getFieldLimits(schema, 'words')).toEqual({ required: false, min: 20, max: 10_000 })
  expect(getFieldLimits(schema, 'cost')).toMatchObject({ required: true })
  expect(getFieldLimits(schema, 'names')).toEqual({ required: false })
  expect(getFieldLimits(schema, 'samples')).toEqual({ required: true })
})

test('a field the call doesn’t have is an error', () => {
  expect(() => getFieldLimits(authContract.update.input, 'personal.middle_name')).toThrow(
    'no field personal.middle_name',
  )
})
