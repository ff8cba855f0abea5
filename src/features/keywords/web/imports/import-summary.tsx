import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDay, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { KeywordImport } from '../../contract.ts'
import {
  describeReading,
  encodingLabel,
  importFieldLabel,
  importKindLabels,
  keywordColumnNotes,
  leftOutTable,
} from './import-labels.ts'

export type ImportFactsProps = {
  item: KeywordImport
  /** Opens the dialog that changes how the file is read. */
  onChangeReading?: () => void
}

/** Details of an import: format, columns, and each skipped row with its reason. */
export function ImportFacts({ item, onChangeReading }: ImportFactsProps) {
  const { reading } = item
  const used = item.columns.filter((column) => column.field !== null)
  const left = item.columns.filter((column) => column.field === null)
  return (
    <div className="grid gap-3 text-s">
      <p>
        <b className="font-[550]">{formatCount(item.accepted)}</b> of {plural(item.rows, 'row')} imported
        {item.rejected_total > 0 && <span className="text-warn">, {formatCount(item.rejected_total)} skipped</span>}
        {item.unread_total > 0 && <span className="text-warn">, {plural(item.unread_total, 'cell')} left out</span>}.
        Format: {importKindLabels[item.kind]}
        {item.as_of ? `, data from ${formatDay(item.as_of)}` : ', date of the data unknown'}.
      </p>
      {reading && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <span className="text-ink-3">
            Read with {describeReading(reading)}
            {keywordColumnNotes[reading.keyword_column.basis] &&
              `, keyword column ${keywordColumnNotes[reading.keyword_column.basis]}`}
            .
          </span>
          {onChangeReading && (
            <Button size="s" onClick={onChangeReading}>
              Change how it’s read
            </Button>
          )}
        </div>
      )}
      {reading && reading.encodings.length > 1 && (
        <p className="text-warn text-xs">
          More than one encoding is likely: {reading.encodings.map(encodingLabel).join(' or ')}. Check the spelling of
          the keywords.
        </p>
      )}
      {item.columns.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <span className="text-ink-3">Columns:</span>
          {used.map((column) => (
            <Badge key={column.header}>
              {column.header}
              {importFieldLabel(column.field ?? '').toLowerCase() !== column.header.toLowerCase() &&
                ` → ${importFieldLabel(column.field ?? '')}`}
            </Badge>
          ))}
          {left.length > 0 && (
            <span className="text-ink-3">
              not used: {left.map((column) => column.header || '(unnamed)').join(', ')}
            </span>
          )}
        </div>
      )}
      {item.left_out.length > 0 && (
        <p className="text-ink-3 text-xs">
          Not imported: {item.left_out.map(leftOutTable).join(', ')}.{' '}
          {item.left_out.some(({ holds }) => holds === 'keywords')
            ? 'One keyword table per file is imported: upload the others separately.'
            : 'Only keywords are imported.'}
        </p>
      )}
      {item.rejected.length > 0 && (
        <LineList
          summary="Skipped rows"
          caption={`Skipped rows in ${item.file_name}`}
          lines={item.rejected}
          total={item.rejected_total}
          what="skipped rows"
        />
      )}
      {item.unread.length > 0 && (
        <LineList
          summary="Cells left out"
          caption={`Cells left out in ${item.file_name}`}
          lines={item.unread.map(({ line, column, reason }) => ({
            line,
            reason: column ? `${column}: ${reason}` : reason,
          }))}
          total={item.unread_total}
          what="cells left out"
        />
      )}
    </div>
  )
}

const firstShown = 20

type LineListProps = {
  summary: string
  caption: string
  lines: { line: number; reason: string }[]
  total: number
  what: string
}

function LineList({ summary, caption, lines, total, what }: LineListProps) {
  const [shown, setShown] = useState(firstShown)
  return (
    <Disclosure className="text-xs" summary={summary}>
      <div className="mt-1 max-h-90 max-w-160 overflow-auto">
        <Table caption={caption}>
          <thead>
            <tr>
              <TableHead className="w-20">Line</TableHead>
              <TableHead>Reason</TableHead>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shown).map(({ line, reason }) => (
              <TableRow key={`${line}${reason}`}>
                <TableCell className="text-ink-2">{formatCount(line)}</TableCell>
                <TableCell>{reason}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
        {shown < lines.length && (
          <Button size="s" className="my-2" onClick={() => setShown(lines.length)}>
            Show all {formatCount(lines.length)}
          </Button>
        )}
        {total > lines.length && (
          <p className="py-1 text-ink-3 text-xs">
            Showing the first {formatCount(lines.length)} of {formatCount(total)} {what}.
          </p>
        )}
      </div>
    </Disclosure>
  )
}
