/** Where the calls go, from an address as people write it: with or without the path, or with a whole call pasted. */
export function readAddress(
  baseUrl: string | null,
  { basePath, pastedPath }: { basePath: string; pastedPath: RegExp },
): { origin: string; path: string } | null {
  const url = baseUrl === null ? null : URL.parse(baseUrl)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const path = url.pathname.replace(/\/+$/, '').replace(pastedPath, '').replace(/\/+$/, '')
  return { origin: url.origin, path: path === '' ? basePath : path }
}
