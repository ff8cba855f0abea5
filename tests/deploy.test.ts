import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config.ts'
import { statusContract } from '../src/features/status/contract.ts'
import { createMetrics } from '../src/platform/metrics.ts'

/** Deployment files name only existing settings, metrics and files. */

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = new Set([...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name))

type Compose = { services: Record<string, { image?: string; environment?: Record<string, unknown> }> }

// biome-ignore lint/suspicious/noExplicitAny: what a manifest holds is what these tests look at
type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Record<string, any>

const readManifests = (file: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
    expect(document.errors, file).toEqual([])
    return document.toJS() as Manifest
  })
const kustomization = parse(read('deploy/kubernetes/kustomization.yaml')) as Manifest
const manifests: Manifest[] = kustomization.resources.flatMap(readManifests)
const secret = readManifests('secret.example.yaml')[0]!
const getManifest = (kind: string, name: string) => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name)
  if (!found) throw new Error(`No ${kind} is named ${name}`)
  return found
}
const web = getManifest('Deployment', 'earshot-web')
const worker = getManifest('Deployment', 'earshot-worker')

const services = ['deploy/earshot.service', 'deploy/earshot-web@.service', 'deploy/earshot-worker@.service']

test('compose files and the services use existing settings', () => {
  for (const file of ['deploy/compose.yaml', 'deploy/compose.several.yaml', 'deploy/compose.replica.yaml']) {
    // Settings of other programs are under their own services.
    const others = /^(POSTGRES_|MINIO_|EARSHOT_|S3_PASSWORD$|PGPASSWORD$)/
    const named = [...read(file).matchAll(/^ {2,6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
    expect(named.length, file).toBeGreaterThan(1)
    for (const name of named) if (!others.test(name)) expect(settings, `${file} sets ${name}`).toContain(name)
  }
  for (const file of services) {
    const [, line] = /^Environment=(.*)$/m.exec(read(file))!
    for (const pair of line!.split(' ')) expect(['NODE_ENV', ...settings], file).toContain(pair.split('=')[0])
  }
})

test('the services of several processes have a role and files of their own each, and prepare one at a time', () => {
  const config = { DATABASE_URL: 'postgres://database/earshot', SECRET_KEY: 'x'.repeat(32) }
  const dirs = new Set<string>()
  for (const [file, roles] of [
    [services[1]!, ['web', 'api']],
    [services[2]!, ['worker']],
  ] as const) {
    const unit = read(file).replaceAll('%i', '3001')
    const pairs = /^Environment=(.*)$/m
      .exec(unit)![1]!
      .split(' ')
      .map((pair) => pair.split('='))
    const found = readConfig({ ...config, ...Object.fromEntries(pairs) })
    expect(found.ROLES).toEqual(roles)
    if (file.includes('web')) expect(found.PORT).toBe(3001)
    expect(found.DATA_DIR).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)![1]}`)
    dirs.add(found.DATA_DIR)
    expect(unit).toMatch(/^ExecStartPre=\S+flock \S+ \S+node scripts\/run\.js prepare$/m)
  }
  expect(dirs.size).toBe(2)
  expect(read('scripts/run.js')).toMatch(/^ {2}prepare\(\) \{$/m)
})

test('the replica is added to services that compose.several.yaml has, and none of its own settings is missing there', () => {
  const several = parse(read('deploy/compose.several.yaml'), { merge: true }) as Compose
  const replica = parse(read('deploy/compose.replica.yaml'), { merge: true }) as Compose
  const users = Object.entries(replica.services).filter(([, { environment }]) => environment?.DATABASE_REPLICA_URL)
  const earshot = Object.entries(several.services).filter(([, { environment }]) => environment?.DATABASE_URL)
  expect(users.map(([name]) => name).sort()).toEqual(earshot.map(([name]) => name).sort())
  for (const [name, { environment }] of users) {
    const url = String(environment!.DATABASE_REPLICA_URL)
    expect(Object.keys(replica.services), name).toContain(/@(\w+):5432/.exec(url)?.[1])
  }
  const own = Object.keys(replica.services).filter((name) => !(name in several.services))
  expect(own).toEqual(['replica'])
  expect(replica.services.replica!.image).toBe(several.services.postgres!.image)
  const given = read('deploy/.env.example')
  for (const [, name] of read('deploy/compose.replica.yaml').matchAll(/(?<!\$)\$\{([A-Z0-9_]+)/g))
    expect(given).toContain(`${name}=`)
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
    ...services.map((file) => /^TimeoutStopSec=(\d+)$/m.exec(read(file))),
    ...[web, worker].map((deployment) => [null, deployment.spec.template.spec.terminationGracePeriodSeconds]),
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

/** Of each kind: its version, and the fields without which the API server refuses it or it does nothing. */
const kinds: Record<string, { apiVersion: string; fields: string[] }> = {
  ConfigMap: { apiVersion: 'v1', fields: ['data'] },
  Secret: { apiVersion: 'v1', fields: ['stringData'] },
  Service: { apiVersion: 'v1', fields: ['spec.selector', 'spec.ports'] },
  Deployment: {
    apiVersion: 'apps/v1',
    fields: ['spec.selector.matchLabels', 'spec.template.metadata.labels', 'spec.template.spec.containers'],
  },
  PodDisruptionBudget: { apiVersion: 'policy/v1', fields: ['spec.selector.matchLabels', 'spec.minAvailable'] },
  HorizontalPodAutoscaler: {
    apiVersion: 'autoscaling/v2',
    fields: ['spec.scaleTargetRef', 'spec.minReplicas', 'spec.maxReplicas', 'spec.metrics'],
  },
}
const getField = (manifest: Manifest, field: string) =>
  field.split('.').reduce((value, name) => value?.[name], manifest as unknown as Record<string, never> | undefined)

test('each Kubernetes resource has the fields of its kind, once by name', () => {
  expect(kustomization).toMatchObject({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' })
  const all = [...manifests, secret]
  for (const manifest of all) {
    const { apiVersion, kind, metadata } = manifest
    const known = kinds[kind]
    expect(known, `${kind} ${metadata.name}`).toBeDefined()
    expect(apiVersion, kind).toBe(known!.apiVersion)
    for (const field of known!.fields)
      expect(getField(manifest, field), `${kind} ${metadata.name}: ${field}`).toBeTruthy()
  }
  const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
  expect(new Set(names).size).toBe(names.length)
  for (const kind of Object.keys(kinds)) expect(all.map((each) => each.kind)).toContain(kind)
})

test('selectors of services, budgets and deployments match the pods of a deployment, and scaling names one', () => {
  const labels = [web, worker].map(({ spec }) => spec.template.metadata.labels as Record<string, string>)
  const countMatching = (selector: Record<string, string>) =>
    labels.filter((each) => Object.entries(selector).every(([name, value]) => each[name] === value)).length
  for (const { kind, metadata, spec } of manifests) {
    if (kind === 'Service') expect(countMatching(spec.selector), metadata.name).toBe(1)
    if (kind === 'Deployment' || kind === 'PodDisruptionBudget')
      expect(countMatching(spec.selector.matchLabels), metadata.name).toBe(1)
    if (kind !== 'HorizontalPodAutoscaler') continue
    const target = getManifest(spec.scaleTargetRef.kind, spec.scaleTargetRef.name)
    expect(spec.scaleTargetRef.apiVersion).toBe(target.apiVersion)
    expect(spec.minReplicas).toBeLessThanOrEqual(target.spec.replicas)
    expect(spec.maxReplicas).toBeGreaterThan(target.spec.replicas)
  }
})

test('pods get existing settings that make a valid configuration, and secrets have no values', () => {
  const config = getManifest('ConfigMap', 'earshot').data as Record<string, string>
  for (const name of [...Object.keys(config), ...Object.keys(secret.stringData)]) expect(settings).toContain(name)
  for (const [name, value] of Object.entries(secret.stringData)) expect(value, name).toBe('')
  const filled = { DATABASE_URL: 'postgres://database/earshot', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  for (const { spec } of [web, worker]) {
    const [container] = spec.template.spec.containers
    const sources = container.envFrom.flatMap((from: Record<string, { name: string }>) =>
      Object.entries(from).map(([kind, { name }]) => `${kind} ${name}`),
    )
    expect(sources).toEqual(['configMapRef earshot', `secretRef ${secret.metadata.name}`])
    const own = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]))
    for (const name of Object.keys(own)) expect(settings).toContain(name)
    const found = readConfig({ ...config, ...secret.stringData, ...filled, ...own })
    expect(found.ROLES).toEqual(container.name === 'web' ? ['web', 'api'] : ['worker'])
    expect(kustomization.images.map(({ name }: { name: string }) => name)).toContain(container.image)
    // The image's user and the folder it writes to.
    expect(container.volumeMounts[0].mountPath).toBe(/DATA_DIR=(\S+)/.exec(read('deploy/Dockerfile'))![1])
    expect(spec.template.spec.volumes.map(({ name }: { name: string }) => name)).toContain(
      container.volumeMounts[0].name,
    )
  }
})

test('probes ask existing paths on the port that the image serves, which the service leads to', () => {
  const [container] = web.spec.template.spec.containers
  const [port] = container.ports
  expect(port.containerPort).toBe(Number(/ PORT=(\d+)/.exec(read('deploy/Dockerfile'))![1]))
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet)
  expect(probes.map((probe) => probe.path)).toEqual([
    statusContract.live.path,
    statusContract.live.path,
    statusContract.ready.path,
  ])
  for (const probe of probes) expect(probe.port).toBe(port.name)
  expect(getManifest('Service', 'earshot').spec.ports[0].targetPort).toBe(port.name)
  // The shutdown announces itself for four seconds, in which the pod must be found unready.
  const { periodSeconds, failureThreshold } = container.readinessProbe
  const [, announceMs] = /^const announceMs = (\d+)$/m.exec(read('src/main.ts'))!
  expect(periodSeconds * failureThreshold * 1000).toBeLessThan(Number(announceMs))
})

test('workers scale by a metric that exists and that the Prometheus adapter makes', async () => {
  const shown = await createMetrics().registry.metrics()
  const [metric] = getManifest('HorizontalPodAutoscaler', 'earshot-worker').spec.metrics
  expect(metric).toMatchObject({ type: 'External', external: { target: { type: 'AverageValue' } } })
  const { name } = metric.external.metric
  expect(shown).toContain(`# TYPE ${name} gauge`)
  const { rules } = parse(read('deploy/kubernetes/prometheus-adapter.yaml')) as Manifest
  expect(rules.external).toContainEqual(expect.objectContaining({ seriesQuery: name, name: { as: name } }))
})
