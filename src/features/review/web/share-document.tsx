import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { type ReviewLink, reviewContract } from '../contract.ts'
import { reviewErrorTexts } from './error-texts.ts'

const ends = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 1 month' },
  { value: '90', label: 'In 3 months' },
]
const dayMs = 86_400_000

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
      {share && <OpenLink share={share} />}
      {share !== undefined && <ShareForm key={share?.token ?? 'new'} id={id} share={share} onShare={setShare} />}
    </Dialog>
  )
}

function OpenLink({ share }: { share: ReviewLink }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(share.url)
      notify.done('Link copied')
    } catch {
      document.querySelector<HTMLInputElement>('#review-link')?.select()
      notify.info('Your browser blocked copying. The link is selected: press Ctrl+C or ⌘C.')
    }
  }
  return (
    <div className="mb-5">
      <div className="flex gap-2">
        <Input
          id="review-link"
          readOnly
          aria-label="Link"
          value={share.url}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="solid" icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="mt-1.5 text-ink-3 text-xs">
        {share.has_password ? 'Password required' : 'Anyone with the link can open it'}
        {share.expires_at ? `, until ${formatDay(share.expires_at)}.` : ', until you disable it.'}
      </p>
    </div>
  )
}

type ShareFormProps = { id: string; share: ReviewLink | null; onShare: (share: ReviewLink | null) => void }

function ShareForm({ id, share, onShare }: ShareFormProps) {
  const [days, setDays] = useState(share?.expires_at ? 'keep' : '')
  const [locked, setLocked] = useState(share?.has_password ?? false)
  const [password, setPassword] = useState('')
  const { form, field, busy, callError } = useContractForm({
    endpoint: reviewContract.share,
    fields: ['password', 'expires_at', 'may'],
    texts: reviewErrorTexts,
    getInput: () => {
      const expires =
        days === 'keep' ? share?.expires_at : days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
      return {
        _id: id,
        may: 'read' as const,
        ...(locked ? { password } : {}),
        ...(expires ? { expires_at: expires } : {}),
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
  // Sharing again replaces every setting, and the stored password can't be read back: it has to be entered again.
  const lacksPassword = share?.has_password && locked && password.trim() === ''
  const currentExpiry = share?.expires_at ? [{ value: 'keep', label: `On ${formatDay(share.expires_at)}` }] : []
  return (
    <form {...form} className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-2">
          <Checkbox checked={locked} onChange={(event) => setLocked(event.target.checked)}>
            Require a password
          </Checkbox>
          {locked && (
            <Field
              label="Password"
              labelHidden
              {...field('password')}
              hint={lacksPassword ? 'To change the link, enter its password again or a new one.' : undefined}
            >
              <Input
                type="password"
                autoComplete="new-password"
                placeholder="Password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            </Field>
          )}
        </div>
        <Field label="Expires" {...field('expires_at')} required={undefined}>
          <Select
            value={days}
            onChange={(event) => setDays(event.target.value)}
            options={[...currentExpiry, ...ends]}
          />
        </Field>
      </div>
      <CallError {...callError} error={callError.error ?? disabling.error} />
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
        {share && (
          <Button variant="danger" busy={disabling.busy} onClick={() => void disable()}>
            Disable link
          </Button>
        )}
        <Button type="submit" variant={share ? 'outline' : 'solid'} busy={busy}>
          {share ? 'Save changes' : 'Create link'}
        </Button>
      </div>
    </form>
  )
}
