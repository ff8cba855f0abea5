import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * Who may import whom, as data. A file's kind follows from its place and name; each kind lists the kinds it may import.
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
  | 'service'
  | 'routes'
  | 'jobs'
  | 'thread'
  | 'noun'
  | 'screen'

const mayImport: Record<Kind, Kind[]> = {
  entry: [
    'entry',
    'config',
    'kit',
    'platform',
    'port',
    'provider',
    'service',
    'routes',
    'jobs',
    'store',
    'contract',
    'noun',
    'web',
    'ui',
  ],
  config: [],
  kit: ['kit'],
  platform: ['platform', 'kit', 'config'],
  port: ['port'],
  provider: ['provider', 'port', 'platform', 'kit', 'config'],
  ui: ['ui'],
  web: ['web', 'ui', 'kit', 'contract', 'noun'],
  contract: ['contract', 'kit', 'port'],
  tables: ['tables', 'contract', 'noun', 'kit', 'platform'],
  store: ['store', 'tables', 'contract', 'noun', 'kit', 'platform', 'port'],
  service: ['service', 'store', 'tables', 'contract', 'noun', 'jobs', 'kit', 'platform', 'port'],
  routes: ['contract', 'service', 'noun', 'kit', 'platform'],
  jobs: ['service', 'contract', 'noun', 'kit', 'platform'],
  thread: ['noun', 'contract', 'kit'],
  noun: ['noun', 'contract', 'kit', 'port'],
  screen: ['screen', 'web', 'ui', 'contract', 'noun', 'kit', 'port'],
}

/** Use-cases and steps of use-cases that stand in files of their own: they are `service` by what they may do. */
const services = new Set([
  'ai-content/account-export.ts',
  'ai-content/check-document.ts',
  'ai-content/export.ts',
  'ai-content/start-generation.ts',
  'ai-content/workspace-model.ts',
  'ai-content/edit-passage.ts',
  'ai-content/generation-sources.ts',
  'ai-content/brand-voices.ts',
  'ai-content/generate-document.ts',
  'analytics/event-inbox.ts',
  'api-keys/export.ts',
  'audit/export.ts',
  'cms/export.ts',
  'cms/read-posts.ts',
  'domains/export.ts',
  'domains/custom-domain-hosts.ts',
  'humanizer/export.ts',
  'images/export.ts',
  'images/image-renderer.ts',
  'keywords/export.ts',
  'listeners/commit-runs.ts',
  'listeners/recount-listeners.ts',
  'listeners/export.ts',
  'listeners/perform-run.ts',
  'listeners/scheduler.ts',
  'mcp/report-progress.ts',
  'mcp/resources.ts',
  'mcp/tool-schemas.ts',
  'notifications/webhook-deliveries.ts',
  'notifications/digests.ts',
  'notifications/notification-worker.ts',
  'keywords/list-export.ts',
  'keywords/lists.ts',
  'payments/billing.ts',
  'portability/export.ts',
  'portability/export-workspace.ts',
  'portability/import-workspace.ts',
  'payments/export.ts',
  'payments/fulfill-order.ts',
  'payments/payment-links.ts',
  'payments/payment-reminders.ts',
  'payments/sync-payments.ts',
  'plans/export.ts',
  'plans/purchased-codes.ts',
  'reports/account-export.ts',
  'research/export.ts',
  'sharing/export.ts',
  'user-documents/export.ts',
  'workspaces/export.ts',
  'reports/collect-sources.ts',
  'reports/collect-queued.ts',
  'reports/spending.ts',
  'reports/read-pages.ts',
  'reports/row-pages.ts',
  'reports/enrich-rows.ts',
  'reports/pipeline.ts',
  'reports/report-events.ts',
  'reports/report-follower.ts',
  'reports/demo-report.ts',
  'reports/export.ts',
  'reports/choose-sources.ts',
  'reports/page-fetch.ts',
  'reports/page-reader.ts',
  'reports/robots-txt.ts',
  'auth/account-settings.ts',
  'auth/email-change.ts',
  'auth/email-proof.ts',
  'auth/account-export.ts',
  'auth/google.ts',
  'auth/email-sign-in.ts',
  'auth/passwords.ts',
  'auth/sessions.ts',
  'auth/two-factor.ts',
  'teams/ownership.ts',
  'listeners/listener-quota.ts',
  'admin/health-checks.ts',
  'status/run-checks.ts',
  'status/maintenance.ts',
  'status/outcome-counter.ts',
  'status/sample-status.ts',
])

