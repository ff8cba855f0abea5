const maxExcerpt = 140

/** The first 140 characters of a text, on one line. */
export const cutText = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt - 1).trimEnd()}…` : line
}
