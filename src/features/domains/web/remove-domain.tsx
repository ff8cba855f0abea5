import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
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
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Remove domain
      </Button>
      {confirming && (
        <ConfirmDialog
          title={`Remove ${domain}?`}
          action="Remove domain"
          texts={domainErrorTexts}
          ownPlan={false}
          onConfirm={async () => {
            onRemoved(await api(domainsContract.addUpdate, { workspace_id: workspaceId, domain: null }))
            notify.done(`${domain} removed`)
          }}
          onClose={() => setConfirming(false)}
        >
          <p>
            Links on this domain stop working immediately. The same pages stay available on our domain, and your
            branding stays. Also delete the domain’s DNS records.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
