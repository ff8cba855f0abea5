import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import type { ErrorBody } from '#kit/errors.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { uploadWhole } from '#web/calls/upload.ts'
import { useCall } from '#web/calls/use-call.ts'
import { FileDrop } from '#web/components/file-drop.tsx'
import { portabilityContract, type WorkspaceImport } from '../../contract.ts'
import { sizeInWords } from '../../rules/transfer-labels.ts'
import { portabilityErrorTexts } from '../error-texts.ts'

export type ArchiveDropProps = { maxBytes: number; onTaken: (begun: WorkspaceImport) => Promise<void> }

/** Upload of a workspace archive by drop or file picker, with progress. */
export function ArchiveDrop({ maxBytes, onTaken }: ArchiveDropProps) {
  const { busy, error, run, clear } = useCall()
  const [sent, setSent] = useState({ name: '', share: 0 })
  const [tooLarge, setTooLarge] = useState<ErrorBody | null>(null)

  const send = async (file: File) => {
    if (busy) return
    clear()
    const over = file.size > maxBytes
    setTooLarge(
      over
        ? {
            code: 'too_large',
            message: `${file.name} has ${file.size} bytes. The maximum is ${maxBytes} (ARCHIVE_MAX_MB).`,
            reason: 'archive_too_large',
            params: { max: maxBytes },
            retryable: false,
          }
        : null,
    )
    if (over) return
    setSent({ name: file.name, share: 0 })
    await run(async () => {
      const { import: begun } = await uploadWhole(portabilityContract.importWorkspace, file, (share) =>
        setSent({ name: file.name, share }),
      )
      await onTaken(begun)
    })
  }

  return (
    <div className="grid gap-2">
      <FileDrop
        icon={PackageOpen}
        title="Drop a workspace archive here"
        hint={`The original ZIP, up to ${sizeInWords(maxBytes)}.`}
        label="Workspace archive"
        accept=".zip,application/zip"
        sending={busy ? sent : null}
        steps={['Uploading the archive', 'Saving the archive']}
        next="Saving"
        onFile={send}
      />
      <CallError error={tooLarge ?? error} texts={portabilityErrorTexts} ownPlan />
    </div>
  )
}
