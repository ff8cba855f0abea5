import { toSlug } from '#features/cms/rules/slug.ts'

/** What makes two URLs the same page: no scheme or fragment, no slash at the end, host and path in lower case. */
export function urlKey(url: string): string {
  const [address = ''] = url.trim().split('#')
  const [path = '', query] = address.replace(/^https?:\/\/(?:www\.)?/i, '').split(/\?(.*)/s)
  const trimmed = path.replace(/\/+$/, '').toLowerCase() || '/'
  return query ? `${trimmed}?${query}` : trimmed
}

/** Returns a path that isn’t used yet and marks it used. Null when the title has no letter or digit. */
export function takePath(title: string, used: Set<string>): string | null {
  const slug = toSlug(title)
  if (slug === '') return null
  const path = `/${slug}`
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? path : `${path}-${n}`
    const key = urlKey(candidate)
    if (used.has(key)) continue
    used.add(key)
    return candidate
  }
}
