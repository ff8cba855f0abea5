import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { importsContract, type KeywordImport } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { ReadingFields, ReadingPreview, readingFields, useReading } from './import-choices.tsx'

export type ChangeReadingProps = {
  item: KeywordImport
  onClose: () => void
  onChanged: (changed: KeywordImport) => void
}

/** Dialog that changes how an import's file is read, and shows the first keywords before anything is replaced. */
export function ChangeReading({ item, onClose, onChanged }: ChangeReadingProps) {
  const { choices, set, preview } = useReading(
    (chosen) => api(importsContract.read, { _id: item._id, ...chosen, dry_run: true }),
    { first: null },
  )
  const form = useContractForm({
    endpoint: importsContract.read,
    fields: readingFields,
    texts: keywordErrorTexts,
    getInput: () => ({ _id: item._id, ...choices }),
    send: async (input) => {
      const { import: changed } = await api(importsContract.read, input)
      notify.done(`${item.file_name} was read again: ${plural(changed.keywords, 'keyword')}.`)
      onChanged(changed)
      onClose()
      return null
    },
  })
  return (
    <FormDialog
      width="l"
      title={`How ${item.file_name} is read`}
      description="A change replaces the keywords of this import. Reports that were made from it stay as they are."
      form={form}
      action="Read file again"
      onClose={onClose}
    >
      <ReadingFields
        item={preview.read?.import ?? item}
        choices={choices}
        set={set}
        // All are optional: without a choice they're detected.
        field={(name) => ({ ...form.field(name), required: undefined })}
      />
      <ReadingPreview {...preview} />
    </FormDialog>
  )
}
