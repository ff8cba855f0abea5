import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { notify } from '#ui/overlays/toast.tsx'

/** Parts of the dialogs that create, change and disable a public link. */

type PublicLink = { url: string; has_password: boolean; expires_at: string | null }

const ends = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 1 week' },
  { value: '30', label: 'In 1 month' },
  { value: '90', label: 'In 3 months' },
]
const dayMs = 86_400_000

/** The link, to copy, with who can use it and until when. */
export function ShareLink({ share, access }: { share: PublicLink; access: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(share.url)
      notify.done('Link copied')
    } catch {
      document.querySelector<HTMLInputElement>('#share-link')?.select()
      notify.info('Your browser blocked copying. The link is selected: press Ctrl+C or ⌘C.')
    }
  }
  return (
    <div className="mb-5">
      <div className="flex gap-2">
        <Input
          id="share-link"
          readOnly
          aria-label="Link"
          value={share.url}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="solid" icon={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
          Copy
        </Button>
        <a href={share.url} target="_blank" rel="noreferrer" className={buttonClass()}>
          Open
        </a>
      </div>
      <p className="mt-1.5 text-ink-3 text-xs">
        {share.has_password ? 'Password required' : access}
        {share.expires_at ? `, until ${formatDay(share.expires_at)}.` : ', until you disable it.'}
      </p>
    </div>
  )
}

/** Password and expiry of a link as they are set in its form. `getInput` returns them as the calls take them. */
export function useShareTerms(share: PublicLink | null) {
  const [days, setDays] = useState(share?.expires_at ? 'keep' : '')
  const [locked, setLocked] = useState(share?.has_password ?? false)
  const [password, setPassword] = useState('')
  const getInput = () => {
    const expires =
      days === 'keep' ? share?.expires_at : days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null
    return { ...(locked ? { password } : {}), ...(expires ? { expires_at: expires } : {}) }
  }
  return { share, days, setDays, locked, setLocked, password, setPassword, getInput }
}

type FieldState = Pick<FieldProps, 'control' | 'error' | 'required'>

type ShareTermsProps = {
  terms: ReturnType<typeof useShareTerms>
  fields: { password: FieldState; expires: FieldState }
}

export function ShareTerms({ terms, fields }: ShareTermsProps) {
  const { share, days, setDays, locked, setLocked, password, setPassword } = terms
  // Sharing again replaces every setting, and the stored password can't be read back: it has to be entered again.
  const lacksPassword = share?.has_password && locked && password.trim() === ''
  const currentExpiry = share?.expires_at ? [{ value: 'keep', label: `On ${formatDay(share.expires_at)}` }] : []
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start gap-2">
        <Checkbox checked={locked} onChange={(event) => setLocked(event.target.checked)}>
          Require a password
        </Checkbox>
        {locked && (
          <Field
            label="Password"
            labelHidden
            {...fields.password}
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
      <Field label="Expires" {...fields.expires} required={undefined}>
        <Select value={days} onChange={(event) => setDays(event.target.value)} options={[...currentExpiry, ...ends]} />
      </Field>
    </div>
  )
}

type ShareButtonsProps = {
  /** Whether there is a link. */
  isShared: boolean
  busy: boolean
  disabling: boolean
  onDisable: () => void
}

export function ShareButtons({ isShared, busy, disabling, onDisable }: ShareButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-4">
      {isShared && (
        <Button variant="danger" busy={disabling} onClick={onDisable}>
          Disable link
        </Button>
      )}
      <Button type="submit" variant={isShared ? 'outline' : 'solid'} busy={busy}>
        {isShared ? 'Save changes' : 'Create link'}
      </Button>
    </div>
  )
}
