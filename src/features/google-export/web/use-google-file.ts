import { useState } from 'react'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type GoogleFileLink, type GoogleTarget, googleExportContract } from '../contract.ts'

/** One file in Google Drive, and the consent it needs. */
export function useGoogleFile(workspaceId: string, target: GoogleTarget) {
  const { busy, error, run } = useCall()
  const [key] = useState(randomKey)
  const [file, setFile] = useState<GoogleFileLink | null>(null)
  return {
    busy,
    error,
    file,
    create: () =>
      run(async () => {
        const input = { workspace_id: workspaceId, ...target }
        setFile((await api(googleExportContract.export, input, { idempotencyKey: key })).file)
      }),
    /** Leaves the page for Google, which leads back to `/app/google`. */
    connect: () =>
      run(async () => {
        const { url } = await api(googleExportContract.connect, { workspace_id: workspaceId, export: target })
        window.location.assign(url)
      }),
  }
}
