/**
 * Sends hostile input to a running Earshot: pages, a workbook, Markdown and a model's endless answer. Meanwhile /healthz is polled
 * and another account imports a file of one line: their latency, and the growth of memory.
 *
 *   node bench/hostile-input.ts [rounds=3]
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { aiContentContract } from '../src/features/ai-content/contract.ts'
import { authContract } from '../src/features/auth/contract.ts'
import { importsContract } from '../src/features/keywords/contract.ts'
import { reportsContract } from '../src/features/reports/contract.ts'
import { createClient } from '../src/kit/client.ts'
import { startLanguageModels } from '../tests/doubles/language-models.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { openEvents } from '../tests/support/sse-client.ts'
import { printTable } from './print-table.ts'

async function askHealth(url: string) {
  let waits: number[] = []
  parentPort!.on('message', () => {
    parentPort!.postMessage(waits)
    waits = []
  })
  for (;;) {
    const started = performance.now()
    await fetch(`${url}/healthz`).then((response) => response.arrayBuffer())
    waits.push(performance.now() - started)
    await sleep(5)
  }
}

/** 0.4 MB that unpack to 170 MB of cells. */
function hostileWorkbook() {
  const cells = '<c><v>1</v></c>'.repeat(900)
  const rows = `<row><c t="inlineStr"><is><t>k</t></is></c>${cells}</row>`.repeat(13_000)
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }
  const encoder = new TextEncoder()
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)])))
}

const hostilePages = [
  // A charset that is searched for in vain: eleven seconds once.
  `${'<META<'.repeat(700)}CHARSET=${'\t'.repeat(3900)}=`,
  `<html><body>${Array.from({ length: 150_000 }, (_, at) => `<div class="a${at} b${at}">x`).join('')}`,
  '<b>'.repeat(1_600_000),
]
const row = `${'|a'.repeat(50)}|\n`
const hostileMarkdown = `${row}${'|-'.repeat(50)}|\n${row.repeat(3800)}`

