import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type ReportHead, reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'

export type EditReportDialogProps = {
  head: ReportHead
  /** Tags used in the workspace, offered while typing. */
  tags: string[]
  onClose: () => void
}

/** Renames a report, and changes its tags and note. */
export function EditReportDialog({ head, tags: known, onClose }: EditReportDialogProps) {
  const { revalidate } = useRevalidator()
  const [title, setTitle] = useState(head.title ?? '')
  const [tags, setTags] = useState((head.tags ?? []).join(', '))
  const [note, setNote] = useState(head.note ?? '')
  const form = useContractForm({
    endpoint: reportsContract.update,
    fields: ['title', 'tags', 'note'],
    texts: reportErrorTexts,
    getInput: () => ({ _id: head._id, title, tags: splitTags(tags), note }),
    send: async (input) => {
      await api(reportsContract.update, input)
      notify.done('Report saved')
      onClose()
      await revalidate()
      return null
    },
  })
  const unused = known.filter((tag) => !splitTags(tags).includes(tag)).slice(0, 8)
  return (
    <FormDialog title="Edit report" form={form} action="Save report" onClose={onClose}>
      <Field label="Name" hint={`Leave empty to use the query, “${head.query}”.`} {...form.field('title')}>
        <Input value={title} placeholder={head.query} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field label="Tags" hint="Separate tags with commas." {...form.field('tags')}>
        <Input value={tags} onChange={(event) => setTags(event.target.value)} autoComplete="off" />
      </Field>
      {unused.length > 0 && (
        <p className="-mt-2 flex flex-wrap gap-1.5">
          {unused.map((tag) => (
            <Button
              key={tag}
              size="s"
              aria-label={`Add tag ${tag}`}
              onClick={() => setTags([...splitTags(tags), tag].join(', '))}
            >
              {tag}
            </Button>
          ))}
        </p>
      )}
      <Field label="Note" {...form.field('note')}>
        <Textarea value={note} rows={4} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

const splitTags = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]
