import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { CopyField } from '#web/components/copy-field.tsx'
import { type DomainRecord, type DomainTarget, domainsContract, type WorkspaceDomain } from '../contract.ts'
import { domainErrorTexts } from './error-texts.ts'

export type DomainFormProps = {
  workspaceId: string
  found: WorkspaceDomain
  /** Whether the signed-in user owns the workspace, and so its plan. */
  owner: boolean
  onSaved: (found: WorkspaceDomain) => void
}

/** The domain and its content. */
export function DomainForm({ workspaceId, found, owner, onSaved }: DomainFormProps) {
  const [domain, setDomain] = useState(found.domain ?? '')
  const [target, setTarget] = useState<DomainTarget>(found.target ?? 'reports')
  const { form, field, busy, error, callError } = useContractForm({
    endpoint: domainsContract.addUpdate,
    fields: ['domain'],
    texts: domainErrorTexts,
    getInput: () => ({ workspace_id: workspaceId, domain, target }),
    send: async (input) => {
      const saved = await api(domainsContract.addUpdate, input)
      onSaved(saved)
      if (saved.status === 'active') notify.done(`${saved.domain} is active`)
      else notify.done('Saved. Now add its DNS records.')
      return null
    },
  })
  const changed = domain.trim() !== (found.domain ?? '') || target !== found.target
  const proof = (error?.details as { records?: DomainRecord[] } | undefined)?.records?.[0]
  return (
    <form {...form} className="grid max-w-120 gap-5">
      <Field
        label="Domain"
        {...field('domain')}
        required
        {...(proof && { error: undefined })}
        hint="For example reports.acme.com. A subdomain is easiest to set up."
      >
        <Input
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          placeholder="reports.example.com"
        />
      </Field>
      <div>
        <Segmented
          label="Content"
          value={target}
          onChange={setTarget}
          options={[
            { value: 'reports', label: 'Shared reports' },
            { value: 'blog', label: 'Blog' },
          ]}
        />
        <p className="mt-1.5 text-ink-3 text-xs">
          {target === 'reports'
            ? 'Used for links to shared reports. Nothing else is served there.'
            : 'Shows this workspace’s posts with a feed and a sitemap.'}
        </p>
      </div>
      {proof && (
        <div className="grid gap-2 border-warn border-l-2 bg-panel py-2.5 pr-3 pl-3.5 text-s" role="alert">
          <p>
            Another workspace uses {domain.trim()}. If it’s yours, add this TXT record at your DNS provider, then save
            again:
          </p>
          <CopyField label="name" text={proof.name} />
          <CopyField label="value" text={proof.value} />
        </div>
      )}
      <CallError {...callError} {...(proof && { error: null })} ownPlan={owner} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" busy={busy} disabled={!changed && !proof}>
          {found.domain ? 'Save domain' : 'Add domain'}
        </Button>
      </div>
    </form>
  )
}
