import type { ArchiveCounts, TransferStage } from './contract.ts'

/** What is being done, as the screens say it. */
export const stageWords: Record<TransferStage, string> = {
  waiting: 'Waiting for its turn',
  pictures: 'Packing pictures',
  rows: 'Packing reports, documents and everything else',
  files: 'Writing tables and texts for people',
  storing: 'Putting it away',
  checking: 'Checking the archive and its pictures',
  reading: 'Reading its rows',
  finishing: 'Making sure that everything belongs together',
}

const figures: [keyof ArchiveCounts, one: string, more: string][] = [
  ['reports', 'report', 'reports'],
  ['report_rows', 'row', 'rows'],
  ['documents', 'document', 'documents'],
  ['posts', 'post', 'posts'],
  ['listeners', 'listener', 'listeners'],
  ['lists', 'list', 'lists'],
  ['imports', 'keyword file', 'keyword files'],
  ['images', 'picture', 'pictures'],
]

/** What there is of each, without what there is none of. */
export const contentsOf = (counts: ArchiveCounts): { figure: number; word: string }[] =>
  figures.flatMap(([name, one, more]) =>
    counts[name] > 0 ? [{ figure: counts[name], word: counts[name] === 1 ? one : more }] : [],
  )

export const sizeInWords = (bytes: number) =>
  bytes >= 1e9
    ? `${Number((bytes / 1e9).toFixed(1))} GB`
    : bytes >= 1e6
      ? `${Number((bytes / 1e6).toFixed(1))} MB`
      : `${Math.max(1, Math.round(bytes / 1000))} kB`

/** In an archive, and left out of it, as people would ask. */
export const comesAlong = [
  'Reports with every row, topic, page and discussion, and links to them that need no password',
  'Documents with all their versions and sources, brand voices, what the humanizer made',
  'Posts of the blog with their versions, the brand, pictures as they are',
  'Listeners with everything they heard, keyword lists and files, trends and volumes',
]
export const staysHere = [
  'People: their names and roles are in it to read; they are invited anew',
  'Secrets: API keys, webhook secrets, addresses of feeds, passwords of shared reports, the key of a model of your own',
  'The domain, which has to be shown to be yours where it goes; plans, units, invoices and payments',
]
