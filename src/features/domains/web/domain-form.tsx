import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { type DomainRecord, type DomainTarget, domainsContract, type WorkspaceDomain } from '../contract.ts'
import { CopyField } from './copy-field.tsx'
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
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const changed = domain.trim() !== (found.domain ?? '') || target !== found.target
  const proof = (error?.details as { records?: DomainRecord[] } | undefined)?.records?.[0]

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    await run(async () => {
      const saved = await api(domainsContract.addUpdate, { workspace_id: workspaceId, domain, target })
      onSaved(saved)
      if (saved.status === 'active') notify.done(`${saved.domain} is active`)
      else notify.done('Saved. Now add its DNS records.')
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid max-w-120 gap-5" noValidate>
      <Field
        label="Domain"
        error={proof ? undefined : getFieldError(error, 'domain', domainErrorTexts)}
        hint="For example reports.acme.com. A subdomain is easiest to set up."
      >
        <Input
          name="domain"
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          required
          maxLength={253}
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
      <CallError error={proof ? null : error} texts={domainErrorTexts} fields={['domain']} ownPlan={owner} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" busy={busy} disabled={!changed && !proof}>
          {found.domain ? 'Save domain' : 'Add domain'}
        </Button>
      </div>
    </form>
  )
}
