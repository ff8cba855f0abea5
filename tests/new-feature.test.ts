import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getTableOwners, readTree, rules } from './support/architecture.ts'
import { addFeatureLike, renameFeature } from './support/new-feature.ts'

/** ARCHITECTURE.md shows with a feature of ours how to add another. One made like it must keep every rule. */

const root = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
const tree = readTree(path.join(root, 'src'))
const example = 'data feed'
const folder = 'features/data-feeds/'
const next = addFeatureLike(tree, example, 'pinned table')

const files = globSync('{src,tests,bench,scripts,docs,migrations,deploy,packages}/**/*', { cwd: root })
  .concat(readdirSync(root))
  .map((file) => `/${file.replaceAll('\\', '/')}`)
/** Paths of files between backticks, without those that stand for many: `*-store.ts`. */
const findPaths = (text: string) => [...text.matchAll(/`([\w./-]+\.(?:tsx?|json|md|js))`/g)].map(([, file]) => file!)
const section = (from: string, to: string) => page.slice(page.indexOf(from), page.indexOf(to, page.indexOf(from)))

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('the files that %s names exist', (document) => {
  const named = findPaths(readFileSync(path.join(root, document), 'utf8'))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})

test('the page lists every feature and provider, and none that is gone', () => {
  const listed = (from: string, to: string) =>
    section(from, to)
      .split('\n')
      .slice(1)
      .flatMap((line) => /^ {4}((?:[a-z-]+\/ +)+)/.exec(line)?.[1]?.trim().split(/ +/) ?? [])
      .map((name) => name.slice(0, -1))
      .sort()
  const folders = (of: string) =>
    readdirSync(path.join(root, 'src', of), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  expect(listed('  features/', '\n\n')).toEqual(folders('features'))
  expect(listed('  providers/', '\n\n')).toEqual(folders('providers'))
})

test('the page shows the example’s own files and code', () => {
  const [list, code] = [...section('### Adding one', 'To add a feature').matchAll(/```(?:ts)?\n([\s\S]*?)```/g)].map(
    ([, block]) => block!,
  )
  const shown = [...list!.matchAll(/^ {2}(\S+\.tsx?)/gm)].map(([, file]) => folder + file!)
  expect(shown.sort()).toEqual([...tree.keys()].filter((file) => file.startsWith(folder)).sort())
  expect(tree.get(`${folder}feature.ts`)).toContain(code)
})

test('the example is at each place to which the steps add a feature', () => {
  const places = findPaths(section('To add a feature like it', '`tests/new-feature.test.ts`')).filter((file) =>
    /^(?:src|tests)\//.test(file),
  )
  expect(places.length).toBeGreaterThan(4)
  const names = (file: string) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return renameFeature(text, example, 'pinned table') !== text
  }
  // A screen is in one of two menus.
  const menus = places.filter((file) => /(?:sidebar|settings-layout)\.tsx$/.test(file))
  expect(menus.filter(names)).toHaveLength(1)
  expect(places.filter((file) => !menus.includes(file) && !names(file))).toEqual([])
})

test('a feature made like the example keeps every rule', () => {
  const made = [...next.keys()].filter((file) => file.startsWith('features/pinned-tables/'))
  expect(made).toHaveLength([...tree.keys()].filter((file) => file.startsWith(folder)).length)
  expect(next.get('features.ts')).toContain('createPinnedTablesFeature(core, {')
  expect(next.get('routes.ts')).toContain('features/pinned-tables/web/feeds/feeds-page.tsx')
  expect(getTableOwners(next).get('pinned_tables')).toBe('pinned-tables')
  for (const [rule, find] of Object.entries(rules)) expect(find(next), rule).toEqual([])
})

test.each([
  ['each kind of file imports only the kinds it may', 'contract.ts', `import './service.ts'`],
  ['each kind of file imports only the kinds it may', 'routes.ts', `import { findFeeds } from './store/store.ts'`],
  ['the browser imports nothing of the server', 'web/feeds/feed-row.tsx', `import type { A } from '../../service.ts'`],
  ['only a feature itself imports its store', 'service.ts', `import '#features/audit/store/store.ts'`],
  [
    'screens of other features come from what a feature names as public',
    'web/feeds/feed-row.tsx',
    `import '#features/reports/web/report/report-header.tsx'`,
  ],
  ['features have no import cycles', 'service.ts', `import '#features/data-feeds/feature.ts'`],
  ['files have no import cycles', 'feed-tokens.ts', `const load = () => import('./service.ts')`],
  ['files are named for what they hold', 'utils.ts', ''],
  ['only config.ts reads the environment', 'service.ts', 'process.env.HOME'],
  ['only the feature that declares a table writes it', 'store/store.ts', `tx.insertInto('data_feeds')`],
])('%s: a feature that doesn’t is found', (rule, file, line) => {
  const name = `features/pinned-tables/${file}`
  const wrong = new Map(next).set(name, `${line}\n${next.get(name) ?? ''}`)
  if (rule === 'features have no import cycles')
    wrong.set('features/data-feeds/service.ts', `import '#features/pinned-tables/feature.ts'`)
  expect(rules[rule]!(wrong).join('\n')).toContain('pinned-tables')
})

test('the page’s links lead to files', () => {
  const links = [...page.matchAll(/\]\(([\w./-]+)\)/g)].map(([, target]) => target!)
  expect(links.filter((target) => !existsSync(path.join(root, target)))).toEqual([])
})
