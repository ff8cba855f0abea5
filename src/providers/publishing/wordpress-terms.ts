import { AppError } from '#kit/errors.ts'
import { getErrorCode, toError, type WordPressApi, type WordPressError } from './wordpress-api.ts'

type Term = { id: number; name: string; slug: string }

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#039': "'",
  '#8217': '’',
  '#8211': '–',
}

/** WordPress answers names as HTML. */
const toText = (html: string) =>
  html.replace(/&(amp|lt|gt|quot|#039|#8217|#8211);/g, (_, name: string) => entities[name]!).trim()

/** Ids of tags or categories by name. Missing ones are created. @throws AppError */
export async function getTermIds(api: WordPressApi, taxonomy: 'tags' | 'categories', names: string[]) {
  const ids: number[] = []
  for (const name of names) ids.push(await getTermId(api, taxonomy, name))
  return [...new Set(ids)]
}

async function getTermId(api: WordPressApi, taxonomy: 'tags' | 'categories', name: string): Promise<number> {
  const terms = await api.call<Term[]>(`wp/v2/${taxonomy}`, { query: { search: name, per_page: '100' } })
  const requested = name.trim().toLowerCase()
  const known = terms.find((term) => toText(term.name).toLowerCase() === requested)
  if (known) return known.id
  const response = await api.request(`wp/v2/${taxonomy}`, { method: 'POST', json: { name } })
  if (response.status === 201) return (response.json as Term).id
  const { data } = (response.json ?? {}) as WordPressError
  if (getErrorCode(response) === 'term_exists' && typeof data?.term_id === 'number') return data.term_id
  const isTag = taxonomy === 'tags'
  if (response.status === 403 || response.status === 401)
    throw new AppError('upstream_failed', `${api.host} has no “${name}”, and this user can’t create it.`, {
      reason: isTag ? 'tag_missing' : 'category_missing',
      params: { host: api.host, name },
      retryable: false,
    })
  throw toError(api.host, response)
}

/** Id of the user with this user name, name or email. @throws AppError */
export async function findAuthor(api: WordPressApi, author: string): Promise<number> {
  const users = await api.call<{ id: number; name: string; slug: string }[]>('wp/v2/users', {
    query: { search: author, per_page: '100' },
  })
  const requested = author.toLowerCase()
  const exact = users.find(
    ({ name, slug }) => toText(name).toLowerCase() === requested || slug.toLowerCase() === requested,
  )
  const found = exact ?? (users.length === 1 ? users[0] : undefined)
  if (found) return found.id
  throw new AppError('upstream_failed', `${api.host} has no author “${author}”.`, {
    reason: 'author_missing',
    params: { host: api.host, name: author },
    retryable: false,
  })
}
