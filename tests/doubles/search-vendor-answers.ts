import { dataForSeoAnswer } from './search-vendor-dataforseo.ts'
import { reddit } from './search-vendor-reddit.ts'
import { searxng, serpapi, serper } from './search-vendor-serp.ts'
import { type Asked, json, type VendorAnswer } from './search-vendor-wire.ts'
import { getChance, getCompletions, questionsAbout, topicWords, toSlug } from './search-vendor-words.ts'

/** The vendors' documented responses by path. */

/** Null for an unknown path. Reddit shares `/search.json` with SerpApi, and `/search` with SearXNG and Serper. */
export function toAnswer(asked: Asked): VendorAnswer | null {
  const { request, url } = asked
  const path = url.pathname
  if (path === '/complete/search') return googleSuggest(url)
  if (path === '/osjson.aspx') return bing(url)
  if (path === '/ac/' || path === '/ac') return duckduckgo(url)
  if (path === '/w/api.php') return wikipedia(url)
  if (path.startsWith('/api/rest_v1/metrics/pageviews/per-article/')) return pageViews(path)
  if (path === '/2.3/search/advanced' || path === '/2.3/search/excerpts') return stackExchange(url)
  if (path === '/search.json' && (url.searchParams.has('engine') || url.searchParams.has('api_key')))
    return serpapi(asked)
  const asReddit = reddit(asked)
  if (asReddit) return asReddit
  if (path === '/search' && request.method === 'POST' && /json/.test(request.headers['content-type'] ?? ''))
    return serper(asked)
  if (path === '/search') return searxng(asked)
  if (path.startsWith('/v3/')) return dataForSeoAnswer(asked)
  return null
}

function googleSuggest({ searchParams: query }: URL): VendorAnswer {
  const vendor = query.get('ds') === 'yt' ? 'youtube_suggest' : 'google_suggest'
  const term = query.get('q')
  const client = query.get('client')
  if (!term || !client)
    return {
      vendor,
      term,
      status: 400,
      headers: { 'content-type': 'text/html' },
      body: '<html><title>Error 400 (Bad Request)!!1</title></html>',
    }
  const texts = getCompletions(term, vendor, query.get('hl') ?? 'en')
  const isUtf8 = query.get('oe')?.toLowerCase() === 'utf-8' || query.get('oe')?.toLowerCase() === 'utf8'
  const charset = isUtf8 ? 'UTF-8' : 'ISO-8859-1'
  const headers = { 'content-type': `text/javascript; charset=${charset}` }
  const encoded = (text: string) => Buffer.from(text, isUtf8 ? 'utf8' : 'latin1')
  if (client === 'youtube') {
    const body = [term, texts.map((text) => [text, 0, [512, 433]]), { k: 1, q: 'double' }]
    return { vendor, term, headers, body: encoded(`window.google.ac.h(${JSON.stringify(body)})`) }
  }
  if (client === 'firefox') {
    return {
      vendor,
      term,
      headers,
      body: encoded(JSON.stringify([term, texts, [], { 'google:suggestsubtypes': texts.map(() => [512]) }])),
    }
  }
  const address = `https://www.${toSlug(term)}.example`
  const body = [
    term,
    [...texts, address],
    [...texts, address].map(() => ''),
    [],
    {
      'google:clientdata': { bpc: false, tlw: false },
      'google:suggestrelevance': [...texts.map((_, index) => (index === 0 ? 1252 : 601 - index)), 550],
      'google:suggestsubtypes': [...texts.map(() => [512, 433]), [44]],
      'google:suggesttype': [...texts.map(() => 'QUERY'), 'NAVIGATION'],
      'google:verbatimrelevance': 1300,
    },
  ]
  return { vendor, term, headers, body: encoded(JSON.stringify(body)) }
}

function bing({ searchParams: query }: URL): VendorAnswer {
  const term = query.get('query')
  if (!term) return json('bing_suggest', term, ['', []], 400)
  const texts = getCompletions(term, 'bing_suggest', query.get('mkt') ?? 'en', 8)
  return json('bing_suggest', term, [
    term,
    texts,
    texts.map(() => ''),
    texts.map(() => ''),
    { 'google:suggestrelevance': [] },
  ])
}

function duckduckgo({ searchParams: query }: URL): VendorAnswer {
  const term = query.get('q')
  if (!term) return json('duckduckgo_suggest', term, [], 400)
  const language = query.get('kl')?.split('-')[1] ?? 'en'
  const texts = getCompletions(term, 'duckduckgo_suggest', language, 8)
  return json(
    'duckduckgo_suggest',
    term,
    query.get('type') === 'list' ? [term, texts] : texts.map((phrase) => ({ phrase })),
  )
}

