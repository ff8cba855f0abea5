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
import { type Permission, type ReviewLink, reviewContract } from '../contract.ts'
import { reviewErrorTexts } from './error-texts.ts'

/** Creates, changes and disables a document's link for people without an account. */
export default function ShareDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const [share, setShare] = useState<ReviewLink | null | undefined>(undefined)
  const [error, setError] = useState<ErrorBody | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(reviewContract.sharing, { _id: id }, { signal: stop.signal })
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
      title="Share document"
      description="Anyone with the link can read the document without an account. It always shows the saved text."
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

type ShareFormProps = { id: string; share: ReviewLink | null; onShare: (share: ReviewLink | null) => void }

function ShareForm({ id, share, onShare }: ShareFormProps) {
  const terms = useShareTerms(share)
  const [may, setMay] = useState<Permission>(share?.may ?? 'read')
  const [brief, setBrief] = useState(share?.brief ?? false)
  const { form, field, busy, callError } = useContractForm({
    endpoint: reviewContract.share,
    fields: ['password', 'expires_at', 'may'],
    texts: reviewErrorTexts,
    getInput: () => {
      return {
        _id: id,
        ...{ may, brief },
        ...terms.getInput(),
      }
    },
    send: async (input) => {
      const answer = await api(reviewContract.share, input, { idempotencyKey: randomKey() })
      onShare(answer.share)
      notify.done(share ? 'Link updated' : 'Link created')
      return null
    },
  })
  const disabling = useCall()
  const disable = () =>
    disabling.run(async () => {
      await api(reviewContract.unshare, { _id: id })
      onShare(null)
      notify.done('Link disabled')
    })
  return (
    <form {...form} className="grid gap-5">
      <Field label="Guests can" {...field('may')} required={undefined}>
        <Select
          value={may}
          onChange={(event) => setMay(event.target.value as Permission)}
          options={[
            { value: 'read', label: 'Read' },
            { value: 'comment', label: 'Read and comment' },
            { value: 'write', label: 'Comment and suggest changes' },
          ]}
        />
      </Field>
      <Checkbox
        checked={brief}
        onChange={(event) => setBrief(event.target.checked)}
        hint="Reader, outline, terms, competitors and facts, on a page beside the text."
      >
        Show the content brief
      </Checkbox>
      <ShareTerms terms={terms} fields={{ password: field('password'), expires: field('expires_at') }} />
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <ShareButtons isShared={share !== null} busy={busy} disabling={disabling.busy} onDisable={() => void disable()} />
    </form>
  )
}
