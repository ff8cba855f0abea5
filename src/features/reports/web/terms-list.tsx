import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Term } from '../contract.ts'

export type TermsListProps = {
  terms: Term[]
  /** How many ranking pages were read. */
  pagesRead: number
}

const kinds: Record<Term['kind'], string> = { word: '', phrase: 'phrase', entity: 'name' }

/** What the pages that rank speak of: how much, and on how many of them. */
export function TermsList({ terms, pagesRead }: TermsListProps) {
  if (terms.length === 0)
    return (
      <EmptyState level={3} title="No terms">
        Terms come from ranking pages, and none of those could be read.
      </EmptyState>
    )
  const most = Math.max(...terms.map((term) => term.weight))
  return (
    <Table caption={`Terms on ${plural(pagesRead, 'ranking page')}`}>
      <thead>
        <tr>
          <TableHead>Term</TableHead>
          <TableHead>Weight</TableHead>
          <TableHead numeric>Pages</TableHead>
        </tr>
      </thead>
      <tbody>
        {terms.map((term) => (
          <TableRow key={`${term.kind}${term.term}`}>
            <TableCell className="w-1/2">
              {term.term}
              {kinds[term.kind] && <Badge className="ml-2">{kinds[term.kind]}</Badge>}
            </TableCell>
            <TableCell>
              <span
                className="block h-[3px] rounded-xs bg-line"
                title={`${Math.round((term.weight / most) * 100)} of 100`}
              >
                <span
                  className="block h-full rounded-xs bg-ink-2"
                  style={{ width: `${(term.weight / most) * 100}%` }}
                />
              </span>
              <span className="sr-only">{Math.round((term.weight / most) * 100)} of 100</span>
            </TableCell>
            <TableCell numeric className="text-ink-2">
              {term.pages} of {pagesRead}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
