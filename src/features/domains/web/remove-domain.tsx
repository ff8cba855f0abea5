import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { useCall } from '#web/use-call.ts'
import { domainsContract, type WorkspaceDomain } from '../contract.ts'
import { domainErrorTexts } from './error-texts.ts'

export type RemoveDomainProps = {
  workspaceId: string
  domain: string
  onRemoved: (found: WorkspaceDomain) => void
}

/** Confirms removal and says what stops working. */
export function RemoveDomain({ workspaceId, domain, onRemoved }: RemoveDomainProps) {
  const [confirming, setConfirming] = useState(false)
  const { busy, error, run, clear } = useCall()
  const remove = () =>
    run(async () => {
      const found = await api(domainsContract.addUpdate, { workspace_id: workspaceId, domain: null })
      setConfirming(false)
      onRemoved(found)
      notify.done(`${domain} removed`)
    })
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Remove domain
      </Button>
      <Dialog
        open={confirming}
        onOpenChange={(open) => {
          setConfirming(open)
          clear()
        }}
        width="s"
        title={`Remove ${domain}?`}
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              Remove domain
            </Button>
          </>
        }
      >
        <p>
          Links on this domain stop working immediately. The same pages stay available on our domain, and your branding
          stays. Also delete the domain’s DNS records.
        </p>
        <CallError error={error} texts={domainErrorTexts} ownPlan={false} className="mt-3" />
      </Dialog>
    </>
  )
}
