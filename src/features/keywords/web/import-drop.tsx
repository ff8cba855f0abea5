import { FileUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { Progress } from '#ui/progress.tsx'
import { Select } from '#ui/select.tsx'
import { getErrorText } from '#web/error-texts.ts'
import { getSentence } from '#web/loader-calls.ts'
import { upload } from '#web/upload.ts'
import { useFileDrop } from '#web/use-file-drop.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type ImportKind, importKinds, importsContract, type KeywordImport } from '../contract.ts'
import { keywordErrorTexts } from './error-texts.ts'
import { acceptedFiles, importKindLabels } from './import-labels.ts'

export type ImportDropProps = {
  onImported: (added: KeywordImport) => void
  /** Another error about the file, shown when there's no upload error. */
  error?: string
}

const largest = 25_000_000

/** Uploads a dropped or chosen keyword file and shows its progress. */
export function ImportDrop({ onImported, error }: ImportDropProps) {
  const { workspace } = useSignedIn()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [kind, setKind] = useState<ImportKind | ''>('')
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async (file: File | undefined) => {
    if (!file || sending) return
    if (file.size > largest) {
      const params = { max_mb: largest / 1_000_000 }
      const tooLarge = { code: 'too_large', field: 'file', reason: 'file_too_large', params } as const
      setFailure(getErrorText(tooLarge, keywordErrorTexts))
      return
    }
    setFailure(null)
    setSending({ name: file.name, share: 0 })
    try {
      const { import: added } = await upload(
        importsContract.add,
        { workspace_id: workspace._id, file, ...(kind ? { kind } : {}) },
        (share) => setSending({ name: file.name, share }),
      )
      onImported(added)
    } catch (thrown) {
      setFailure(getSentence(thrown, keywordErrorTexts))
    } finally {
      setSending(null)
      if (input.current) input.current.value = ''
    }
  }
  const { over, zone } = useFileDrop((file) => void send(file))

  return (
    <div className="grid gap-2">
      <div
        {...zone}
        className={cx(
          'flex min-h-27 flex-wrap items-center gap-x-6 gap-y-3 rounded-l border border-dashed px-5 py-4',
          over ? 'border-accent bg-accent-wash' : 'border-mark bg-panel',
        )}
      >
        <FileUp className="size-6 shrink-0 text-ink-3" strokeWidth={1.4} aria-hidden />
        {sending ? (
          <div className="min-w-48 flex-1" aria-live="polite">
            <p>
              {sending.share < 1 ? `Uploading ${sending.name}` : `Reading ${sending.name}`}
              {sending.share < 1 && <span className="text-ink-3"> {Math.round(sending.share * 100)}%</span>}
            </p>
            <Progress
              className="mt-2 max-w-80"
              value={sending.share < 1 ? sending.share : null}
              label={sending.share < 1 ? 'Uploading file' : 'Reading file'}
            />
          </div>
        ) : (
          <>
            <div className="min-w-48 flex-1">
              <p className="text-m">Drop a keyword file here</p>
              <p className="text-ink-3 text-xs">
                Search Console, Keyword Planner, Semrush, Ahrefs or any keyword list. CSV, TSV, TXT, XLSX or zip, up to
                25 MB.
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
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
              <input
                ref={input}
                id={id}
                type="file"
                accept={acceptedFiles}
                className="sr-only"
                tabIndex={-1}
                aria-label="Keyword file"
                onChange={(event) => void send(event.target.files?.[0])}
              />
              <Button data-field="import_id" onClick={() => input.current?.click()}>
                Choose file
              </Button>
            </div>
          </>
        )}
      </div>
      {(failure ?? error) && <ErrorNote>{failure ?? error}</ErrorNote>}
    </div>
  )
}
