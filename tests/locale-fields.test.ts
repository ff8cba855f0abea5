import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../src/kit/endpoint.ts'

/** Fields for a country or a language. */
const names = ['country', 'language', 'lang'] as const

const root = path.join(import.meta.dirname, '..')
const contracts = await Promise.all(
  globSync('src/features/*/contract.ts', { cwd: root }).map((file) => import(path.join(root, file)) as Promise<object>),
)
const endpoints = contracts
  .flatMap((contract) => Object.values(contract))
  .filter((value) => typeof value === 'object' && value !== null)
  .flatMap((value) => Object.values(value) as Endpoint[])
  .filter((value) => typeof value?.path === 'string' && value.input instanceof z.ZodType)

const takers = endpoints.flatMap((endpoint) =>
  names
    .filter(
      (name) =>
        name in ((z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as object),
    )
    .map((name) => [endpoint.path, name, endpoint] as const),
)

test('calls with a country or a language are found', () => {
  const found = takers.map(([where, name]) => `${where} ${name}`)
  for (const one of [
    '/reports/new country',
    '/search_listener/add language',
    '/extra/sv country',
    '/humanize language',
  ])
    expect(found).toContain(one)
  expect(found.length).toBeGreaterThan(10)
})

test.each(takers)('%s rejects a %s that doesn’t exist, with a message', (_path, name, endpoint) => {
  for (const value of name === 'country' ? ['ZZ', 'USA'] : ['xx', 'english', 'en-ZZ']) {
    const issues = endpoint.input.safeParse({ [name]: value }).error?.issues ?? []
    const messages = issues.filter((issue) => issue.path[0] === name).map(({ message }) => message)
    expect(messages).toEqual([
      expect.stringMatching(
        new RegExp(`^${name} "${value}" isn’t a ${name === 'country' ? 'country' : 'language'}\\.`),
      ),
    ])
  }
})
