import { useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { type KeywordList, listsContract } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'

export type RenameListProps = {
  /** Null keeps the dialog closed. */
  list: KeywordList | null
  onClose: () => void
  onRenamed: () => void
}

/** The dialog of one list: it starts with the list's present name. */
export function RenameList({ list, ...rest }: RenameListProps) {
  return list && <RenameForm key={list._id} list={list} {...rest} />
}

function RenameForm({ list, onClose, onRenamed }: RenameListProps & { list: KeywordList }) {
  const [name, setName] = useState(list.name)
  const form = useContractForm({
    endpoint: listsContract.rename,
    fields: ['name'],
    texts: keywordErrorTexts,
    getInput: () => ({ _id: list._id, name }),
    send: async (input) => {
      await api(listsContract.rename, input)
      onRenamed()
      onClose()
      return null
    },
  })
  return (
    <FormDialog width="s" title="Rename list" form={form} action="Rename list" onClose={onClose}>
      <Field label="Name" {...form.field('name')}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
