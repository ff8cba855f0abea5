import { apiUrl } from './api.ts'
import { recordExport } from './track-actions.ts'

/** Lets the browser save a file that a call answers with. */
export function startDownload(path: string) {
  recordExport(path)
  const link = document.createElement('a')
  link.href = apiUrl(path)
  link.download = ''
  link.click()
}
