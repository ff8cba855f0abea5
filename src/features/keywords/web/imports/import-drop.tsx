import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '#ui/error-message.tsx'
import { Select } from '#ui/forms/select.tsx'
import { FileDrop } from '#web/components/file-drop.tsx'
import { type ImportKind, importKinds, type KeywordImport } from '../../contract.ts'
import { acceptedFiles, importKindLabels } from './import-labels.ts'
import { useImportReview } from './use-import-review.tsx'

export type ImportDropProps = {
  onImported: (added: KeywordImport) => void
  /** Another error about the file, shown when there's no upload error. */
  error?: string
}

/** Reads a dropped or chosen keyword file, shows how, and imports it. */
export function ImportDrop({ onImported, error }: ImportDropProps) {
  const [kind, setKind] = useState<ImportKind | ''>('')
  const { send, sending, failure, review } = useImportReview(onImported)

  return (
    <div className="grid gap-2">
      <FileDrop
        icon={FileUp}
        title="Drop a keyword file here"
        hint="Search Console, Bing Webmaster Tools, Keyword Planner, Semrush, Ahrefs, Google Trends, any keyword list, or SERPs (keyword, rank, URL). CSV, TSV, TXT, XLSX or zip, up to 25 MB."
        label="Keyword file"
        accept={acceptedFiles}
        sending={sending}
        steps={['Uploading file', 'Reading file']}
        next="Reading"
        onFile={(file) => send(file, kind || undefined)}
        field="import_id"
      >
        <Select
          aria-label="File format"
          className="w-auto!"
          value={kind}
          onChange={(event) => setKind(event.target.value as ImportKind | '')}
          options={[
            { value: '', label: 'Detect format' },
            ...importKinds.map((value) => ({ value, label: importKindLabels[value] })),
          ]}
        />
      </FileDrop>
      {(failure ?? error) && <ErrorNote>{failure ?? error}</ErrorNote>}
      {review}
    </div>
  )
}
