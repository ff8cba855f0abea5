import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDay, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { KeywordImport } from '../../contract.ts'
import { importFieldLabel, importKindLabels, leftOutTable } from './import-labels.ts'

export type ImportFactsProps = { item: KeywordImport }

/** Details of an import: format, columns, and each skipped row with its reason. */
export function ImportFacts({ item }: ImportFactsProps) {
  const used = item.columns.filter((column) => column.field !== null)
  const left = item.columns.filter((column) => column.field === null)
  return (
    <div className="grid gap-3 text-s">
      <p>
        <b className="font-[550]">{formatCount(item.accepted)}</b> of {plural(item.rows, 'row')} imported
        {item.rejected_total > 0 && <span className="text-warn">, {formatCount(item.rejected_total)} skipped</span>}.
        Format: {importKindLabels[item.kind]}
        {item.as_of && `, data from ${formatDay(item.as_of)}`}.
      </p>
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
      {item.rejected.length > 0 && <SkippedRows item={item} />}
    </div>
  )
}

const firstShown = 20

function SkippedRows({ item }: ImportFactsProps) {
  const [shown, setShown] = useState(firstShown)
  return (
    <Disclosure className="text-xs" summary="Skipped rows">
      <div className="mt-1 max-h-90 max-w-160 overflow-auto">
        <Table caption={`Skipped rows in ${item.file_name}`}>
          <thead>
            <tr>
              <TableHead className="w-20">Line</TableHead>
              <TableHead>Reason</TableHead>
            </tr>
          </thead>
          <tbody>
            {item.rejected.slice(0, shown).map(({ line, reason }) => (
              <TableRow key={`${line}${reason}`}>
                <TableCell className="text-ink-2">{formatCount(line)}</TableCell>
                <TableCell>{reason}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
        {shown < item.rejected.length && (
          <Button size="s" className="my-2" onClick={() => setShown(item.rejected.length)}>
            Show all {formatCount(item.rejected.length)}
          </Button>
        )}
        {item.rejected_total > item.rejected.length && (
          <p className="py-1 text-ink-3 text-xs">
            Showing the first {formatCount(item.rejected.length)} of {formatCount(item.rejected_total)} skipped rows.
          </p>
        )}
      </div>
    </Disclosure>
  )
}
