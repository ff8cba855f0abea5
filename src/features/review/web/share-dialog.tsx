import { useEffect, useState } from 'react'
import { ShareButtons, ShareLink, ShareTerms, useShareTerms } from '#features/sharing/web/share-link.tsx'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import type { ReviewLink, reviewContract } from '../contract.ts'
import type { PlanReviewLink, planReviewContract } from '../contract-plans.ts'
import { reviewErrorTexts } from './error-texts.ts'

type Share = ReviewLink | PlanReviewLink

type ShareDialogProps = {
  id: string
  onClose: () => void
  contract: Pick<typeof reviewContract | typeof planReviewContract, 'share' | 'unshare' | 'sharing'>
  title: string
  description: string
  permissions: { value: Share['may']; label: string }[]
  /** Whether the link can show a brief. */
  hasBrief?: boolean
}

/** Creates, changes and disables a link for people without an account. */
export function ShareDialog({ onClose, title, description, ...subject }: ShareDialogProps) {
  const { id, contract } = subject
  const [share, setShare] = useState<Share | null | undefined>(undefined)
  const [error, setError] = useState<ErrorBody | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(contract.sharing, { _id: id }, { signal: stop.signal })
      .then((answer) => setShare(answer.share))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted && thrown instanceof AppError) setError(thrown.toBody())
      })
    return () => stop.abort()
  }, [id, contract])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      {share === undefined && <CallError error={error} texts={reviewErrorTexts} />}
      {share === undefined && !error && (
        <div className="grid min-h-40 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {share && <ShareLink share={share} access="Anyone with the link can open it" />}
      {share !== undefined && <ShareForm key={share?.token ?? 'new'} {...subject} share={share} onShare={setShare} />}
    </Dialog>
  )
}

type ShareFormProps = Omit<ShareDialogProps, 'onClose' | 'title' | 'description'> & {
  share: Share | null
  onShare: (share: Share | null) => void
}

function ShareForm({ id, contract, permissions, hasBrief, share, onShare }: ShareFormProps) {
  const terms = useShareTerms(share)
  const [may, setMay] = useState(share?.may ?? 'read')
  const [brief, setBrief] = useState(share !== null && 'brief' in share && share.brief)
  const { form, field, busy, callError } = useContractForm({
    endpoint: contract.share,
    fields: ['password', 'expires_at', 'may'],
    texts: reviewErrorTexts,
    getInput: () => ({ _id: id, may, ...(hasBrief ? { brief } : {}), ...terms.getInput() }),
    send: async (input) => {
      const answer = await api(contract.share, input, { idempotencyKey: randomKey() })
      onShare(answer.share)
      notify.done(share ? 'Link updated' : 'Link created')
      return null
    },
  })
  const disabling = useCall()
  const disable = () =>
    disabling.run(async () => {
      await api(contract.unshare, { _id: id })
      onShare(null)
      notify.done('Link disabled')
    })
  return (
    <form {...form} className="grid gap-5">
      <Field label="Guests can" {...field('may')} required={undefined}>
        <Select value={may} onChange={(event) => setMay(event.target.value as Share['may'])} options={permissions} />
      </Field>
      {hasBrief && (
        <Checkbox
          checked={brief}
          onChange={(event) => setBrief(event.target.checked)}
          hint="Reader, outline, terms, competitors and facts, on a page beside the text."
        >
          Show the content brief
        </Checkbox>
      )}
      <ShareTerms terms={terms} fields={{ password: field('password'), expires: field('expires_at') }} />
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <ShareButtons isShared={share !== null} busy={busy} disabling={disabling.busy} onDisable={() => void disable()} />
    </form>
  )
}
