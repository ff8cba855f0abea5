import { useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { plural } from '#ui/format/format.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ImportAdded, type ImportKind, importsContract, type KeywordImport } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { EncodingChoice } from './encoding-choice.tsx'
import { type Choices, ReadingFields, useReading } from './import-choices.tsx'
import { describeReading, importKindLabels, keywordColumnNotes } from './import-labels.ts'
import { ImportedRows } from './imported-rows.tsx'

export type ReviewImportProps = {
  file: File
  kind: ImportKind | undefined
  /** How it's read, with nothing decided by hand. */
  first: ImportAdded
  onClose: () => void
  onImported: (added: KeywordImport) => void
}

/** Dialog that shows how a file is read, before it's imported, and lets each decision be changed. */
export function ReviewImport({ file, kind, first, onClose, onImported }: ReviewImportProps) {
  const { workspace } = useSignedIn()
  const getInput = ({ kind: chosen, ...choices }: Choices) => ({
    workspace_id: workspace._id,
    file,
    ...(chosen ? { kind: chosen } : {}),
    ...(Object.keys(choices).length > 0 ? { choices: JSON.stringify(choices) } : {}),
  })
  const { choices, set, preview } = useReading(
    (chosen) => upload(importsContract.add, { ...getInput(chosen), dry_run: true }, () => undefined),
    { first, start: kind ? { kind } : {} },
  )
  const [open, setOpen] = useState(false)
  const shown = preview.read ?? first
  const readings = first.import.reading?.readings ?? []
  const isOpenChoice = readings.length > 1 && choices.encoding === undefined
  const form = useContractForm({
    endpoint: importsContract.add,
    fields: [],
    texts: keywordErrorTexts,
    getInput: () => {
      if (isOpenChoice)
        throw new AppError('invalid_input', 'Choose an encoding.', { field: 'choices', reason: 'encoding_open' })
      return getInput(choices)
    },
    send: async (input) => {
      const { import: added } = await upload(importsContract.add, input, () => undefined)
      onImported(added)
      onClose()
      return null
    },
  })
  const { import: item } = shown
  const isEncodingOpen = form.error?.reason === 'encoding_open'
  return (
    <FormDialog
      width="l"
      title={`Import ${file.name}`}
      description={describeImport(item)}
      form={{ ...form, callError: { ...form.callError, error: isEncodingOpen ? null : form.error } }}
      action={`Import ${plural(item.keywords, 'keyword')}`}
      onClose={onClose}
    >
      {readings.length > 1 && (
        <EncodingChoice
          readings={readings}
          chosen={choices.encoding}
          onChoose={(encoding) => set('encoding', encoding)}
          error={isOpenChoice && isEncodingOpen ? getErrorText(form.error!, keywordErrorTexts) : null}
        />
      )}
      <ImportedRows read={shown} error={preview.error} />
      <Disclosure summary="Change how it’s read" open={open} onToggle={setOpen}>
        <div className="mt-3">
          <ReadingFields item={item} choices={choices} set={set} field={() => ({})} />
        </div>
      </Disclosure>
    </FormDialog>
  )
}

/** "Keyword list · encoding utf-8, columns separated by comma … · keywords from “Query”" */
function describeImport({ kind, reading, columns }: KeywordImport): string {
  const { index, basis } = reading?.keyword_column ?? { index: 0, basis: 'only' as const }
  const header = columns[index]?.header || `column ${index + 1}`
  const note = keywordColumnNotes[basis]
  return [
    importKindLabels[kind],
    reading && `read with ${describeReading(reading)}`,
    columns.length > 1 && `keywords from “${header}”${note ? `, ${note}` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
