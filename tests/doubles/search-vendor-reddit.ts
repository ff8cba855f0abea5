import { escapeUTF8 } from 'entities'
import { type Asked, credentials, json, type VendorAnswer } from './search-vendor-wire.ts'
import { getChance, questionsAbout, titleCase, topicWords, toSlug } from './search-vendor-words.ts'

/**
 * Reddit since 2026-05-30: app tokens and their API, and for clients without an app the search's Atom feed;
 * `/search.json` is closed to them. A token is its serial number, and `expireRedditTokens` invalidates all.
 */

const tokenPrefix = 'double-token-'
let issued = 0
let endedUpTo = 0

/** Makes all tokens issued so far return 401. */
export const expireRedditTokens = () => {
  endedUpTo = issued
}

/** Null if the path isn't Reddit's, or the request is for another vendor with the same path. */
export function reddit(asked: Asked): VendorAnswer | null {
  const { request, url } = asked
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (url.pathname === '/api/v1/access_token') return token(asked)
  if (url.pathname === '/search' && bearer !== undefined) return search(url, bearer)
  if (url.pathname === '/search.rss') return feed(url)
  if (url.pathname === '/search.json') return closed(url)
  return null
}

function token({ request, body }: Asked): VendorAnswer {
  const answer = (value: unknown, status = 200) => json('reddit_token', null, value, status)
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const expected = `${credentials.REDDIT_CLIENT_ID}:${credentials.REDDIT_CLIENT_SECRET}`
  if (request.method !== 'POST') return answer({ message: 'Method Not Allowed', error: 405 }, 405)
  if (Buffer.from(basic, 'base64').toString() !== expected) return answer({ message: 'Unauthorized', error: 401 }, 401)
  // Form errors have status 200.
  if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
    return answer({ error: 'unsupported_grant_type' })
  issued++
  return answer({ access_token: `${tokenPrefix}${issued}`, token_type: 'bearer', expires_in: 86_400, scope: '*' })
}

function search({ searchParams: query }: URL, bearer: string): VendorAnswer {
  const term = query.get('q')
  const serial = bearer.startsWith(tokenPrefix) ? Number(bearer.slice(tokenPrefix.length)) : 0
  if (!(serial > endedUpTo && serial <= issued))
    return json('reddit', term, { message: 'Unauthorized', error: 401 }, 401)
  if (!term) return json('reddit', term, { message: 'Bad Request', error: 400 }, 400)
  const children = postsAbout(term).map((post, index) => ({
    kind: 't3',
    data: {
      subreddit: post.community,
      title: post.title,
      permalink: post.path,
      url: `https://www.reddit.com${post.path}`,
      score: Math.round(getChance(`reddit${term}${index}`) * 800),
      num_comments: Math.round(getChance(`comments${term}${index}`) * 120),
      created_utc: post.created,
      selftext: index === 1 ? '' : `What I think of ${term} &amp; more.\n\nSecond paragraph.`,
      over_18: false,
      is_self: true,
    },
  }))
  const answer = json('reddit', term, {
    kind: 'Listing',
    data: { after: null, dist: children.length, modhash: '', geo_filter: '', children, before: null },
  })
  const rate = { 'x-ratelimit-used': '2', 'x-ratelimit-remaining': '98.0', 'x-ratelimit-reset': '57' }
  return { ...answer, headers: { ...answer.headers, ...rate } }
}

/** A post without words has only the line that follows them. */
function toContent(index: number, term: string) {
  const words = `<div class="md"><p>What I think of ${term} &amp; more.</p>\n\n<p>Second paragraph.</p>\n</div>`
  const author = '<a href="https://www.reddit.com/user/someone"> /u/someone </a>'
  return `${index === 1 ? '' : `<!-- SC_OFF -->${words}<!-- SC_ON -->`} submitted by ${author}`
}

function feed({ searchParams: query }: URL): VendorAnswer {
  const term = query.get('q')
  if (!term) return closed(new URL('http://double/search.json'))
  const entries = postsAbout(term).map(
    (post, index) =>
      `<entry><author><name>/u/someone</name><uri>https://www.reddit.com/user/someone</uri></author><category term="${post.community}" label="r/${post.community}"/><content type="html">${escapeUTF8(toContent(index, term))}</content><id>t3_${(100 + index).toString(36)}</id><link href="https://www.reddit.com${post.path}" /><updated>${atomDate(post.created)}</updated><published>${atomDate(post.created)}</published><title>${escapeUTF8(post.plainTitle)}</title></entry>`,
  )
  return {
    vendor: 'reddit',
    term,
    headers: { 'content-type': 'application/atom+xml; charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><category term=" reddit.com" label="r/ reddit.com"/><updated>2026-01-01T00:00:00+00:00</updated><id>/search.rss?q=${encodeURIComponent(term)}</id><title>reddit.com: search results - ${escapeUTF8(term)}</title>${entries.join('')}</feed>`,
  }
}

const closed = ({ searchParams: query }: URL): VendorAnswer => ({
  vendor: 'reddit',
  term: query.get('q'),
  status: 403,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: '<!doctype html><html><body><h1>Blocked</h1><p>Log in, or use a developer token, to continue.</p></body></html>',
})

const atomDate = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')

function postsAbout(term: string) {
  const community = toSlug(term).replaceAll('-', '') || 'ask'
  const titles = [
    ...questionsAbout(term, 'reddit', 12),
    `My ${term} after one year`,
    `${titleCase(term)} & ${topicWords(term, 1)[0]} megathread`,
  ]
  return titles.map((plainTitle, index) => ({
    community,
    plainTitle,
    // The API escapes a title as HTML, and the feed as XML only.
    title: plainTitle.replaceAll('&', '&amp;'),
    path: `/r/${toSlug(term) || 'ask'}/comments/${(100 + index).toString(36)}/${toSlug(plainTitle)}/`,
    created: 1_690_000_000 + index * 3600,
  }))
}
