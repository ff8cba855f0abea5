import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { useCall } from '#web/use-call.ts'
import { type KeywordList, listsContract, maxItemsACall } from '../contract.ts'
import { keywordLines } from '../keyword-lines.ts'
import { keywordErrorTexts } from './error-texts.ts'

export type AddKeywordsProps = {
  /** Null keeps the dialog closed. */
  list: KeywordList | null
  onClose: () => void
  onAdded: () => void
}

/** Dialog that adds pasted keywords, one per line, to a list. */
export function AddKeywords({ list, onClose, onAdded }: AddKeywordsProps) {
  const call = useCall()
  const [text, setText] = useState('')
  const lines = keywordLines(text)
  const long = lines.find((line) => line.length > 200)
  const close = () => {
    call.clear()
    onClose()
  }
  const save = () =>
    call.run(async () => {
      if (!list) return
      let added = 0
      for (let at = 0; at < lines.length; at += maxItemsACall) {
        const items = lines.slice(at, at + maxItemsACall).map((line) => ({ text: line }))
        added += (await api(listsContract.addItems, { _id: list._id, items })).added
      }
      const duplicates = lines.length - added
      notify.done(
        `${plural(added, 'keyword')} added.`,
        duplicates > 0
          ? { detail: `${formatCount(duplicates)} ${duplicates === 1 ? 'was' : 'were'} already in the list.` }
          : {},
      )
      setText('')
      onAdded()
      onClose()
    })
  return (
    <Dialog
      open={list !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={`Add keywords to ${list?.name ?? ''}`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="solid"
            busy={call.busy}
            disabled={lines.length === 0 || long !== undefined}
            onClick={() => void save()}
          >
            {lines.length > 0 ? `Add ${plural(lines.length, 'keyword')}` : 'Add keywords'}
          </Button>
        </>
      }
    >
      <Field
        label="Keywords, one per line"
        hint="Keywords already in the list don’t change."
        error={long && `“${long.slice(0, 60)}…” is longer than 200 characters.`}
      >
        <Textarea rows={10} value={text} onChange={(event) => setText(event.target.value)} spellCheck={false} />
      </Field>
      <CallError className="mt-3" error={call.error} texts={keywordErrorTexts} />
    </Dialog>
  )
}
