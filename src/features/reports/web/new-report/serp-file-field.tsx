import { useRef } from 'react'
import type { KeywordImport } from '#features/keywords/contract.ts'
import { acceptedFiles } from '#features/keywords/web/imports/import-labels.ts'
import { useImportReview } from '#features/keywords/web/imports/use-import-review.tsx'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'

export type SerpFileFieldProps = {
  /** Id of the chosen SERP file; empty without. */
  value: string
  imports: KeywordImport[]
  error?: string
  onChange: (importId: string) => void
  onImported: (added: KeywordImport) => void
}

/** Results someone has already, so that keywords can be grouped by SERPs without paying for them. */
export function SerpFileField({ value, imports, error, onChange, onImported }: SerpFileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { send, sending, failure, review } = useImportReview(onImported)
  const files = imports.filter(({ kind }) => kind === 'serp')

  const choose = (file: File | undefined) => {
    if (file) void send(file, 'serp')
    // So that the same file can be chosen again.
    if (input.current) input.current.value = ''
  }

  return (
    <div className="grid gap-2">
      <Field
        label="SERP file"
        error={failure ?? error}
        hint="Results you already have: a CSV or XLSX file with keyword, rank and URL. Paid sources are only called for keywords it lacks."
      >
        <Select
          name="serp_import_id"
          className="max-w-120"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          options={[
            { value: '', label: 'None' },
            ...files.map((file) => ({
              value: file._id,
              label: `${file.file_name} (${plural(file.keywords, 'keyword')})`,
            })),
          ]}
        />
      </Field>
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        className="sr-only"
        tabIndex={-1}
        aria-label="Upload SERP file"
        onChange={(event) => choose(event.target.files?.[0])}
      />
      <Button
        size="s"
        className="justify-self-start"
        disabled={sending !== null}
        onClick={() => input.current?.click()}
      >
        {sending ? 'Uploading file…' : 'Upload SERP file'}
      </Button>
      {review}
    </div>
  )
}
