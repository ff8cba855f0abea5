import path from 'node:path'
import { expect, test } from 'vitest'
import {
  findImports,
  findScreenImports,
  findWrites,
  getFeature,
  getPublicParts,
  getTableOwners,
  readTree,
  rules,
} from './support/architecture.ts'

const tree = readTree(path.resolve(import.meta.dirname, '..', 'src'))

test.each(Object.entries(rules))('%s', (_rule, find) => {
  expect(find(tree)).toEqual([])
})

test('the rules see the imports, tables and writes of the whole tree', () => {
  expect(findImports(tree).length).toBeGreaterThan(2000)
  expect(getTableOwners(tree).size).toBeGreaterThan(70)
  expect(findWrites(tree).length).toBeGreaterThan(150)
})

test('other features import what a feature names as public', () => {
  const imported = new Set(findScreenImports(tree).map(({ to }) => to))
  const named = new Set([...imported].flatMap((file) => getPublicParts(tree, getFeature(file)!)))
  expect([...named].filter((file) => !imported.has(file))).toEqual([])
})
