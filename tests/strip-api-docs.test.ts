import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { withoutApiDocs } from '../scripts/strip-api-docs.ts'

const contracts = [...globSync('src/features/*/contract*.ts'), 'src/kit/fields.ts', 'src/kit/locale.ts']

test('descriptions are left out of every contract, which stays valid', () => {
  expect(contracts.length).toBeGreaterThan(20)
  for (const file of contracts) {
    const stripped = withoutApiDocs(readFileSync(file, 'utf8'))
    expect(stripped, file).not.toMatch(/\.(describe|meta)\(|^\s+(summary|rate|output): ['"`z]/m)
    expect(parseSync(file, stripped, { lang: 'ts' }).errors, file).toEqual([])
  }
})

test('request schemas stay unchanged, and response schemas are removed', () => {
  const contract = `const found = z.object({ n: z.number().describe('Number.') }).describe('Found.')
const limit = (max: number) => z.number().max(max)
const shared = { access: access.public, rate: 'Two.' } as const
export const c = group({ name: 'Reports' }, {
  find: endpoint({ ...shared, path: '/find', summary: 'Find.', input: z.object({ q: text('q', 9).describe('Text.') }), output: z.object({ found: found.describe('It.') }), files: ['a'] }),
})`
  expect(withoutApiDocs(contract).replaceAll('/* @__PURE__ */ ', '').replace(/\s+/g, ' ')).toBe(
    `const found = z.object({ n: z.number() }) const limit = (max: number) => z.number().max(max) const shared = { access: access.public, } as const export const c = { find: endpoint({ ...shared, path: '/find', input: z.object({ q: text('q', 9) }), }), }`,
  )
  expect(withoutApiDocs(contract)).toContain(
    'const found = /* @__PURE__ */ z.object({ n: /* @__PURE__ */ z.number() })',
  )
  expect(withoutApiDocs(contract)).toContain('=> z.number().max(max)')
})
