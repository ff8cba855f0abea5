/** Saves a blob as a download. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Revoked later, since the browser starts the download asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
