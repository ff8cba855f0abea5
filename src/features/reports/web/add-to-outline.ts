import { notify } from '#ui/toast.tsx'
import type { Heading, Row } from '../contract.ts'
import { changeHeadings, undoHeadings, withHeadings, withoutText } from './outline-storage.ts'

const asHeading = (text: string): Heading => ({ type: 'h2', text: text.charAt(0).toUpperCase() + text.slice(1) })

/** Puts phrases into the gathered outline as headings, and says so: the outline may stand on another tab. */
export function rowsToOutline(rows: Row[]) {
  changeHeadings((items) =>
    withHeadings(
      items,
      rows.map((row) => asHeading(row.text)),
    ),
  )
  notify.done(rows.length === 1 ? 'Added to the outline' : `Added ${rows.length} to the outline`, {
    action: { label: 'Undo', onClick: undoHeadings },
  })
}

/** Puts headings of a page in, or takes them out. */
export function pickHeadings(headings: Heading[], on: boolean) {
  changeHeadings((items) =>
    on ? withHeadings(items, headings) : headings.reduce((left, heading) => withoutText(left, heading.text), items),
  )
}
