import { useEffect, useState } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { debounce } from '#web/calls/debounce.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type KeywordList, listsContract, type PasteAnswer } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { importFieldLabel } from '../imports/import-labels.ts'

export type AddKeywordsProps = {
  /** Null keeps the dialog closed. */
  list: KeywordList | null
  onClose: () => void
  onAdded: () => void
}

/** Counted when typing or pasting pauses. */
const settleMs = 300

/** Dialog that adds pasted keywords or rows of a spreadsheet to a list, and counts them first. Closing it keeps what was typed. */
export function AddKeywords({ list, onClose, onAdded }: AddKeywordsProps) {
  const [text, setText] = useState('')
  const listId = list?._id ?? ''
  const counted = usePreview(listId, text)
  const form = useContractForm({
    endpoint: listsContract.paste,
    fields: ['text'],
    texts: keywordErrorTexts,
    getInput: () => ({ _id: listId, text }),
    send: async (input) => {
      const { added, duplicates, invalid } = await api(listsContract.paste, input)
      const left = [
        duplicates > 0 && `${formatCount(duplicates)} ${duplicates === 1 ? 'was a duplicate' : 'were duplicates'}.`,
        invalid > 0 && `${plural(invalid, 'line')} couldn’t be read.`,
      ]
      notify.done(`${plural(added, 'keyword')} added.`, { detail: left.filter(Boolean).join(' ') || undefined })
      setText('')
      onAdded()
      onClose()
      return null
    },
  })
  const close = () => {
    form.clear()
    onClose()
  }
  const count = counted?.added ?? 0
  return (
    <FormDialog
      open={list !== null}
      title={`Add keywords to ${list?.name ?? ''}`}
      form={form}
      action={count > 0 ? `Add ${plural(count, 'keyword')}` : 'Add keywords'}
      onClose={close}
    >
      <Field
        label="Keywords"
        {...form.field('text')}
        required
        hint="One per line, or rows copied from a spreadsheet. With a header row, volume, KD, CPC and position are kept."
      >
        <Textarea rows={10} value={text} onChange={(event) => setText(event.target.value)} spellCheck={false} />
      </Field>
      {counted && <Preview {...counted} />}
    </FormDialog>
  )
}

/** What would be added; null until it's counted, or where nothing can be read. */
function usePreview(listId: string, text: string): PasteAnswer | null {
  const [counted, setCounted] = useState<PasteAnswer | null>(null)
  useEffect(() => {
    setCounted(null)
    if (text.trim() === '' || listId === '') return
    const count = (signal: AbortSignal) =>
      api(listsContract.paste, { _id: listId, text, dry_run: true }, { signal }).then(
        (answer) => !signal.aborted && setCounted(answer),
        // Adding says what is wrong.
        () => undefined,
      )
    return debounce(count, settleMs)
  }, [listId, text])
  return counted
}

function Preview({ added, duplicates, invalid, invalid_lines: lines, columns, sample }: PasteAnswer) {
  const known = columns.filter(({ field }) => field !== null)
  const skipped = columns.filter(({ field }) => field === null)
  return (
    <div className="grid gap-2 rounded-l border border-line px-3.5 py-3 text-s" role="status">
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {(
          [
            ['New', added],
            ['Duplicate', duplicates],
            ['Invalid', invalid],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="flex items-baseline gap-1.5">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-[550]">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {sample.length > 0 && <p className="truncate text-ink-2">{sample.join(' · ')}</p>}
      {known.length > 1 && (
        <p className="text-xs text-ink-3">
          Columns: {known.map(({ header, field }) => `${header} (${importFieldLabel(field!)})`).join(', ')}
          {skipped.length > 0 && `. Skipped: ${skipped.map(({ header }) => header).join(', ')}`}.
        </p>
      )}
      {lines.length > 0 && (
        <ul className="text-xs text-ink-3">
          {lines.slice(0, 3).map(({ line, reason }) => (
            <li key={line}>
              Line {formatCount(line)}: {reason}
            </li>
          ))}
          {invalid > 3 && <li>{plural(invalid - 3, 'more line')}.</li>}
        </ul>
      )}
    </div>
  )
}
