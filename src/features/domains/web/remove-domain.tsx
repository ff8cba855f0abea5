import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallRefusal } from '#web/call-refusal.tsx'
import { useCall } from '#web/use-call.ts'
import { domainsContract, type WorkspaceDomain } from '../contract.ts'

export type RemoveDomainProps = {
  workspaceId: string
  domain: string
  onRemoved: (found: WorkspaceDomain) => void
}

/** Says what stops working, and asks once. */
export function RemoveDomain({ workspaceId, domain, onRemoved }: RemoveDomainProps) {
  const [asked, setAsked] = useState(false)
  const { busy, error, run, clear } = useCall()
  const remove = () =>
    run(async () => {
      const found = await api(domainsContract.addUpdate, { workspace_id: workspaceId, domain: null })
      setAsked(false)
      onRemoved(found)
      notify.done(`${domain} is removed.`)
    })
  return (
    <>
      <Button variant="danger" onClick={() => setAsked(true)}>
        Remove the domain…
      </Button>
      <Dialog
        open={asked}
        onOpenChange={(open) => {
          setAsked(open)
          clear()
        }}
        width="s"
        title={`Remove ${domain}?`}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              Remove it
            </Button>
          </>
        }
      >
        <p>
          Links that begin with it stop working at once. The same pages are found at our own address, and the brand
          stays. Take its records out of the DNS too.
        </p>
        <CallRefusal error={error} ownPlan={false} className="mt-3" />
      </Dialog>
    </>
  )
}
