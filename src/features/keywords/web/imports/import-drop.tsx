import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '#ui/error-message.tsx'
import { Select } from '#ui/forms/select.tsx'
import { getErrorText, getSentence } from '#web/calls/error-texts.ts'
import { upload } from '#web/calls/upload.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ImportAdded, type ImportKind, importKinds, importsContract, type KeywordImport } from '../../contract.ts'
import { keywordErrorTexts } from '../error-texts.ts'
import { acceptedFiles, importKindLabels } from './import-labels.ts'
import { ReviewImport } from './import-review.tsx'

export type ImportDropProps = {
  onImported: (added: KeywordImport) => void
  /** Another error about the file, shown when there's no upload error. */
  error?: string
}

const largest = 25_000_000

/** Reads a dropped or chosen keyword file, shows how, and imports it. */
export function ImportDrop({ onImported, error }: ImportDropProps) {
  const { workspace } = useSignedIn()
  const [kind, setKind] = useState<ImportKind | ''>('')
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [review, setReview] = useState<{ file: File; kind: ImportKind | undefined; first: ImportAdded } | null>(null)

  const send = async (file: File) => {
    if (sending) return
    if (file.size > largest) {
      const params = { max_mb: largest / 1_000_000 }
      const tooLarge = { code: 'too_large', field: 'file', reason: 'file_too_large', params } as const
      setFailure(getErrorText(tooLarge, keywordErrorTexts))
      return
    }
    setFailure(null)
    setSending({ name: file.name, share: 0 })
    try {
      const first = await upload(
        importsContract.add,
        { workspace_id: workspace._id, file, ...(kind ? { kind } : {}), dry_run: true },
        (share) => setSending({ name: file.name, share }),
      )
      setReview({ file, kind: kind || undefined, first })
    } catch (thrown) {
      setFailure(getSentence(thrown, keywordErrorTexts))
    } finally {
      setSending(null)
    }
  }

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
        onFile={send}
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
      {review && <ReviewImport {...review} onClose={() => setReview(null)} onImported={onImported} />}
    </div>
  )
}
