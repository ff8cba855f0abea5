import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Which kind of file may import which. A file's path says its kind; types count like values.
 * Tests may import anything.
 */

const root = path.resolve(import.meta.dirname, '..', 'src')

type Kind =
  | 'entry'
  | 'config'
  | 'kit'
  | 'platform'
  | 'port'
  | 'provider'
  | 'ui'
  | 'web'
  | 'contract'
  | 'tables'
  | 'store'
  | 'use case'
  | 'feature'
  | 'routes'
  | 'jobs'
  | 'thread'
  | 'rules'
  | 'screen'

const mayImport: Record<Kind, Kind[]> = {
  entry: [
    'entry',
    'config',
    'kit',
    'platform',
    'port',
    'provider',
    'feature',
    'use case',
    'routes',
    'rules',
    'web',
    'ui',
  ],
  config: [],
  kit: ['kit'],
  platform: ['platform', 'kit', 'config'],
  port: ['port'],
  provider: ['provider', 'port', 'platform', 'kit', 'config'],
  ui: ['ui'],
  web: ['web', 'ui', 'kit', 'contract', 'rules'],
  contract: ['contract', 'kit', 'port'],
  tables: ['tables', 'contract', 'rules', 'kit', 'platform'],
  store: ['store', 'tables', 'contract', 'rules', 'kit', 'platform', 'port'],
  'use case': ['use case', 'store', 'tables', 'contract', 'rules', 'jobs', 'thread', 'kit', 'platform', 'port'],
  feature: [
    'feature',
    'use case',
    'routes',
    'jobs',
    'rules',
    'contract',
    'provider',
    'port',
    'platform',
    'kit',
    'config',
  ],
  routes: ['contract', 'use case', 'rules', 'kit', 'platform'],
  jobs: ['use case', 'contract', 'rules', 'kit', 'platform'],
  thread: ['use case', 'rules', 'contract', 'kit'],
  rules: ['rules', 'contract', 'kit', 'port'],
  screen: ['screen', 'web', 'ui', 'contract', 'rules', 'kit', 'port'],
}

function getKind(file: string): Kind {
  const [top, feature, ...rest] = file.split('/')
  if (feature === undefined) return top === 'config.ts' ? 'config' : 'entry'
  if (top === 'kit' || top === 'platform' || top === 'ui') return top
  // The landing page shows what the features' screens draw.
  if (top === 'web') return feature === 'landing' ? 'screen' : 'web'
  if (top === 'providers') return file.endsWith('/port.ts') ? 'port' : 'provider'
  const name = rest.at(-1)!
  if (rest[0] === 'web') return 'screen'
  if (rest[0] === 'rules') return 'rules'
  if (rest[0] === 'store') return name === 'tables.ts' ? 'tables' : 'store'
  if (/-thread\.ts$/.test(name)) return 'thread'
  if (/^contract-[a-z-]+\.ts$/.test(name)) return 'contract'
  const known = /^(contract|feature|routes|jobs)\.ts$/.exec(name)?.[1]
  return (known as Kind | undefined) ?? 'use case'
}

const aliases: Record<string, string> = {
  '#config': 'config.ts',
  '#kit/': 'kit/',
  '#platform/': 'platform/',
  '#providers/': 'providers/',
  '#ui/': 'ui/',
  '#web/': 'web/',
  '#features/': 'features/',
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const alias = Object.keys(aliases).find((name) => specifier.startsWith(name))
  return alias ? specifier.replace(alias, aliases[alias]!) : null
}

const files = readdirSync(root, { recursive: true })
  .map((entry) => String(entry).replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|test-rows|labelled|node_modules/.test(file))

