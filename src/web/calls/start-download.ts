import { recordExport } from '../tracking/track-actions.ts'
import { apiUrl } from './api.ts'

/** Lets the browser save a file that a call answers with. */
export function startDownload(path: string) {
  recordExport(path)
  const link = document.createElement('a')
  link.href = apiUrl(path)
  link.download = ''
  link.click()
}

/** Lets the browser save a text as a file. */
export function startTextDownload(name: string, type: string, text: string) {
  const link = document.createElement('a')
  // Spreadsheets read UTF-8 only behind this mark.
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
