import { PackageOpen } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Progress } from '#ui/progress.tsx'
import { CallError } from '#web/call-error.tsx'
import { uploadWhole } from '#web/upload.ts'
import { useCall } from '#web/use-call.ts'
import { useFileDrop } from '#web/use-file-drop.ts'
import { portabilityContract, type WorkspaceImport } from '../contract.ts'
import { sizeInWords } from '../transfer-labels.ts'
import { portabilityErrorTexts } from './error-texts.ts'

export type ArchiveDropProps = { maxBytes: number; onTaken: (begun: WorkspaceImport) => Promise<void> }

/** Upload of a workspace archive by drop or file picker, with progress. */
export function ArchiveDrop({ maxBytes: mostBytes, onTaken }: ArchiveDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, error, run, clear } = useCall()
  const [sent, setSent] = useState({ name: '', share: 0 })
  const [tooLarge, setTooLarge] = useState<ErrorBody | null>(null)

  const send = async (file: File | undefined) => {
    if (!file || busy) return
    clear()
    const over = file.size > mostBytes
    setTooLarge(
      over
        ? {
            code: 'too_large',
            message: `${file.name} has ${file.size} bytes. The maximum is ${mostBytes} (ARCHIVE_MAX_MB).`,
            reason: 'archive_too_large',
            params: { max: mostBytes },
            retryable: false,
          }
        : null,
    )
    if (over) return
    setSent({ name: file.name, share: 0 })
    await run(async () => {
      const { import: begun } = await uploadWhole(portabilityContract.bring, file, (share) =>
        setSent({ name: file.name, share }),
      )
      await onTaken(begun)
    })
    if (input.current) input.current.value = ''
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
        <PackageOpen className="size-6 shrink-0 text-ink-3" strokeWidth={1.4} aria-hidden />
        {busy ? (
          <div className="min-w-48 flex-1" aria-live="polite">
            <p className="[overflow-wrap:anywhere]">
              {sent.share < 1 ? `Uploading ${sent.name}` : `Saving ${sent.name}`}
              {sent.share < 1 && <span className="text-ink-3 tabular-nums"> {Math.round(sent.share * 100)}%</span>}
            </p>
            <Progress
              className="mt-2 max-w-80"
              value={sent.share < 1 ? sent.share : null}
              label={sent.share < 1 ? 'Uploading the archive' : 'Saving the archive'}
            />
          </div>
        ) : (
          <>
            <div className="min-w-48 flex-1">
              <p className="text-m">Drop a workspace archive here</p>
              <p className="text-ink-3 text-xs">The original ZIP, up to {sizeInWords(mostBytes)}.</p>
            </div>
            <input
              ref={input}
              type="file"
              accept=".zip,application/zip"
              className="sr-only"
              tabIndex={-1}
              aria-label="Workspace archive"
              onChange={(event) => void send(event.target.files?.[0])}
            />
            <Button onClick={() => input.current?.click()}>Choose file</Button>
          </>
        )}
      </div>
      <CallError error={tooLarge ?? error} texts={portabilityErrorTexts} ownPlan />
    </div>
  )
}
