/** One URL for each page: without fragments, session ids and tracking, and with its parameters in order. */

export const maxPageUrl = 2000

const ignoredParameters =
  /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|yclid|dclid|mc_[ce]id|_ga|_gl|igshid|srsltid|(?:php|j)?sess(?:ion)?_?id|sid|aspsessionid\w*|cfid|cftoken)$/i
const pathSession = /;(?:jsessionid|phpsessid|sid)=[^/?#]*/gi

/** The page a link leads to. Null where it leads to no web page. */
export function toPageUrl(href: string, base?: string): URL | null {
  const url = URL.parse(href.trim(), base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  url.hash = ''
  url.pathname = url.pathname.replace(pathSession, '')
  if (url.search) {
    const remaining = [...url.searchParams].filter(([name]) => !ignoredParameters.test(name))
    const sorted = remaining.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    url.search = sorted.length > 0 ? `?${new URLSearchParams(sorted)}` : ''
  }
  return url.href.length > maxPageUrl ? null : url
}

const fileExtension =
  /\.(?:jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|pdf|docx?|xlsx?|pptx?|odt|csv|txt|zip|gz|tgz|rar|7z|dmg|exe|msi|apk|iso|mp[34]|m4[av]|avi|mov|webm|ogg|wav|flac)$/i

/** Links to files aren’t fetched: only pages are in the inventory. */
export const isFile = (url: URL) => fileExtension.test(url.pathname)
