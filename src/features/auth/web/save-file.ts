/** Hands what the page holds to the browser as a download. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has begun only once the browser came round to it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
