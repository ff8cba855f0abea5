import type { Row } from './validate-archive/check-rows.ts'

/** Rewrites image URLs of the other server in texts. Null when both servers have the same URL. */
export function createUrlRewriter(from: string, to: string, imageIds: ReadonlySet<string>, onChange: () => void) {
  if (from === to || !/^https?:\/\/[^\s"'<>\\]+$/.test(from)) return null
  const escaped = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const own = new RegExp(`${escaped}(/images/([0-9a-f-]{36})/)`, 'g')
  const moved = (text: unknown) =>
    typeof text === 'string'
      ? text.replace(own, (whole, rest: string, id: string) => {
          if (!imageIds.has(id)) return whole
          onChange()
          return to + rest
        })
      : text
  return (table: string, row: Row): Row => {
    if (table === 'documents' || table === 'document_versions') row.content_md = moved(row.content_md)
    if (table === 'posts') Object.assign(row, { body_md: moved(row.body_md), cover: moved(row.cover) })
    if (table === 'post_versions') {
      const content = row.content as Row
      row.content = { ...content, body_md: moved(content.body_md), cover: moved(content.cover) }
    }
    return row
  }
}
