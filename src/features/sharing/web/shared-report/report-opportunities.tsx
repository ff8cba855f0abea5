import type { Opportunities, Row } from '#features/reports/contract.ts'
import { lowDifficulty } from '#features/reports/rules/opportunities.ts'
import { none, showVolume } from '#features/reports/web/keyword-labels.ts'
import { getOrigin } from '#features/reports/web/report/keywords/drawer/keyword-facts.tsx'
import { IntentChip } from '#features/reports/web/report/topics/intent-chip.tsx'
import { volumeNote } from '#features/reports/web/volume-notes.ts'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import { opportunitiesPart } from './report-contents.tsx'
import { ReportHeading } from './report-heading.tsx'

/** Keywords worth a page, with who measured their numbers and how well the ranking pages answer them. */
export function ReportOpportunities({ opportunities }: { opportunities: Opportunities | null }) {
  if (!opportunities || opportunities.items.length === 0) return null
  const { items, pages } = opportunities
  return (
    <section id={opportunitiesPart.id} aria-labelledby="opportunities-title" className="scroll-mt-10 pt-9 print:pt-8">
      <ReportHeading id="opportunities-title" title={opportunitiesPart.title} about={describe(opportunities)} />
      <Table caption="Keywords worth a page">
        <thead>
          <tr>
            <TableHead>Keyword</TableHead>
            <TableHead numeric>Volume</TableHead>
            <TableHead numeric>KD</TableHead>
            <TableHead>Intent</TableHead>
            <TableHead>Ranking pages</TableHead>
          </tr>
        </thead>
        <tbody>
          {items.map(({ row, answers }) => (
            <TableRow key={row._id} className="break-inside-avoid">
              <TableCell className="min-w-44 font-[550] [overflow-wrap:anywhere]">{row.text}</TableCell>
              <TableCell numeric>{showVolume(row.volume)}</TableCell>
              <TableCell numeric>{row.difficulty === null ? none : Math.round(row.difficulty)}</TableCell>
              <TableCell>
                <IntentChip intent={row.intent?.main ?? null} />
              </TableCell>
              <TableCell className="min-w-36">
                <Answers answers={answers} pages={pages} />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="pt-2 text-xs text-ink-3">{getNotes(opportunities).join(' ')}</p>
    </section>
  )
}

/** "Partly answered", and by how many of the pages. */
function Answers({ answers, pages }: { answers: number | null; pages: number | null }) {
  if (answers === null || pages === null) return <span className="text-ink-3">not known</span>
  return (
    <>
      <span className={cx('block', answers === 0 && 'font-[550] text-accent-ink')}>
        {answers === 0 ? 'Not answered' : answers * 2 < pages ? 'Partly answered' : 'Well answered'}
      </span>
      <span className="block text-xs text-ink-3">{`${answers} of ${plural(pages, 'page')}`}</span>
    </>
  )
}

/** What is listed, and by what it is ordered. */
function describe({ ordered_by, pages }: Opportunities): string {
  const listed = `Keywords with a KD of ${lowDifficulty} or less${pages === null ? '' : ', or that no ranking page answers'}`
  if (ordered_by === 'volume') return `${listed}, most searched first.`
  const order =
    ordered_by === 'popularity'
      ? 'popularity: how high and how often sources suggested them'
      : 'their order in the report'
  return `${listed}. This report has no search volumes, so they’re sorted by ${order}.`
}

/** Who measured the numbers, and what the words in the table mean. */
function getNotes({ ordered_by, pages, items }: Opportunities): string[] {
  const rows: Row[] = items.map(({ row }) => row)
  const origins = new Set(items.flatMap(({ difficulty }) => (difficulty ? [getOrigin(difficulty)] : [])))
  return [
    ...(ordered_by === 'volume' ? [`${volumeNote(rows)} Volumes are searches per month.`] : []),
    origins.size > 0
      ? `KD: ${[...origins].join('; ')}. KD is 0 to 100, and lower is easier.`
      : 'No source returned KD.',
    ...(origins.size > 0 && rows.some(({ difficulty }) => difficulty === null)
      ? [`“${none}”: no source has a KD for the keyword.`]
      : []),
    pages === null
      ? 'How well the ranking pages answer these keywords isn’t known.'
      : `A ranking page of the report’s topic answers a keyword if one of its headings has most of the words that the keyword adds to the topic. ${plural(pages, 'page')} could be read.`,
  ]
}
