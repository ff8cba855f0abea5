import { Kbd } from '#ui/kbd.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/** Keys by the screens they work on. */
const groups: { title: string; keys: [keys: string, what: string][] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['mod+k', 'Search and run commands'],
      ['/', 'Search the list on the screen'],
      ['?', 'Show these keys'],
      ['escape', 'Close a dialog or menu'],
    ],
  },
  {
    title: 'Keywords and topics',
    keys: [
      ['arrowdown', 'Next row'],
      ['enter', 'Open the keyword'],
      ['space', 'Select the row'],
      ['shift+arrowdown', 'Select several rows'],
      ['mod+a', 'Select all that match'],
      ['mod+c', 'Copy for a spreadsheet'],
      ['mod+z', 'Undo a change of topics'],
    ],
  },
  {
    title: 'Outline',
    keys: [
      ['alt+arrowdown', 'Move a heading'],
      ['tab', 'Change its level'],
      ['enter', 'Edit it'],
      ['delete', 'Remove it'],
    ],
  },
  {
    title: 'Editor',
    keys: [
      ['mod+s', 'Save now'],
      ['mod+shift+enter', 'Start writing'],
      ['mod+shift+f', 'Focus on the text'],
      ['alt+enter', 'Open the comment at the cursor'],
      ['mod+z', 'Undo'],
    ],
  },
]

/** The list of keys, by "?". */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="subheading mb-1.5">{title}</h3>
            <dl className="border-line border-t">
              {keys.map(([key, what]) => (
                <div key={key} className="flex items-center justify-between gap-4 border-line border-b py-1.5">
                  <dt className="order-2 shrink-0">
                    <Kbd keys={key} />
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
