// biome-ignore-all lint/a11y/noAutofocus: what was asked for, or left, by the keyboard keeps the focus.
import { type FormEvent, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { api } from '#web/api.ts'
import { complaintAbout } from '#web/field-sentence.ts'
import { authContract, type User } from '../contract.ts'
import { Refusal, Said, useSaving } from './account-saving.tsx'

/** The address one signs in with: whether it is confirmed, the mail once more, and another one. */
export function AccountEmail({ user }: { user: User }) {
  const [changing, setChanging] = useState<boolean | null>(null)
  const mail = useSaving()
  const change = useSaving()
  const sendAgain = () =>
    mail.save(async () => {
      await api(authContract.resendVerification, {})
      return `Sent to ${user.email}. The link in it works for three days.`
    })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.busy) return
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    mail.clear()
    void change.save(async () => {
      const answer = await api(authContract.update, { email })
      setChanging(false)
      return answer.user.email === user.email
        ? 'This is the email you have: nothing changed.'
        : `You sign in with ${answer.user.email} now. A mail to confirm it is on its way, your former address is told, and every other session has ended.`
    })
  }
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <p className="[overflow-wrap:anywhere]">
        {user.email}
        <Badge tone={user.email_verified ? 'good' : 'warn'} className="ml-2 align-middle">
          {user.email_verified ? 'confirmed' : 'not confirmed'}
        </Badge>
      </p>
      {!user.email_verified && (
        <>
          <p className="text-ink-2">
            A mail with a link went to this address. Open the link to confirm that it is yours.
          </p>
          <Button size="s" busy={mail.busy} onClick={() => void sendAgain()}>
            Send the mail again
          </Button>
        </>
      )}
      <Said>{mail.said}</Said>
      <Refusal error={mail.error} />
      {changing ? (
        <form ref={change.form} onSubmit={onSubmit} className="grid w-full gap-4 border-line-2 border-l-2 pl-4">
          <Field
            label="New email"
            hint="It counts at once. Every other session ends, a mail asks you to confirm the new address, and the former one is told."
            error={complaintAbout(change.error, 'email', 'The new email')}
          >
            <Input name="email" type="email" autoComplete="email" required maxLength={254} autoFocus />
          </Field>
          <Refusal error={change.error} fields={['email']} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={change.busy}>
              Change the email
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                change.clear()
                setChanging(false)
              }}
            >
              Keep this one
            </Button>
          </div>
        </form>
      ) : (
        <Button
          size="s"
          autoFocus={changing === false}
          onClick={() => {
            change.clear()
            setChanging(true)
          }}
        >
          Change…
        </Button>
      )}
      <Said>{change.said}</Said>
    </div>
  )
}
