import { urlKey } from '#features/content-plan/rules/item-url.ts'

/** Whether a page of the site is the one that a plan's item names, by address or by path alone. */
export function isPageOfUrl(page: string, url: string): boolean {
  const [key, planned] = [urlKey(page), urlKey(url)]
  if (!planned.startsWith('/')) return key === planned
  const at = key.indexOf('/')
  return (at < 0 ? '/' : key.slice(at)) === planned
}
