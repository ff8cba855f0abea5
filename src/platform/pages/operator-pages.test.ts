import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOperatorPage } from './operator-pages.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-pages-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

test('a page of the operator is read when it is there and not empty', async () => {
  expect(await readOperatorPage(dataDir, 'terms')).toBe(null)
  await mkdir(path.join(dataDir, 'pages'))
  await writeFile(path.join(dataDir, 'pages', 'terms.md'), '\uFEFF# Our terms\n\nBe kind.\n')
  await writeFile(path.join(dataDir, 'pages', 'privacy.md'), ' \n')
  expect(await readOperatorPage(dataDir, 'terms')).toBe('# Our terms\n\nBe kind.')
  expect(await readOperatorPage(dataDir, 'privacy')).toBe(null)
  await writeFile(path.join(dataDir, 'pages', 'terms.md'), 'Changed')
  expect(await readOperatorPage(dataDir, 'terms')).toBe('Changed')
})

test('a page that can’t be read isn’t replaced silently', async () => {
  await rm(path.join(dataDir, 'pages'), { recursive: true, force: true })
  await mkdir(path.join(dataDir, 'pages', 'terms.md'), { recursive: true })
  await expect(readOperatorPage(dataDir, 'terms')).rejects.toThrow('EISDIR')
})
