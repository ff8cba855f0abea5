import { expect, test } from 'vitest'
import { z } from 'zod'
import { foldHeader } from './import-columns.ts'
import headers from './import-headers.json' with { type: 'json' }

const header = z
  .string()
  .refine((text) => text === text.trim() && foldHeader(text) !== '', 'has letters and no white space around')
const list = z
  .array(header)
  .min(1)
  .refine((items) => new Set(items).size === items.length, 'has no duplicates')
const schema = z.strictObject({ fields: z.record(z.string().regex(/^[a-z_]+$/), list), otherTables: list })

test('each field has its headers once', () => {
  expect(schema.safeParse(headers).error?.issues).toBeUndefined()
})

test('a header belongs to one field', () => {
  const fields = new Map<string, string>()
  const shared: string[] = []
  for (const [field, names] of Object.entries(headers.fields))
    for (const name of new Set(names.map(foldHeader))) {
      if (fields.has(name)) shared.push(`${name}: ${fields.get(name)}, ${field}`)
      fields.set(name, field)
    }
  expect(shared).toEqual([])
})

test.each([
  ['an empty header', { otherTables: [' '] }],
  ['white space around a header', { otherTables: ['Page '] }],
  ['a header twice', { otherTables: ['Page', 'Page'] }],
  ['a field without headers', { fields: { text: [] } }],
])('%s is found', (_fault, change) => {
  expect(schema.safeParse({ ...headers, ...change }).success).toBe(false)
})
