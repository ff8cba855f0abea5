/** Names that only this machine or its own network knows. */
const privateHost =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^.]+$)|\.(localhost|local|internal|test)$/

/**
 * The User-Agent sent to vendors and crawled sites: "EarshotBot/1.2.0 (+https://seo.example.com;
 * team@example.com)". Leaves out a PUBLIC_URL that other machines can't reach.
 */
export function botUserAgent(options: { version: string; publicUrl: string; contact?: string | undefined }) {
  const { version, publicUrl, contact } = options
  const isReachable = !privateHost.test(new URL(publicUrl).hostname)
  const contacts = [...(isReachable ? [`+${publicUrl}`] : []), ...(contact ? [contact] : [])]
  return contacts.length > 0 ? `EarshotBot/${version} (${contacts.join('; ')})` : `EarshotBot/${version}`
}
