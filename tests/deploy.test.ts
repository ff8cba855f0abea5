import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { statusContract } from '../src/features/status/contract.ts'
import { createMetrics } from '../src/platform/metrics.ts'

/** Deployment files name only existing settings, metrics and files. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = new Set([...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name))

test('compose files and the service use existing settings', () => {
  for (const file of ['deploy/compose.yaml', 'deploy/compose.several.yaml']) {
    // Settings of other programs are under their own services.
    const others = /^(POSTGRES_|MINIO_|EARSHOT_|S3_PASSWORD$)/
    const named = [...read(file).matchAll(/^ {2,6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
    expect(named.length, file).toBeGreaterThan(2)
    for (const name of named) if (!others.test(name)) expect(settings, `${file} sets ${name}`).toContain(name)
  }
  const [, line] = /^Environment=(.*)$/m.exec(read('deploy/earshot.service'))!
  for (const pair of line!.split(' ')) expect(['NODE_ENV', ...settings]).toContain(pair.split('=')[0])
})

test('.env.example has exactly the variables that the compose file needs', () => {
  const needed = new Set(
    [...read('deploy/compose.several.yaml').matchAll(/(?<!\$)\$\{([A-Z0-9_]+)/g)].map(([, name]) => name),
  )
  const given = new Set([...read('deploy/.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name))
  expect([...given].sort()).toEqual([...needed].sort())
})

test('the Caddyfile uses all variables it is given', () => {
  const taken = new Set([...read('docs/caddy/Caddyfile').matchAll(/\{\$([A-Z0-9_]+)/g)].map(([, name]) => name))
  const caddy = read('deploy/compose.several.yaml').split(/^ {2}caddy:$/m)[1]!
  for (const [, name] of caddy.matchAll(/^ {6}(EARSHOT_[A-Z]+):/gm)) expect(taken).toContain(name)
})

test('stop timeouts are longer than the drain, and Caddy’s keepalive is shorter than the server’s', () => {
  const [, drainMs] = /^const drainMs = ([\d_]+)$/m.exec(read('src/main.ts'))!
  const drainSeconds = Number(drainMs!.replaceAll('_', '')) / 1000
  const waits = [
    ...['deploy/compose.yaml', 'deploy/compose.several.yaml'].map((file) =>
      /stop_grace_period: (\d+)s/.exec(read(file)),
    ),
    /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/earshot.service')),
  ]
  for (const wait of waits) expect(Number(wait?.[1])).toBeGreaterThan(drainSeconds + 1)
  const [, kept] = /keepAliveTimeout = ([\d_]+)/.exec(read('src/main.ts'))!
  const [, proxyKeeps] = /^\t\tkeepalive (\d+)s$/m.exec(read('docs/caddy/Caddyfile'))!
  expect(Number(proxyKeeps) * 1000).toBeLessThan(Number(kept!.replaceAll('_', '')))
})

test('Caddy doesn’t depend on any of our containers', () => {
  const services = read('deploy/compose.several.yaml')
    .split(/^services:$/m)[1]!
    .split(/^ {2}(?=\w+(?:-\w+)?:$)/m)
  const caddy = services.find((service) => service.startsWith('caddy:'))!
  expect(caddy).not.toContain('network_mode')
  expect(caddy).not.toContain('depends_on')
})

test('the image copies existing files and starts like npm start', () => {
  const dockerfile = read('deploy/Dockerfile')
  for (const [, place] of dockerfile.matchAll(/^COPY --from=build \S+ \/app\/(\S+)/gm))
    expect(['build', 'node_modules', 'package.json', 'src', 'migrations']).toContain(place)
  const [, start] = /become\(node\(\), \[(.*), \.\.\.rest\]\)/.exec(read('scripts/run.js').split('start() {')[1]!)!
  expect(dockerfile).toContain(`CMD ["node", ${start!.replaceAll("'", '"')}]`)
})

test('the Prometheus example uses the metrics path and a token', () => {
  const example = read('deploy/prometheus.yml')
  expect(example).toContain(`metrics_path: ${statusContract.metrics.path}`)
  expect(example).toMatch(/authorization:\n\s+type: Bearer/)
  expect(settings).toContain('METRICS_TOKEN')
})

test('the dashboard uses existing metrics', async () => {
  const shown = await createMetrics().registry.metrics()
  const { panels } = JSON.parse(read('deploy/grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/earshot_[a-z0-9_]+/g) ?? []))
  expect(asked.length).toBeGreaterThan(10)
  for (const name of asked) expect(shown).toContain(name.replace(/_(bucket|count|sum)$/, ''))
})
