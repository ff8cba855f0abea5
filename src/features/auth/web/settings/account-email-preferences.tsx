import { useState } from 'react'
import { Switch } from '#ui/forms/switch.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { authContract, type EmailPrefs, type User } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus, useFormSave } from '../use-form-save.tsx'

const words: Record<keyof EmailPrefs, { name: string; hint: string; on: string; off: string }> = {
  listener_digest: {
    name: 'Daily digest',
    hint: 'New and lost keywords from your listeners, and comments you haven’t read, in one email.',
    on: 'You’ll get the digest.',
    off: 'You won’t get the digest.',
  },
}

/** Which mails come. A switch counts at once. */
export function AccountEmailPreferences({ user: { email_prefs } }: { user: User }) {
  const { busy, error, status, save } = useFormSave()
  const [pending, setPending] = useState<Partial<EmailPrefs>>({})
  const choose = async (name: keyof EmailPrefs, on: boolean) => {
    if (busy) return
    setPending({ [name]: on })
    await save(async () => {
      await api(authContract.update, { email_prefs: { [name]: on } })
      return on ? words[name].on : words[name].off
    })
    setPending({})
  }
  return (
    <div className="grid max-w-140 gap-3">
      {(Object.keys(words) as (keyof EmailPrefs)[]).map((name) => (
        <Switch
          key={name}
          name={name}
          hint={words[name].hint}
          checked={pending[name] ?? email_prefs[name]}
          aria-busy={busy || undefined}
          onChange={(event) => void choose(name, event.target.checked)}
        >
          {words[name].name}
        </Switch>
      ))}
      <p className="text-ink-3 text-xs">
        You always get emails about your account, such as codes, links and invitations.
      </p>
      <FormStatus>{status}</FormStatus>
      <CallError error={error} texts={authErrorTexts} />
    </div>
  )
}
