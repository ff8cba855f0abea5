/** Names of downloaded files: every system takes the plain one, browsers take the real one. */

const longest = 80
/** Names Windows keeps for devices. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** "Kaffee & Crème" → "kaffee-creme"; a title without Latin letters or digits → "report". */
export function fileSlug(title: string): string {
  const slug = title
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replace(/[øØ]/g, 'o')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
  if (slug === '') return 'report'
  return device.test(slug) ? `report-${slug}` : slug
}

/** `Content-Disposition` of a download: the slug for old programs, the title itself by RFC 5987. */
export function contentDisposition(title: string, ext: string): string {
  const real = [
    ...title
      .toWellFormed()
      // What no file name may hold on one system or another, and what would end the header.
      .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[ .]+|[ .]+$/g, ''),
  ]
    .slice(0, longest)
    .join('')
    .trim()
  const encoded = encodeURIComponent(`${real || 'report'}.${ext}`).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fileSlug(title)}.${ext}"; filename*=UTF-8''${encoded}`
}
