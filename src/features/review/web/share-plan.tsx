import { useEffect, useState } from 'react'
import { ShareButtons, ShareLink, ShareTerms, useShareTerms } from '#features/sharing/web/share-link.tsx'
import { AppError, type ErrorBody } from '#kit/errors.ts'
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
import { type PlanPermission, type PlanReviewLink, planReviewContract } from '../contract-plans.ts'
import { reviewErrorTexts } from './error-texts.ts'

/** Creates, changes and disables a content plan's link for people without an account. */
export default function SharePlan({ id, onClose }: { id: string; onClose: () => void }) {
  const [share, setShare] = useState<PlanReviewLink | null | undefined>(undefined)
  const [error, setError] = useState<ErrorBody | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(planReviewContract.sharing, { _id: id }, { signal: stop.signal })
      .then((answer) => setShare(answer.share))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted && thrown instanceof AppError) setError(thrown.toBody())
      })
    return () => stop.abort()
  }, [id])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share plan"
      description="Anyone with the link sees the items with their main keyword, state and due date, without an account. Search volumes, owners, documents and links between pages stay private."
    >
      {share === undefined && <CallError error={error} texts={reviewErrorTexts} />}
      {share === undefined && !error && (
        <div className="grid min-h-40 content-start gap-5 pt-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {share && <ShareLink share={share} access="Anyone with the link can open it" />}
      {share !== undefined && <ShareForm key={share?.token ?? 'new'} id={id} share={share} onShare={setShare} />}
    </Dialog>
  )
}

type ShareFormProps = { id: string; share: PlanReviewLink | null; onShare: (share: PlanReviewLink | null) => void }

function ShareForm({ id, share, onShare }: ShareFormProps) {
  const terms = useShareTerms(share)
  const [may, setMay] = useState<PlanPermission>(share?.may ?? 'read')
  const { form, field, busy, callError } = useContractForm({
    endpoint: planReviewContract.share,
    fields: ['password', 'expires_at', 'may'],
    texts: reviewErrorTexts,
    getInput: () => ({ _id: id, may, ...terms.getInput() }),
    send: async (input) => {
      const answer = await api(planReviewContract.share, input, { idempotencyKey: randomKey() })
      onShare(answer.share)
      notify.done(share ? 'Link updated' : 'Link created')
      return null
    },
  })
  const disabling = useCall()
  const disable = () =>
    disabling.run(async () => {
      await api(planReviewContract.unshare, { _id: id })
      onShare(null)
      notify.done('Link disabled')
    })
  return (
    <form {...form} className="grid gap-5">
      <Field label="Guests can" {...field('may')} required={undefined}>
        <Select
          value={may}
          onChange={(event) => setMay(event.target.value as PlanPermission)}
          options={[
            { value: 'read', label: 'Read' },
            { value: 'comment', label: 'Read and comment' },
          ]}
        />
      </Field>
      <ShareTerms terms={terms} fields={{ password: field('password'), expires: field('expires_at') }} />
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <ShareButtons isShared={share !== null} busy={busy} disabling={disabling.busy} onDisable={() => void disable()} />
    </form>
  )
}
