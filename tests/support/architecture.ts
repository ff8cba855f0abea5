import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Which kind of file may import which. A file's path says its kind; types and imports that load later count like others. */

/** Files below `src` by path, with their text. Tests may import anything, so they aren't among them. */
export type Tree = ReadonlyMap<string, string>

export function readTree(root: string): Tree {
  const files = readdirSync(root, { recursive: true })
    .map((entry) => String(entry).replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|test-rows|labelled|node_modules/.test(file))
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

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

export function getKind(file: string): Kind {
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

export type Import = { from: string; to: string }

export function findImports(tree: Tree): Import[] {
  const written = /^(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...tree].flatMap(([from, text]) =>
    [...text.matchAll(written)].flatMap(([, specifier, loadedLater]) => {
      const to = resolve(from, (specifier ?? loadedLater)!)
      return to === null || to.includes('+types/') || !/\.tsx?$/.test(to) ? [] : [{ from, to }]
    }),
  )
}

export const getFeature = (file: string) => (file.startsWith('features/') ? file.split('/')[1]! : null)

/** Each cycle once, as "a → b → a". */
function findCycles(edges: Import[]): string[] {
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

/** Tables by the feature whose `store/tables.ts` declares them. */
export function getTableOwners(tree: Tree): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [file, text] of tree) {
    if (getKind(file) !== 'tables') continue
    const declared = /interface Tables \{(.*?)\n {2}\}/s.exec(text)?.[1] ?? ''
    for (const [, table] of declared.matchAll(/^ {4}(\w+):/gm)) owners.set(table!, getFeature(file)!)
  }
  return owners
}

/** What a feature imports of other features' screens. */
export const findScreenImports = (tree: Tree): Import[] =>
  findImports(tree).filter(
    ({ from, to }) => getKind(to) === 'screen' && getFeature(to) !== null && getFeature(from) !== getFeature(to),
  )

/** The files that a feature's `web/public-parts.ts` names. */
export function getPublicParts(tree: Tree, feature: string): string[] {
  const web = `features/${feature}/web/`
  const named = (tree.get(`${web}public-parts.ts`) ?? '').matchAll(/'([\w./-]+)'/g)
  return [...named].map(([, file]) => web + file!)
}

const writes =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)|\b(?:insert into|update|delete from|merge into|truncate)\s+(?:only\s+)?(\w+)/g

/** Where features write tables. */
export function findWrites(tree: Tree): { file: string; table: string; owner: string }[] {
  const owners = getTableOwners(tree)
  return [...tree].flatMap(([file, text]) =>
    [...text.matchAll(writes)].flatMap(([, builder, statement]) => {
      const table = (builder ?? statement)!
      const owner = owners.get(table)
      return owner === undefined ? [] : [{ file, table, owner }]
    }),
  )
}

const serverKinds: Kind[] = [
  'use case',
  'feature',
  'store',
  'tables',
  'platform',
  'provider',
  'routes',
  'jobs',
  'thread',
]
// Rules, contracts and screens are shared; what must not circle is who calls whom.
const sharedKinds: Kind[] = ['rules', 'contract', 'screen', 'tables']

/** What breaks a rule, by rule. */
export const rules: Record<string, (tree: Tree) => string[]> = {
  'each kind of file imports only the kinds it may': (tree) =>
    findImports(tree)
      .filter(({ from, to }) => !mayImport[getKind(from)].includes(getKind(to)))
      .map(({ from, to }) => `${from} (${getKind(from)}) → ${to} (${getKind(to)})`),

  'the browser imports nothing of the server': (tree) =>
    findImports(tree)
      .filter(({ from, to }) => ['ui', 'web', 'screen'].includes(getKind(from)) && serverKinds.includes(getKind(to)))
      .map(({ from, to }) => `${from} → ${to}`),

  'only a feature itself imports its store': (tree) =>
    findImports(tree)
      .filter(({ from, to }) => getKind(to) === 'store' && getFeature(from) !== getFeature(to))
      .map(({ from, to }) => `${from} → ${to}`),

  'screens of other features come from what a feature names as public': (tree) =>
    findScreenImports(tree)
      .filter(({ to }) => !getPublicParts(tree, getFeature(to)!).includes(to))
      .map(({ from, to }) => `${from} → ${to}`),

  'features have no import cycles': (tree) =>
    findCycles(
      findImports(tree).flatMap(({ from, to }) => {
        const [a, b] = [getFeature(from), getFeature(to)]
        return a && b && a !== b && !sharedKinds.includes(getKind(to)) ? [{ from: a, to: b }] : []
      }),
    ),

  'files have no import cycles': (tree) => findCycles(findImports(tree)),

  'files are named for what they hold': (tree) =>
    [...tree.keys()].filter((file) => /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/.test(file)),

  'only config.ts reads the environment': (tree) =>
    [...tree]
      .filter(([file, text]) => /process\.env/.test(text) && !['config.ts', 'main.ts'].includes(file))
      .map(([file]) => file),

  'only the feature that declares a table writes it': (tree) =>
    findWrites(tree)
      .filter(({ file, owner }) => owner !== getFeature(file))
      .map(({ file, table, owner }) => `${file} writes ${table} of ${owner}`),
}
