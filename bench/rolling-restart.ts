/**
 * Two web processes behind Caddy, restarted in turn under load: which requests fail, and how streams end, after SIGTERM and after
 * SIGKILL. Needs caddy (or CADDY_PATH), and the pages built.
 *
 *   node bench/rolling-restart.ts [programs=6] [watchers=20]
 */
import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { authContract } from '../src/features/auth/contract.ts'
import { listsContract } from '../src/features/keywords/contract.ts'
import { createClient } from '../src/kit/client.ts'
import { answeredBy, hasCaddy, startCluster, startLoad, type Task, watchDocument } from '../tests/faults/cluster.ts'
import { owner } from '../tests/faults/earshot-process.ts'
import { until } from '../tests/support/wait-until.ts'
import { printTable } from './print-table.ts'

const programs = Number(process.argv[2] ?? 6)
const watchers = Number(process.argv[3] ?? 20)

if (!hasCaddy) {
  console.error('There is no caddy: install it, or set CADDY_PATH.')
  process.exit(1)
}
const cluster = await startCluster({})
try {
  const { url: baseUrl, fetch } = cluster.proxy
  const { token } = await createClient({ baseUrl, fetch })(authContract.login, owner)
  const call = createClient({ baseUrl, fetch, headers: () => ({ Authorization: `Bearer ${token}` }) })
  const ours = { workspace_id: (await call(authContract.userdata, {})).user.workspaces[0]!._id }
  const { item } = await call(aiContentContract.new, { ...ours, template: 'faq', title: 'Watched' })
  let lists = 0
  const newList = () => ({ ...ours, name: `List ${++lists}`, items: [{ text: 'tea' }] })
  const tasks: Task[] = [
    { what: 'find', method: 'POST', path: '/reports/find', body: () => ({ ...ours, limit: 10 }) },
    { what: 'new list', method: 'POST', path: listsContract.add.path, body: newList },
    { what: 'account', method: 'POST', path: '/user/userdata', body: () => ({}) },
    { what: 'page', method: 'GET', path: '/login' },
  ]
  const rows: (string | number)[][] = []
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const loading = startLoad(cluster.proxy, token, tasks, { programs, pauseMs: 5 })
    const watching = Array.from({ length: watchers }, () => watchDocument(cluster.proxy, token, item._id))
    const everyoneServes = async () => {
      for (const web of Object.values(cluster.webs))
        await until('each to be sent to', async () => (await answeredBy(web)) > 0, 60_000)
    }
    await everyoneServes()
    const stopMs: number[] = []
    for (const name of ['a', 'b'] as const) {
      const began = performance.now()
      await cluster.webs[name].kill(signal)
      stopMs.push(performance.now() - began)
      cluster.webs[name] = await cluster.web(name)
      await everyoneServes()
    }
    const endings = watching.flatMap((watcher) => watcher.endings)
    for (const watcher of watching) await watcher.stop()
    const load = await loading.stop()
    const cut = endings.filter((ending) => ending === 'cut').length
    rows.push([
      signal,
      load.answered,
      load.failures.length,
      endings.length - cut,
      cut,
      Math.round(load.slowestMs),
      Math.round(Math.max(...stopMs)),
    ])
    for (const how of new Set(load.failures.map((failure) => `${failure.what}: ${failure.how.slice(0, 120)}`)))
      console.log(`${signal}  ${how}`)
  }
  printTable(['stopped by', 'answered', 'failed', 'streams told', 'streams cut', 'slowest ms', 'longest stop ms'], rows)
} finally {
  await cluster.close()
}
