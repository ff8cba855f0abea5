import type { ArchiveCounts } from '../contract.ts'

/** The README.txt of an archive. */
export function toReadme({
  name,
  publicUrl,
  madeAt,
  counts,
  leftOut,
}: {
  name: string
  publicUrl: string
  madeAt: string
  counts: ArchiveCounts
  leftOut: { what: string; why: string }[]
}): string {
  const width = Math.max(...leftOut.map(({ what }) => what.length))
  const figure = (count: number, word: string) => `${count.toLocaleString('en')} ${word}`
  return [
    `Workspace “${name.replace(/\s+/g, ' ')}” from ${publicUrl}, exported on ${madeAt}.`,
    '',
    [
      figure(counts.reports, 'reports'),
      figure(counts.report_rows, 'rows of reports'),
      figure(counts.documents, 'documents'),
      figure(counts.posts, 'posts'),
      figure(counts.listeners, 'listeners'),
      figure(counts.lists, 'lists'),
      figure(counts.imports, 'keyword files'),
      figure(counts.images, 'images'),
    ].join(', '),
    '',
    'manifest.json   contents: format, version, tables with columns and counts, the SHA-256 of every file',
    'data/*.jsonl    every row of every table, one JSON object per line, for the import',
    'images/         the images in every width',
    'members.json    members and their roles, for information only: an import doesn’t invite them',
    'readable/       the same for reading: reports, lists and keyword files as CSV, documents and posts as Markdown',
    '',
    'To import it on another server: sign in there, open “New workspace” and choose “Import a workspace”. Everything keeps its',
    'id. If anything in it already exists there, the import is refused and nothing is overwritten.',
    '',
    'Times are UTC (ISO 8601). CSV is UTF-8 with a byte order mark for spreadsheets. Text that would run as a formula starts with an',
    'apostrophe in CSV, but not in JSON.',
    '',
    'What isn’t included, and why:',
    ...leftOut.map(({ what, why }) => `  ${what.padEnd(width)}  ${why}`),
    '',
  ].join('\r\n')
}
