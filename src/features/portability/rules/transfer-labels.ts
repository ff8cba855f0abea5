import type { ArchiveCounts, TransferStage } from '../contract.ts'

/** Labels of the stages. */
export const stageLabels: Record<TransferStage, string> = {
  waiting: 'Waiting to start',
  pictures: 'Adding images',
  rows: 'Adding reports, documents and everything else',
  files: 'Writing readable tables and texts',
  storing: 'Saving the archive',
  checking: 'Checking the archive and its images',
  reading: 'Reading the archive',
  finishing: 'Checking references',
}

const figures: [keyof ArchiveCounts, one: string, more: string][] = [
  ['reports', 'report', 'reports'],
  ['report_rows', 'row', 'rows'],
  ['documents', 'document', 'documents'],
  ['posts', 'post', 'posts'],
  ['listeners', 'listener', 'listeners'],
  ['lists', 'list', 'lists'],
  ['imports', 'keyword file', 'keyword files'],
  ['images', 'image', 'images'],
]

/** Counts with their labels, without zeros. */
export const getContents = (counts: ArchiveCounts): { figure: number; word: string }[] =>
  figures.flatMap(([name, one, more]) =>
    counts[name] > 0 ? [{ figure: counts[name], word: counts[name] === 1 ? one : more }] : [],
  )

export const sizeInWords = (bytes: number) =>
  bytes >= 1e9
    ? `${Number((bytes / 1e9).toFixed(1))} GB`
    : bytes >= 1e6
      ? `${Number((bytes / 1e6).toFixed(1))} MB`
      : `${Math.max(1, Math.round(bytes / 1000))} kB`

/** What an archive includes and what it doesn't. */
export const includedContents = [
  'Reports with all rows, topics, pages and discussions, and share links without a password',
  'Documents with all versions and sources, brand voices, humanized texts',
  'Blog posts with all versions, branding, original images',
  'Listeners with their history, keyword lists, imports, trends and volumes',
]
export const excludedContents = [
  'People: names and roles are listed, but you invite them again',
  'Secrets: API keys, webhook secrets, feed URLs, share passwords, AI model keys',
  'The custom domain (verify it again at the new server), plans, credits, invoices and payments',
]