function wikipedia({ searchParams: query }: URL): VendorAnswer {
  const term = query.get('search') ?? query.get('srsearch')
  const complain = (code: string, info: string) =>
    json('wikipedia', term, {
      error: { code, info, docref: 'See https://en.wikipedia.org/w/api.php' },
      servedby: 'mw-double',
    })
  if (query.get('format') !== 'json')
    return {
      vendor: 'wikipedia',
      term,
      headers: { 'content-type': 'text/html' },
      body: '<!DOCTYPE html><html><body>MediaWiki API result</body></html>',
    }
  if (query.get('action') === 'opensearch') {
    if (!term) return complain('missingparam', 'The "search" parameter must be set.')
    const limit = Number(query.get('limit') ?? 10)
    const titles = [getTitle(term), ...topicWords(`wiki:${term}`, 5).map((word) => getTitle(`${term} ${word}`))].slice(
      0,
      limit,
    )
    return json('wikipedia', term, [
      term,
      titles,
      titles.map(() => ''),
      titles.map((title) => `https://en.wikipedia.org/wiki/${title.replaceAll(' ', '_')}`),
    ])
  }
  if (query.get('action') !== 'query' || query.get('list') !== 'search')
    return complain('badvalue', 'Unrecognized value for parameter "action".')
  if (!term) return complain('missingparam', 'The "srsearch" parameter must be set.')
  const search = topicWords(`wiki-search:${term}`, 10).map((word, index) => ({
    ns: 0,
    title: index === 3 ? `${getTitle(word)} (${term})` : getTitle(`${word} of ${term}`),
    pageid: 1000 + index,
  }))
  return json('wikipedia', term, { batchcomplete: true, query: { searchinfo: {}, search } })
}

const getTitle = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function pageViews(path: string): VendorAnswer {
  const [project, access, agent, article, granularity, start, end] = path.split('/').slice(6).map(decodeURIComponent)
  const term = article?.replaceAll('_', ' ') ?? null
  const refuse = (status: number, title: string, detail: string) =>
    json(
      'wikimedia_metrics',
      term,
      { type: `https://mediawiki.org/wiki/HyperSwitch/errors/${title}`, title, method: 'get', detail, uri: path },
      status,
    )
  if (
    !/^[\w-]+\.wikipedia(\.org)?$/.test(project ?? '') ||
    !/^\d{8}(\d\d)?$/.test(start ?? '') ||
    !/^\d{8}(\d\d)?$/.test(end ?? '')
  ) {
    return refuse(400, 'Invalid parameters', 'start timestamp is invalid, must be a valid date in YYYYMMDD format')
  }
  if (/unknown/i.test(article ?? ''))
    return refuse(
      404,
      'Not found.',
      'The date(s) you used are valid, but we either do not have data for those date(s), or the project you asked for is not loaded yet.',
    )
  const items = []
  const last = getDay(end!)
  for (let day = getDay(start!); day <= last && day <= new Date(); day = next(day, granularity!)) {
    const timestamp = `${day.toISOString().slice(0, 10).replaceAll('-', '')}00`
    const season = 1 + Math.sin((day.getUTCMonth() / 12) * 2 * Math.PI) / 3
    items.push({
      project,
      article,
      granularity,
      timestamp,
      access,
      agent,
      views: Math.round(4000 * season * (0.8 + getChance(`${article}${timestamp}`) / 2)),
    })
  }
  return json('wikimedia_metrics', term, { items })
}

const getDay = (stamp: string) => new Date(`${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}T00:00:00Z`)
const next = (day: Date, granularity: string) =>
  granularity === 'daily'
    ? new Date(day.getTime() + 86_400_000)
    : new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1))

function stackExchange({ searchParams: query }: URL): VendorAnswer {
  const term = query.get('q')
  const site = query.get('site')
  const refuse = (message: string) =>
    json('stackexchange', term, { error_id: 400, error_message: message, error_name: 'bad_parameter' }, 400)
  if (!site) return refuse('site is required')
  if (!term)
    return refuse(
      'One of `q`, `accepted`, `answers`, `body`, `closed`, `migrated`, `notice`, `nottagged`, `tagged`, `title`, `user`, `url`, `views`, or `wiki` must be set',
    )
  const items = questionsAbout(term, site, 8).map((title, index) => ({
    tags: [toSlug(term)],
    owner: {
      account_id: 10,
      reputation: 101,
      user_id: 11,
      display_name: 'someone',
      link: `https://${site}.com/users/11`,
    },
    is_answered: index % 2 === 0,
    view_count: 100 + index,
    answer_count: index % 4,
    score: Math.round(getChance(`${site}${term}${index}`) * 90) - 3,
    last_activity_date: 1_700_000_000 + index * 86_400,
    creation_date: 1_600_000_000 + index * 86_400,
    question_id: 1000 + index,
    content_license: 'CC BY-SA 4.0',
    link: `https://${site}.com/questions/${1000 + index}/${toSlug(title)}`,
    title:
      index === 1
        ? `What&#39;s the &quot;best&quot; ${term} &amp; why? [closed]`
        : index === 2
          ? `Trouble with ${term}`
          : title,
    ...(query.get('filter') === 'withbody' && { body: `<p>I read about <em>${term}</em> &amp; still wonder.</p>` }),
  }))
  return json('stackexchange', term, { items, has_more: false, quota_max: 300, quota_remaining: 250 })
}
