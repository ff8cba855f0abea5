import { listenersContract } from '../../src/features/listeners/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import type { HostileVendors } from '../doubles/hostile-vendors.ts'
import { packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** Reports and listeners, whose sources are untrusted. They take long. */
export async function startResearch(writer: Writer, vendors: HostileVendors) {
  const { call, each, here } = writer
  const queries = packed('qu', 200)
  const startReport = async (query: string, at: number) =>
    (
      await call(reportsContract.new, {
        ...here,
        query,
        type: at === 0 ? 'topic' : 'outline',
        sources: at === 0 ? ['google_suggest', 'wikipedia', 'stackexchange', 'reddit', 'serper'] : ['serper'],
      })
    ).report!
  const reports = await each(queries.slice(0, 1), startReport)
  const refused = await call(reportsContract.new, {
    ...here,
    type: 'questions',
    query: 'refuse',
    sources: ['wikipedia'],
  })
  const notify = {
    email: ['reader@example.com'],
    webhook: `${vendors.origin}/hook?wh0<script>pwned()</script>"'>`,
    rss: true,
  }
  const listeners = await each(packed('lk', 200), async (keyword, at) => {
    const { listener } = await call(listenersContract.add, {
      ...here,
      keyword,
      frequency: 'weekly',
      sources: at < 1 ? ['google_suggest'] : ['wikipedia'],
      // Reports only changes that contain one of these words, which all do.
      filters: {
        include: ['pwned', 'script', ...packed('li', 100).slice(0, 40)],
        exclude: packed('lf', 100).slice(0, 50),
      },
      ...(at === 0 ? { notify } : {}),
    })
    return listener
  })

  const { listener: refusedListener } = await call(listenersContract.add, {
    ...here,
    keyword: 'refuse',
    frequency: 'weekly',
    sources: ['wikipedia'],
  })
  const { tracker } = await call(ranksContract.add, {
    ...here,
    domain: 'example.com',
    keywords: packed('rk', 200).slice(0, 100),
    frequency: 'weekly',
    source: 'serper',
  })
  return { queries, startReport, reports, refused, listeners, refusedListener, tracker: tracker! }
}

/** Gives reports names, tags and notes that hold every payload. */
export async function describeReports({ call }: Writer, ids: string[]) {
  const [titles, notes, tags] = [packed('rt', 200), packed('rn', 2000), packed('tg', 40)]
  const perReport = Math.ceil(tags.length / ids.length)
  for (const [at, _id] of ids.entries())
    await call(reportsContract.update, {
      _id,
      title: titles[at] ?? null,
      note: notes[at] ?? '',
      tags: tags.slice(at * perReport, (at + 1) * perReport),
    })
}
