import { notify } from '#ui/overlays/toast.tsx'
import type { Heading, Row } from '../../../contract.ts'
import { changeHeadings, undoHeadings, withHeadings, withoutText } from './outline-storage.ts'

const asHeading = (text: string): Heading => ({ type: 'h2', text: text.charAt(0).toUpperCase() + text.slice(1) })

/** Adds phrases to the outline as headings and shows a toast, since the outline may be on another tab. */
export function rowsToOutline(rows: Pick<Row, 'text'>[]) {
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

/** Adds a page's headings to the outline, or removes them. */
export function pickHeadings(headings: Heading[], on: boolean) {
  changeHeadings((items) =>
    on ? withHeadings(items, headings) : headings.reduce((left, heading) => withoutText(left, heading.text), items),
  )
}
