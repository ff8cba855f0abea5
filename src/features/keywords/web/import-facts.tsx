import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount, formatDay, plural } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { KeywordImport } from '../contract.ts'
import { importFieldLabel, importKindLabels } from './import-words.ts'

export type ImportFactsProps = { item: KeywordImport }

/** What was read from a file: what it was taken for, which columns, and each line that was refused with why. */
export function ImportFacts({ item }: ImportFactsProps) {
  const used = item.columns.filter((column) => column.field !== null)
  const left = item.columns.filter((column) => column.field === null)
  return (
    <div className="grid gap-3 text-s">
      <p>
        <b className="font-[550]">{formatCount(item.accepted)}</b> of {plural(item.rows, 'row')} taken
        {item.rejected_total > 0 && <span className="text-warn">, {formatCount(item.rejected_total)} refused</span>}.
        Read as: {importKindLabels[item.kind]}
        {item.as_of && `, numbers of ${formatDay(item.as_of)}`}.
      </p>
      {item.columns.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <span className="text-ink-3">Columns:</span>
          {used.map((column) => (
            <Badge key={column.header}>
              {column.header}
              {importFieldLabel(column.field ?? '') !== column.header.toLowerCase() &&
                ` → ${importFieldLabel(column.field ?? '')}`}
            </Badge>
          ))}
          {left.length > 0 && (
            <span className="text-ink-3">
              not used: {left.map((column) => column.header || '(no name)').join(', ')}
            </span>
          )}
        </div>
      )}
      {item.rejected.length > 0 && <Refused item={item} />}
    </div>
  )
}

const firstShown = 20

function Refused({ item }: ImportFactsProps) {
  const [shown, setShown] = useState(firstShown)
  return (
    <Disclosure className="text-xs" summary="What was refused, line by line">
      <div className="mt-1 max-h-90 max-w-160 overflow-auto">
        <Table caption={`Refused lines of ${item.file_name}`}>
          <thead>
            <tr>
              <TableHead className="w-20">Line</TableHead>
              <TableHead>Why</TableHead>
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
            The first {formatCount(item.rejected.length)} of {formatCount(item.rejected_total)} are kept.
          </p>
        )}
      </div>
    </Disclosure>
  )
}
