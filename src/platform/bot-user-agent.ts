/** Names that only this machine or its own network knows. */
const privateHost =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[|[^.]+$)|\.(localhost|local|internal|test)$/

/**
 * How Earshot introduces itself to vendors and to the sites it reads: "EarshotBot/1.2.0 (+https://seo.example.com;
 * team@example.com)". An address nobody else can reach is no contact and is left out.
 */
export function botUserAgent(options: { version: string; publicUrl: string; contact?: string | undefined }) {
  const { version, publicUrl, contact } = options
  const isReachable = !privateHost.test(new URL(publicUrl).hostname)
  const contacts = [...(isReachable ? [`+${publicUrl}`] : []), ...(contact ? [contact] : [])]
  return contacts.length > 0 ? `EarshotBot/${version} (${contacts.join('; ')})` : `EarshotBot/${version}`
}
