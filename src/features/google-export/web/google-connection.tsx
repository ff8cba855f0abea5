import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { type GoogleConnection, googleExportContract } from '../contract.ts'
import { googleErrorTexts } from './error-texts.ts'

type Props = { workspaceId: string; connection: GoogleConnection; onChanged: () => void }

/** The person's own Google account, to disconnect it. Nothing where it isn't set up. */
export function GoogleConnectionPanel({ workspaceId, connection, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { available, connected_at } = connection
  if (!available) return null
  return (
    <section aria-labelledby="google-connection" className="mt-10 max-w-220">
      <h2 id="google-connection" className="mb-1 font-[550] text-m">
        Google Docs and Sheets
      </h2>
      {connected_at ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-44 flex-1 text-ink-2 text-s">
            Your Google account is connected since <DateTime at={connected_at} />. Only you can use it, and Earshot sees
            only the files it creates.
          </p>
          <Button onClick={() => setAsking(true)}>Disconnect Google</Button>
        </div>
      ) : (
        <p className="text-ink-2 text-s">
          Your Google account isn’t connected. Select “Google Docs” or “Google Sheets” in the Export menu of a document
          or report.
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Disconnect your Google account?"
          description="Earshot’s access ends at Google too. Files stay in your Drive. If you connected Search Console or another workspace with the same Google account, you may have to connect them again."
          action="Disconnect Google"
          texts={googleErrorTexts}
          onConfirm={async () => {
            await api(googleExportContract.disconnect, { workspace_id: workspaceId })
            onChanged()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
