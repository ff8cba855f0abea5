import { decodeHTML } from 'entities'
import { DomUtils, parseDocument } from 'htmlparser2'
import { z } from 'zod'
import { shorten, tidy, toIsoDate } from '../normalize-answer.ts'
import type { Discussion } from '../port.ts'
import { mainRows, optionalField } from '../readable-rows.ts'

const listing = z.object({
  data: z.object({
    children: mainRows(
      z.object({
        kind: optionalField(z.string()),
        data: z.object({
          title: optionalField(z.string()),
          permalink: optionalField(z.string()),
          score: optionalField(z.number()),
          num_comments: optionalField(z.number()),
          created_utc: optionalField(z.number()),
          selftext: optionalField(z.string()),
        }),
      }),
    ),
  }),
})

/** The first 300 characters of a post's text. Posts of only a link have none. */
const toExcerpt = (text: string | null | undefined) => shorten(text, 300) ?? undefined

/** Posts of a listing as the API answers it; people and communities among them are left out. */
export const readListing = (body: unknown): Discussion[] =>
  listing.parse(body).data.children.flatMap(({ kind, data }) =>
    (kind ?? 't3') !== 't3' || !data.title || !data.permalink
      ? []
      : [
          {
            source: 'reddit' as const,
            title: tidy(decodeHTML(data.title)),
            url: new URL(data.permalink, 'https://www.reddit.com').href,
            score: data.score,
            answers: data.num_comments,
            at: toIsoDate(data.created_utc),
            excerpt: toExcerpt(data.selftext && decodeHTML(data.selftext)),
          },
        ],
  )

/**
 * Posts of the search's Atom feed, which knows neither scores nor numbers of answers.
 * @throws Error when the text is no Atom feed, or no entry of it can be read
 */
export function readFeed(text: string): Discussion[] {
  const document = parseDocument(text, { xmlMode: true })
  const [feed] = DomUtils.getElementsByTagName('feed', document, true, 1)
  if (!feed) throw new Error('No Atom feed.')
  const entries = DomUtils.getElementsByTagName('entry', feed.children, false)
  const posts = entries.flatMap((entry) => {
    const within = (name: string) => DomUtils.getElementsByTagName(name, entry.children, false, 1)[0]
    const toText = (name: string) => DomUtils.textContent(within(name) ?? [])
    const url = URL.parse(within('link')?.attribs.href ?? '')
    const title = tidy(decodeHTML(toText('title')))
    if (!url || title === '') return []
    const at = Date.parse(toText('published') || toText('updated'))
    return [
      {
        id: toText('id'),
        post: {
          source: 'reddit' as const,
          title,
          url: url.href,
          score: null,
          answers: null,
          at: Number.isNaN(at) ? null : new Date(at).toISOString(),
          excerpt: readContent(toText('content')),
        },
      },
    ]
  })
  if (posts.length === 0 && entries.length > 0) throw new Error(`None of ${entries.length} entries could be read.`)
  // t2_ are people, t5_ communities.
  return posts.flatMap(({ id, post }) => (/^t[25]_/.test(id) ? [] : [post]))
}

/** An entry's HTML begins with the post's own words; a line with its author and links follows. */
function readContent(html: string): string | undefined {
  const document = parseDocument(html)
  const [post] = DomUtils.getElementsByClassName('md', document.children, true, 1)
  return post && toExcerpt(decodeHTML(DomUtils.innerText(post)))
}
