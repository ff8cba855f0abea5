/** The community a discussion is in, by its URL: "r/Coffee", "cooking.stackexchange.com"; null when there is none. */
export function getCommunity(url: string): string | null {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return null
  const host = address.hostname.replace(/^(?:www|old|new|m)\./, '')
  const subreddit = host === 'reddit.com' ? /^\/r\/([\w-]{1,50})(?:\/|$)/i.exec(address.pathname)?.[1] : undefined
  if (subreddit) return `r/${subreddit}`
  return host === 'reddit.com' ? null : host || null
}
