/**
 * Every measurement, one after the other in separate processes, each with a table. Those that need public data take its folder from the
 * environment and say where it comes from when it is not set.
 *
 *   npm run bench                 all of them
 *   npm run bench clustering      only those whose name holds the word
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { installPackages } from './install-packages.ts'

type Bench = {
  name: string
  args: string[]
  /** Uses what bench/package.json lists. */
  packages?: true
  data?: { variable: string; from: string }
}

const benches: Bench[] = [
  { name: 'first start', args: ['first-start.ts'] },
  { name: 'authenticated read', args: ['authenticated-read.ts'], packages: true },
  { name: 'sign-in timing', args: ['sign-in-timing.ts'] },
  { name: 'collector', args: ['collector.ts'] },
  { name: 'listeners', args: ['listeners.ts'] },
  { name: 'topic report', args: ['topic-report.ts'] },
  { name: 'content plan', args: ['content-plan.ts'] },
  { name: 'workers', args: ['worker-scaling.ts'] },
  { name: 'progress streams', args: ['progress-streams.ts'] },
  { name: 'live editing', args: ['live-editing.ts'] },
  {
    name: 'a million reports',
    args: ['scale.ts'],
    data: { variable: 'SCALE_DATA', from: 'a folder that node bench/scale-seed.ts filled: 34 GB, half an hour' },
  },
  {
    name: 'reports on Citus',
    args: ['citus-scale.ts'],
    data: { variable: 'CITUS_URL', from: 'a superuser’s connection to a Citus coordinator with three workers' },
  },
  { name: 'language-model first delta', args: ['language-model.ts', 'first-delta'], packages: true },
  { name: 'language-model processor time', args: ['language-model.ts', 'cpu'], packages: true },
  { name: 'language-model 500 streams', args: ['language-model.ts', 'streams', '500'], packages: true },
  { name: 'language-model slow reader', args: ['language-model.ts', 'slow-reader'], packages: true },
  { name: 'content stream first delta', args: ['content-stream.ts', 'first-delta'] },
  { name: 'content stream 500 documents', args: ['content-stream.ts', 'streams', '500'] },
  { name: 'content stream slow reader', args: ['content-stream.ts', 'slow-reader'] },
  { name: 'intent', args: ['intent.ts'] },
  { name: 'draft quality', args: ['draft-quality.ts'] },
  { name: 'score in the browser', args: ['content-score.ts'] },
  { name: 'score of good and gamed texts', args: ['score-pairs.ts'] },
  { name: 'page scripts', args: ['page-scripts.ts'] },
  { name: 'table scroll', args: ['table-scroll.ts'] },
  { name: 'report PDF', args: ['report-pdf.ts'] },
  { name: 'lighthouse', args: ['lighthouse.ts'], packages: true },
  { name: 'rolling restart', args: ['rolling-restart.ts'] },
  { name: 'hostile input', args: ['hostile-input.ts'] },
  { name: 'big import 20,000', args: ['big-import.ts', '20000'] },
  { name: 'big import 100,000', args: ['big-import.ts', '100000'] },
  { name: 'clustering by text', args: ['clustering.ts', 'text', '20000'] },
  { name: 'clustering by text, 100,000', args: ['clustering.ts', 'text', '100000'] },
  { name: 'clustering by SERP', args: ['clustering.ts', 'serp', '100000'] },
  { name: 'clustering by SERP, 1,000,000', args: ['clustering.ts', 'serp', '1000000'] },
  {
    name: 'clustering quality',
    args: ['clustering.ts', 'stackoverflow'],
    data: {
      variable: 'STACKOVERFLOW_TITLES',
      from: 'the files title_StackOverflow.txt and label_StackOverflow.txt of github.com/jacoxu/StackOverflow (rawText/)',
    },
  },
  { name: 'topic quality', args: ['topic-quality.ts'] },
  { name: 'topic placements', args: ['topic-placements.ts'] },
  { name: 'plan titles', args: ['plan-titles.ts'] },
  {
    name: 'topic quality with public lists',
    args: ['topic-quality.ts'],
    data: {
      variable: 'LABELED_LISTS',
      from: 'a folder of files {"keywords": [], "topics": []}: questions-banking77.json, questions-clinc150.json, tags-stackoverflow.json',
    },
  },
  {
    name: 'extraction',
    args: ['content-extraction.ts'],
    packages: true,
    data: { variable: 'TRAFILATURA_TESTS', from: 'the folder tests/ of github.com/adbar/trafilatura' },
  },
  {
    name: 'article bodies',
    args: ['body-extraction.ts'],
    packages: true,
    data: {
      variable: 'FUNDUS_PAGES',
      from: 'the folder tests/resources/parser/test_data of github.com/flairNLP/fundus',
    },
  },
  {
    name: 'humanizer signals',
    args: ['humanizer-signals.ts'],
    data: { variable: 'HUMANIZER_TEXTS', from: 'a folder with the collections that bench/humanizer-corpora.ts lists' },
  },
]

const wanted = process.argv[2] ?? ''
let failed = 0
for (const { name, args, packages, data } of benches.filter((bench) => bench.name.includes(wanted))) {
  console.log(`\n■ ${name}`)
  const folder = data ? process.env[data.variable] : undefined
  if (data && !folder) {
    console.log(`left out: set ${data.variable} to ${data.from}`)
    continue
  }
  if (packages && !installPackages()) {
    failed++
    continue
  }
  const [file, ...rest] = args
  const { status } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, file!), ...rest, ...(folder ? [folder] : [])],
    { stdio: 'inherit', cwd: path.resolve(import.meta.dirname, '..') },
  )
  if (status !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
