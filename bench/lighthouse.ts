/**
 * Lighthouse on the public pages: the start page, pricing, a post with images, a demo report. Each on a phone and on a desktop, with
 * Lighthouse's simulated network and processor; the score of each category is the median of the runs.
 *
 *   node bench/lighthouse.ts [runs=3] [part of a page's name]
 *
 * Needs a quiet machine, since the simulation starts from measured times.
 */
import { loadavg } from 'node:os'
import lighthouse, { desktopConfig } from 'lighthouse'
import { cmsContract } from '../src/features/cms/contract.ts'
import { imagesContract } from '../src/features/images/contract.ts'
import type { Call } from '../src/kit/client.ts'
import { freePort, makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { phonePhoto } from '../tests/support/hostile-images.ts'
import { printTable } from './print-table.ts'

const runs = Number(process.argv[2] ?? 3)
const wanted = process.argv[3] ?? ''
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const forms = [
  { form: 'phone', config: undefined, minPerformance: 98 },
  { form: 'desk', config: desktopConfig, minPerformance: 100 },
] as const

const data = await makeDataDir()
const earshot = await startEarshot(data.dataDir)
const port = await freePort()
const browser = await launchBrowser(`--remote-debugging-port=${port}`, '--disable-background-networking')
let met = true
try {
  const { call, workspaceId } = await earshot.signIn()
  const pages = [
    { name: 'start page', path: '/' },
    { name: 'pricing', path: '/pricing' },
    { name: 'post', path: await publishPost(call, workspaceId) },
    { name: 'demo report', path: '/demo?q=cold+brew+coffee' },
  ].filter(({ name }) => name.includes(wanted))
  console.log(`load ${loadavg()[0]!.toFixed(1)}, ${runs} runs each`)
  const table: (string | number)[][] = []
  const complaints = new Map<string, Set<string>>()
  for (const { name, path } of pages)
    for (const { form, config, minPerformance } of forms) {
      const results: Awaited<ReturnType<typeof look>>[] = []
      for (let run = 0; run < runs; run++) results.push(await look(earshot.url + path, config, `${name}, ${form}`))
      const scores = categories.map((category) => median(results.map(({ scores }) => scores[category])))
      met &&= categories.every((category, at) => scores[at]! >= (category === 'performance' ? minPerformance : 100))
      const times = ['lcp', 'tbt', 'cls'] as const
      table.push([name, form, ...scores, ...times.map((time) => median(results.map((result) => result[time])))])
    }
  printTable(['page', 'on a', ...categories, 'LCP ms', 'TBT ms', 'CLS'], table)
  for (const [where, messages] of complaints) console.log(`\n${where}\n  ${[...messages].join('\n  ')}`)

  async function look(url: string, config: typeof desktopConfig | undefined, where: string) {
    const result = await lighthouse(
      url,
      { port, output: 'json', logLevel: 'silent', onlyCategories: [...categories] },
      config,
    )
    const lhr = result!.lhr
    for (const category of categories)
      for (const { id, weight } of lhr.categories[category]!.auditRefs) {
        const { score, title, displayValue } = lhr.audits[id]!
        if (weight === 0 || score === null || score >= (category === 'performance' ? 0.9 : 1)) continue
        const messages = complaints.get(where) ?? new Set()
        complaints.set(where, messages.add(`${category}: ${title}${displayValue ? ` (${displayValue})` : ''}`))
      }
    const figure = (id: string, digits = 0) => Number((lhr.audits[id]!.numericValue ?? 0).toFixed(digits))
    return {
      scores: Object.fromEntries(
        categories.map((category) => [category, Math.round((lhr.categories[category]!.score ?? 0) * 100)]),
      ) as Record<(typeof categories)[number], number>,
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift', 3),
    }
  }
} finally {
  await browser.close()
  await earshot.kill('SIGTERM')
  await data.remove()
}
process.exit(met ? 0 : 1)

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** As posts are: a cover, a picture in the text, a table, a list, headings. */
async function publishPost(call: Call, workspaceId: string) {
  const upload = async (name: string, alt: string, bytes: Buffer) =>
    (
      await call(imagesContract.upload, {
        workspace_id: workspaceId,
        file: new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }),
        alt,
      })
    ).image
  const cover = await upload('cover.jpg', 'A jar of cold brew', await phonePhoto(2400, 1260))
  const picture = await upload('jar.jpg', 'Coffee steeps in a jar', await phonePhoto(1600, 1200))
  const section = (title: string) =>
    `## ${title}\n\n${'Coarse grounds steep in cold water for twelve hours, and what comes out is sweeter than hot coffee. '.repeat(6)}\n\n`
  const { post } = await call(cmsContract.add, {
    slug: 'cold-brew',
    title: 'Cold brew, the slow way',
    excerpt: 'What to buy, how long to wait, and how to keep it.',
    body_md: `${section('What it is')}![${picture.alt}](/images/${picture._id}/full)\n\n${section('What to buy')}| Grind | Hours |\n|---|---|\n| coarse | 12 |\n| medium | 8 |\n\n${section('How long')}- cold water\n- a jar\n\n${section('How to keep it')}`,
    cover: `/images/${cover._id}/full`,
    tags: ['coffee', 'kitchen'],
    status: 'published',
  })
  return new URL(post.url).pathname
}
