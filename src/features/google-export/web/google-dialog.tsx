import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import type { GoogleTarget } from '../contract.ts'
import { googleErrorTexts } from './error-texts.ts'
import { googleNames, needsConsent } from './google-names.ts'
import { OpenFile } from './open-file.tsx'
import { useGoogleFile } from './use-google-file.ts'

type GoogleDialogProps = { workspaceId: string; target: GoogleTarget; onClose: () => void }

/** Creates a file in the person's Google Drive; without a connection it leads to Google first. */
export function GoogleDialog({ workspaceId, target, onClose }: GoogleDialogProps) {
  const { busy, error, file, create, connect } = useGoogleFile(workspaceId, target)
  const { product, file: fileName, create: createLabel } = googleNames[target.kind]
  const isFirst = error?.reason === 'google_not_connected'
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(open) => !open && onClose()}
      title={`Export to ${product}`}
      description={`Creates a new ${fileName} in your Google Drive. Later changes in Earshot don’t change it.`}
      footer={
        file ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <OpenFile file={file} product={product} />
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {needsConsent(error) ? (
              <Button variant="solid" busy={busy} onClick={() => void connect()}>
                Connect Google
              </Button>
            ) : (
              <Button variant="solid" busy={busy} onClick={() => void create()}>
                {createLabel}
              </Button>
            )}
          </>
        )
      }
    >
      {file && (
        <p role="status" className="text-s [overflow-wrap:anywhere]">
          “{file.name}” is in your Google Drive.
        </p>
      )}
      {isFirst && (
        <p role="status" className="text-s">
          Connect your Google account first. Earshot sees only the files it creates. The export continues when you’re
          back.
        </p>
      )}
      {!isFirst && !file && <CallError error={error} texts={googleErrorTexts} />}
    </Dialog>
  )
}