function getKind(file: string): Kind {
  const [top, slice, ...rest] = file.split('/')
  if (rest.length === 0 && slice === undefined) return top === 'config.ts' ? 'config' : 'entry'
  // The start page shows what the slices draw.
  if (/^web\/landing\//.test(file)) return 'screen'
  if (top === 'kit' || top === 'platform' || top === 'ui' || top === 'web') return top
  if (top === 'providers') return file.endsWith('/port.ts') ? 'port' : 'provider'
  const name = rest.at(-1)!
  if (rest[0] === 'web') return 'screen'
  if (services.has([slice, ...rest].join('/'))) return 'service'
  if (/(^|-)store\.ts$/.test(name)) return 'store'
  if (/-thread\.ts$/.test(name)) return 'thread'
  const known = /^(contract|tables|service|routes|jobs)\.ts$/.exec(name)?.[1]
  return (known as Kind | undefined) ?? 'noun'
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
  return [...text.matchAll(/^(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)].flatMap(
    ([, , type, specifier]) => {
      const to = resolve(from, specifier!)
      return to === null || to.includes('+types/') || /\?url$|\.css$/.test(to)
        ? []
        : [{ from, to, typeOnly: type !== undefined }]
    },
  )
})

test('every import goes where the table lets it', () => {
  expect(imports.length).toBeGreaterThan(200)
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    const [source, target] = [getKind(from), getKind(to)]
    // A type is no dependency at run time: a job may name the service it is given, a screen a row it is shown.
    if (
      typeOnly &&
      (source === 'jobs' || source === 'noun' || source === 'thread') &&
      ['service', 'store', 'tables', 'platform'].includes(target)
    )
      return false
    // A use-case names the shape of what it sends to a thread of its own.
    if (typeOnly && source === 'service' && target === 'thread') return false
    return !mayImport[source].includes(target)
  })
  expect(wrong.map(({ from, to }) => `${from} (${getKind(from)}) → ${to} (${getKind(to)})`)).toEqual([])
})

test('the browser never reaches into the server', () => {
  const server: Kind[] = ['service', 'store', 'tables', 'platform', 'provider', 'routes', 'jobs', 'thread']
  const wrong = imports.filter(
    ({ from, to }) => ['ui', 'web', 'screen'].includes(getKind(from)) && server.includes(getKind(to)),
  )
  expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('no circles between slices', () => {
  const getSlice = (file: string) => (file.startsWith('features/') ? file.split('/')[1]! : null)
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    // Pure rules and contracts are shared freely; what must not circle is who calls whom.
    if (['noun', 'contract', 'screen'].includes(getKind(to)) || ['tables'].includes(getKind(to))) continue
    const [a, b] = [getSlice(from), getSlice(to)]
    if (a && b && a !== b) edges.set(a, (edges.get(a) ?? new Set()).add(b))
  }
  const circles: string[] = []
  const visit = (slice: string, path: string[]) => {
    if (path.includes(slice)) {
      circles.push([...path.slice(path.indexOf(slice)), slice].join(' → '))
      return
    }
    for (const next of edges.get(slice) ?? []) visit(next, [...path, slice])
  }
  for (const slice of edges.keys()) visit(slice, [])
  expect([...new Set(circles)]).toEqual([])
})

test('files are named for what they hold', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/.test(file))).toEqual([])
})

test('only config.ts reads the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(readers.filter((file) => !['config.ts', 'main.ts'].includes(file))).toEqual([])
})
