import { pagesAbout } from './search-vendor-pages.ts'
import { type Asked, credentials, json, type VendorAnswer } from './search-vendor-wire.ts'
import { getChance, getCompletions, pick, questionsAbout, titleCase } from './search-vendor-words.ts'

/** SearXNG, SerpApi and Serper: result pages. */

/** SearXNG's limiter, limited to the headers it checks. */
export function searxng({ request, url, origin }: Asked): VendorAnswer {
  const term = url.searchParams.get('q')
  const refuse = (words: string): VendorAnswer => ({
    vendor: 'searxng',
    term,
    status: 429,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>\n<html lang=en>\n<title>429 Too Many Requests</title>\n<h1>Too Many Requests</h1>\n<p>${words}</p>`,
  })
  if (!/text\/html|text\/\*|\*\/\*/.test(request.headers.accept ?? ''))
    return refuse('HTTP header Accept did not contain text/html')
  if (!request.headers['accept-language']) return refuse('missing HTTP header Accept-Language')
  if (!/gzip|deflate/.test(String(request.headers['accept-encoding'] ?? '')))
    return refuse('HTTP header Accept-Encoding did not contain gzip nor deflate')
  if (!term) return json('searxng', term, { error: 'No query' }, 400)
  if (url.searchParams.get('format') !== 'json')
    return {
      vendor: 'searxng',
      term,
      headers: { 'content-type': 'text/html' },
      body: `<!DOCTYPE html><html><title>${term} - SearXNG</title></html>`,
    }
  const results = pagesAbout(term, origin).map(({ url: address, title, snippet }, index) => ({
    url: address,
    title,
    content: snippet,
    publishedDate: null,
    engine: 'double',
    template: 'default.html',
    parsed_url: ['http', new URL(address).host, new URL(address).pathname, '', '', ''],
    engines: ['double'],
    positions: [index + 1],
    score: 1 / (index + 1),
    category: 'general',
  }))
  return json('searxng', term, {
    query: term,
    number_of_results: results.length,
    results,
    answers: [],
    corrections: [],
    infoboxes: [{ infobox: titleCase(term), id: 'double', content: `About ${term}.`, urls: [] }],
    suggestions: getCompletions(term, 'searxng', 'en', 6),
    unresponsive_engines: [['qwant', 'access denied']],
  })
}

export function serpapi({ url, origin }: Asked): VendorAnswer {
  const query = url.searchParams
  const term = query.get('q')
  const engine = query.get('engine')
  if (query.get('api_key') !== credentials.SERPAPI_KEY) {
    return json(
      'serpapi',
      term,
      { error: 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key' },
      401,
    )
  }
  if (engine !== 'google' && engine !== 'google_trends')
    return json('serpapi', term, { error: `Unsupported \`${engine}\` search engine.` }, 400)
  if (!term) return json('serpapi', term, { error: 'Missing query `q` parameter.' }, 400)
  const search_metadata = { id: 'double', status: 'Success', total_time_taken: 0.5 }
  const search_parameters = { engine, q: term, gl: query.get('gl'), hl: query.get('hl') }
  if (engine === 'google_trends') {
    const terms = term.split(',')
    if (query.get('data_type') === 'RELATED_QUERIES') {
      if (terms.length > 1)
        return json('serpapi', term, { error: '`RELATED_QUERIES` data type only accepts a single query.' }, 400)
      const queries = (by: string) =>
        getCompletions(term, by, 'en', 5).map((text, index) => ({
          query: text,
          value: String(100 - index * 7),
          extracted_value: 100 - index * 7,
          link: 'https://trends.google.com/trends/explore',
        }))
      return json('serpapi', term, {
        search_metadata,
        search_parameters,
        related_queries: { rising: queries('rising'), top: queries('top') },
      })
    }
    if (terms.length > 5) return json('serpapi', term, { error: 'Google Trends compares at most 5 queries.' }, 400)
    const weeks = query.get('date') === 'today 5-y' ? 260 : query.get('date') === 'today 3-m' ? 13 : 52
    const timeline_data = Array.from({ length: weeks }, (_, index) => {
      const at = Date.now() - (weeks - 1 - index) * 7 * 86_400_000
      return {
        date: new Date(at).toDateString(),
        timestamp: String(Math.floor(at / 1000)),
        ...(index === weeks - 1 ? { partial_data: true } : {}),
        values: terms.map((text) => {
          const value = 20 + Math.round(getChance(`${text}${index}`) * 80)
          return { query: text, value: String(value), extracted_value: value }
        }),
      }
    })
    return json('serpapi', term, { search_metadata, search_parameters, interest_over_time: { timeline_data } })
  }
  return json('serpapi', term, {
    search_metadata,
    search_parameters,
    search_information: {
      organic_results_state: 'Results for exact spelling',
      query_displayed: term,
      total_results: 1_230_000,
    },
    answer_box: { type: 'organic_result', title: `${titleCase(term)} in short`, snippet: `About ${term}.` },
    related_questions: questionsAbout(term, 'serpapi', 4).map((question) => ({
      question,
      snippet: 'A short answer.',
      title: 'A page',
      link: `${origin}/pages/answer`,
    })),
    organic_results: pagesAbout(term, origin).map((page, index) => ({
      position: index + 1,
      title: page.title,
      link: page.url,
      displayed_link: page.url,
      snippet: page.snippet,
      source: 'Example',
    })),
    related_searches: getCompletions(term, 'serpapi', 'en', 8).map((related) => ({
      block_position: 1,
      query: related,
      link: 'https://www.google.com/search',
    })),
    pagination: { current: 1 },
  })
}

export function serper({ request, body, origin }: Asked): VendorAnswer {
  let query: { q?: string; gl?: string; hl?: string; num?: number } = {}
  try {
    query = JSON.parse(body)
  } catch {
    return json('serper', null, { message: 'Invalid JSON body', statusCode: 400 }, 400)
  }
  const term = query.q ?? null
  if (request.headers['x-api-key'] !== credentials.SERPER_API_KEY)
    return json('serper', term, { message: 'Unauthorized.', statusCode: 403 }, 403)
  if (!term) return json('serper', term, { message: 'Missing query parameter', statusCode: 400 }, 400)
  return json('serper', term, {
    searchParameters: { ...query, type: 'search', engine: 'google' },
    organic: pagesAbout(term, origin).map((page, index) => ({
      title: page.title,
      link: page.url,
      snippet: page.snippet,
      position: index + 1,
    })),
    peopleAlsoAsk: questionsAbout(term, 'serper', 4).map((question) => ({
      question,
      snippet: 'A short answer.',
      title: 'A page',
      link: `${origin}/pages/answer`,
    })),
    relatedSearches: pick(getCompletions(term, 'serper', 'en', 10), 8, term).map((related) => ({ query: related })),
    credits: 1,
  })
}