type Import = { from: string; to: string; typeOnly: boolean }
const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(path.join(root, from), 'utf8')
  return [...text.matchAll(/^(import|export)\s+(type\s+)?([^'";]*?\sfrom\s+)?'([^']+)'/gm)].flatMap(
    ([, , type, names, specifier]) => {
      const to = resolve(from, specifier!)
      const values = names
        ?.match(/\{([^}]*)\}/)?.[1]
        ?.split(',')
        .filter((name) => name.trim() !== '')
      const typeOnly =
        type !== undefined ||
        (values !== undefined && !/^\s*\w+\s*,/.test(names!) && values.every((name) => /^\s*type\s/.test(name)))
      return to === null || to.includes('+types/') || !/\.tsx?$/.test(to) ? [] : [{ from, to, typeOnly }]
    },
  )
})

const getFeature = (file: string) => (file.startsWith('features/') ? file.split('/')[1]! : null)

/** Each cycle once, as "a → b → a". */
function findCycles(edges: { from: string; to: string }[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const cycles = new Set<string>()
  const done = new Set<string>()
  const visit = (node: string, trail: string[]) => {
    const start = trail.indexOf(node)
    if (start >= 0) return void cycles.add([...trail.slice(start), node].join(' → '))
    if (done.has(node)) return
    for (const to of next.get(node) ?? []) visit(to, [...trail, node])
    done.add(node)
  }
  for (const node of next.keys()) visit(node, [])
  return [...cycles]
}

test('each kind of file imports only the kinds it may', () => {
  expect(imports.length).toBeGreaterThan(2000)
  const wrong = imports.filter(({ from, to }) => !mayImport[getKind(from)].includes(getKind(to)))
  expect(wrong.map(({ from, to }) => `${from} (${getKind(from)}) → ${to} (${getKind(to)})`)).toEqual([])
})

test('the browser imports nothing of the server', () => {
  const server: Kind[] = ['use case', 'feature', 'store', 'tables', 'platform', 'provider', 'routes', 'jobs', 'thread']
  const wrong = imports.filter(
    ({ from, to }) => ['ui', 'web', 'screen'].includes(getKind(from)) && server.includes(getKind(to)),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('only a feature itself imports its store', () => {
  const wrong = imports.filter(({ from, to }) => getKind(to) === 'store' && getFeature(from) !== getFeature(to))
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('features have no import cycles', () => {
  // Rules, contracts and screens are shared; what must not circle is who calls whom.
  const shared: Kind[] = ['rules', 'contract', 'screen', 'tables']
  const edges = imports.flatMap(({ from, to }) => {
    const [a, b] = [getFeature(from), getFeature(to)]
    return a && b && a !== b && !shared.includes(getKind(to)) ? [{ from: a, to: b }] : []
  })
  expect(findCycles(edges)).toEqual([])
})

test('files have no import cycles', () => {
  expect(findCycles(imports)).toEqual([])
})

test('files are named for what they hold', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/.test(file))).toEqual([])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(readers.filter((file) => !['config.ts', 'main.ts'].includes(file))).toEqual([])
})

/** Tables by the feature whose `store/tables.ts` declares them. */
function getTableOwners(): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of files.filter((file) => getKind(file) === 'tables')) {
    const declared = /interface Tables \{(.*?)\n {2}\}/s.exec(readFileSync(path.join(root, file), 'utf8'))?.[1] ?? ''
    for (const [, table] of declared.matchAll(/^ {4}(\w+):/gm)) owners.set(table!, getFeature(file)!)
  }
  return owners
}

test('only the feature that declares a table writes it', () => {
  const owners = getTableOwners()
  expect(owners.size).toBeGreaterThan(70)
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)|\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?(\w+)/g
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(writes)].map(([, builder, text]) => ({
      file,
      table: builder ?? text!,
    })),
  )
  expect(found.filter(({ table }) => owners.has(table)).length).toBeGreaterThan(150)
  const wrong = found.filter(({ file, table }) => owners.has(table) && owners.get(table) !== getFeature(file))
  expect(wrong.map(({ file, table }) => `${file} writes ${table} of ${owners.get(table)}`)).toEqual([])
})
