import { useRef, useState } from 'react'
import { importsContract, type KeywordImport } from '#features/keywords/contract.ts'
import { keywordErrorTexts } from '#features/keywords/web/error-texts.ts'
import { acceptedFiles } from '#features/keywords/web/imports/import-labels.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { getSentence } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'

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
  const { workspace } = useSignedIn()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const files = imports.filter(({ kind }) => kind === 'serp')

  const send = async (file: File | undefined) => {
    if (!file || busy) return
    setFailure(null)
    setBusy(true)
    try {
      const entry = { workspace_id: workspace._id, file, kind: 'serp' as const }
      onImported((await upload(importsContract.add, entry, () => {})).import)
    } catch (thrown) {
      setFailure(getSentence(thrown, keywordErrorTexts))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
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
              label: `${file.file_name} (${formatCount(file.keywords)} keywords)`,
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
        onChange={(event) => void send(event.target.files?.[0])}
      />
      <Button size="s" className="justify-self-start" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? 'Uploading file…' : 'Upload SERP file'}
      </Button>
    </div>
  )
}
