import type { ArchiveCounts } from './contract.ts'

/** What lies on top of an archive, for whoever opens it. */
export function readMe({
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
    `The workspace “${name.replace(/\s+/g, ' ')}” of ${publicUrl}, as of ${madeAt}.`,
    '',
    [
      figure(counts.reports, 'reports'),
      figure(counts.report_rows, 'rows of reports'),
      figure(counts.documents, 'documents'),
      figure(counts.posts, 'posts'),
      figure(counts.listeners, 'listeners'),
      figure(counts.lists, 'lists'),
      figure(counts.imports, 'keyword files'),
      figure(counts.images, 'pictures'),
    ].join(', '),
    '',
    'manifest.json   what is in here: format, version, tables with their columns and counts, the SHA-256 of every file',
    'data/*.jsonl    every row of every table, one JSON object a line: what another Earshot reads',
    'images/         the pictures, in every width',
    'members.json    who was in the workspace, and as what: for information, nobody is invited by it',
    'readable/       the same for people: reports, lists and keyword files as CSV, documents and posts as Markdown',
    '',
    'To bring it to another installation: sign in there, open “New workspace” and choose “Bring a workspace”. Everything keeps its',
    'id, so nothing that exists there already is overwritten: the archive is refused instead.',
    '',
    'Times are UTC (ISO 8601). CSV is UTF-8 with a byte order mark, as spreadsheets want it; a text that would run as a formula has an',
    'apostrophe before it there, and none in the JSON.',
    '',
    'What is not in here, and why:',
    ...leftOut.map(({ what, why }) => `  ${what.padEnd(width)}  ${why}`),
    '',
  ].join('\r\n')
}