/** A SearXNG whose results are hostile pages. */
async function startHostileWeb() {
  const server = createServer(({ url = '/' }, response) => {
    const { port } = server.address() as AddressInfo
    if (url.startsWith('/search')) {
      const results = Array.from({ length: 9 }, (_, at) => ({
        url: `http://127.0.0.1:${port}/page/${at}`,
        title: `Page ${at}`,
        content: 'A page.',
      }))
      const body = { query: 'q', results, suggestions: [], answers: [], corrections: [], infoboxes: [] }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url === '/robots.txt') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end(hostilePages[Number(url.slice(-1)) % 3])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${address}`, address, close: () => server.close() }
}

async function measure(rounds: number) {
  const data = await makeDataDir()
  const web = await startHostileWeb()
  const model = await startLanguageModels({
    answer: function* () {
      for (;;) yield 'a word and another and one more '
    },
  })
  const { OUTBOUND_ALLOW = '', ...settings } = model.settings
  const allow = [OUTBOUND_ALLOW, web.address].filter(Boolean).join(',')
  const earshot = await startEarshot(data.dataDir, { ...settings, SEARXNG_URL: web.url, OUTBOUND_ALLOW: allow })
  const asker = new Worker(new URL(import.meta.url), { workerData: earshot.url })
  const rss = () => {
    const status = readFileSync(`/proc/${earshot.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
  }
  try {
    const { call, token, workspaceId } = await earshot.signIn()
    const signedUp = await createClient({ baseUrl: earshot.url })(authContract.signup, {
      email: 'neighbor@example.com',
      password: 'correct horse battery',
      first_name: 'Ada',
    })
    const neighbor = createClient({
      baseUrl: earshot.url,
      headers: () => ({ Authorization: `Bearer ${signedUp.token}` }),
    })
    const add = (caller: typeof call, workspace: string, name: string, content: BlobPart) =>
      caller(importsContract.add, { workspace_id: workspace, file: new File([content], name) })
    const neighborAdds = () => add(neighbor, signedUp.user.workspaces[0]!._id, 'one.csv', 'Keyword\ncoffee\n')
    const workbook = hostileWorkbook()
    const document = async (template: 'social_post' | 'blog_post', content?: string) => {
      const { item } = await call(aiContentContract.new, { workspace_id: workspaceId, template, title: 'Cold brew' })
      if (content) await call(aiContentContract.update, { _id: item._id, content_md: content, version: 1 })
      return item._id
    }
    const open = (id: string) =>
      fetch(`${earshot.url}/app/content/${id}`, { headers: { Cookie: `app_token=${token}` } }).then(
        async (response) => (await response.arrayBuffer()) && response.status,
      )
    const inputs: Record<string, () => Promise<string>> = {
      'nothing (3 s)': () => sleep(3000, 'idle'),
      'pages of the web': async () => {
        const { report } = await call(reportsContract.new, {
          workspace_id: workspaceId,
          type: 'topic',
          query: `cold brew ${Math.random()}`,
          country: 'US',
          language: 'en',
          sources: ['searxng'],
        })
        for (;;) {
          const { status } = await call(reportsContract.checkstatus, { _id: report!._id })
          if (status === 'done' || status === 'failed') return status
          await sleep(50)
        }
      },
      workbook: () =>
        add(call, workspaceId, 'a.xlsx', workbook as BlobPart).then(
          () => 'taken',
          ({ code }) => code,
        ),
      'Markdown table': async () => {
        const id = await document('social_post', hostileMarkdown)
        const answers = await Promise.all(
          Array.from({ length: 3 }, () =>
            fetch(`${earshot.url}/ai/export/${id}?format=html`, { headers: { Authorization: `Bearer ${token}` } }).then(
              async (response) => (await response.arrayBuffer()) && response.status,
            ),
          ),
        )
        return answers.join(' ')
      },
      'documents opened': async () => {
        const texts = [hostileMarkdown, '['.repeat(399_000), '- a\n'.repeat(99_750)]
        const statuses: number[] = []
        for (const text of texts) {
          statuses.push(await open(await document('social_post', text)))
        }
        return statuses.join(' ')
      },
      'endless model': async () => {
        const reading = await openEvents(
          earshot.url,
          aiContentContract.stream,
          { _id: await document('social_post') },
          token,
        )
        const late = setTimeout(() => reading.leave(), 60_000)
        const events = await reading.all
        clearTimeout(late)
        return `${events.at(-1)?.event ?? reading.refusal?.code} ${Math.round(reading.text().length / 1000)}k`
      },
    }
    await neighborAdds()
    // The first page a process renders loads the code of all pages.
    await open(await document('social_post', 'A text.'))
    const table: (string | number)[][] = []
    for (let round = 1; round <= rounds; round++)
      for (const [name, send] of Object.entries(inputs)) {
        await sleep(1500)
        await getWaits(asker)
        const before = rss()
        let peak = before
        const looking = setInterval(() => {
          peak = Math.max(peak, rss())
        }, 20)
        const started = performance.now()
        const sent = send()
        let slowest = 0
        const imports = (async () => {
          do {
            const from = performance.now()
            await neighborAdds()
            slowest = Math.max(slowest, performance.now() - from)
            await sleep(200)
          } while (!(await Promise.race([sent.then(() => true), sleep(0, false)])))
        })()
        const outcome = await sent
        const seconds = (performance.now() - started) / 1000
        await imports
        clearInterval(looking)
        const waits = (await getWaits(asker)).sort((a, b) => a - b)
        const at = (share: number) => (waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(1)
        const memory = Math.round(peak - before)
        table.push([round, name, outcome, seconds.toFixed(1), at(0.5), at(0.99), at(1), Math.round(slowest), memory])
      }
    printTable(['round', 'input', 'outcome', 's', 'p50 ms', 'p99 ms', 'max ms', 'neighbor ms', 'MB more'], table)
    const load = await readFile('/proc/loadavg', 'utf8').catch(() => loadavg().join(' '))
    console.log(
      `load ${load.trim()}; wanted: p99 of /healthz under 50 ms, neighbor under 2000 ms, under 150 MB more a page or file (pages are read two at a time)`,
    )
  } finally {
    await asker.terminate()
    await earshot.kill('SIGTERM')
    await model.close()
    web.close()
    await data.remove()
  }
}

function getWaits(asker: Worker): Promise<number[]> {
  return new Promise((resolve) => {
    asker.once('message', resolve)
    asker.postMessage('waits')
  })
}

// Health checks run in a worker thread, because the doubles keep this one busy.
if (!isMainThread) await askHealth(workerData as string)
else await measure(Number(process.argv[2] ?? 3))
