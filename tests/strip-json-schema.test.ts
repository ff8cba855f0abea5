import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutJsonSchema } from '../scripts/strip-json-schema.ts'

const read = (file: string) => readFileSync(new URL(`../node_modules/zod/v4/core/${file}`, import.meta.url), 'utf8')
const getExports = (code: string) =>
  parseSync('zod.js', code).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name),
  )

test.each(['json-schema-processors.js', 'to-json-schema.js'])(
  '%s keeps the names it exports, without most of its code',
  (file) => {
    const stripped = withoutJsonSchema(read(file))
    expect(getExports(read(file)).length).toBeGreaterThan(5)
    expect(getExports(stripped)).toEqual(getExports(read(file)))
    expect(stripped.length).toBeLessThan(read(file).length / 2)
  },
)

test('the code that reads a schema’s limits stays', () => {
  const limits = /export function aggregateChecks[\s\S]*?\n}\n/
  const file = read('json-schema-processors.js')
  expect(withoutJsonSchema(file).match(limits)?.[0]).toBe(file.match(limits)![0])
})
