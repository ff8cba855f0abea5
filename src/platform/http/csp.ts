export type PagePolicy = {
  development: boolean
  publicUrl: string
  /** Paths that show images from other sites. */
  pagesWithExternalImages: RegExp
  /** Hosts of others that a page may reach, by the policy's directive (`script`, `connect`, …). */
  thirdParties: (request: Request) => Record<string, string[] | undefined>
}

/** A page's content security policy (CSP): its scripts carry the nonce, and it reaches only this server and the third parties given. */
export function getContentSecurityPolicy(
  nonce: string,
  request: Request,
  { development, pagesWithExternalImages, publicUrl, thirdParties }: PagePolicy,
): string {
  const path = new URL(request.url).pathname
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    // React writes style attributes for sizes and colors that data decides.
    'style-src': ["'self'", "'unsafe-inline'"],
    // Our images by their absolute URL, also where the page was opened by another name.
    'img-src': [
      "'self'",
      new URL(publicUrl).origin,
      'data:',
      'blob:',
      ...(pagesWithExternalImages.test(path) ? ['https:'] : []),
    ],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(development ? ['ws:'] : [])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  for (const [name, hosts] of Object.entries(thirdParties(request))) {
    if (!hosts?.length) continue
    policy[`${name}-src`] = [...(policy[`${name}-src`] ?? ["'self'"]), ...hosts]
  }
  return Object.entries(policy)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
