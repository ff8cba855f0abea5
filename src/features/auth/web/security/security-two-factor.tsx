// biome-ignore-all lint/a11y/noAutofocus: the button takes the place of the step that had the focus.
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { authContract, type User } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus } from '../use-form-save.tsx'
import { RecoveryCodes } from './security-recovery-codes.tsx'
import { type Begun, TwoFactorConfirm } from './security-two-factor-confirm.tsx'
import { TwoFactorOff } from './security-two-factor-off.tsx'

type Step = { at: 'rest' } | { at: 'confirm'; begun: Begun } | { at: 'codes'; begun: Begun } | { at: 'off' }

/** The second step of signing in: on by an app's first code, with recovery codes that are kept; off by proof. */
export function SecurityTwoFactor({ user }: { user: User }) {
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const [status, setStatus] = useState<string | null>(null)
  const { busy, error, run, clear } = useCall()
  const rest = (words: string) => {
    setStatus(words)
    setStep({ at: 'rest' })
  }
  const begin = () => run(async () => setStep({ at: 'confirm', begun: await api(authContract.twoFactorBegin, {}) }))
  if (step.at === 'confirm')
    return (
      <TwoFactorConfirm
        begun={step.begun}
        onDone={() => setStep({ at: 'codes', begun: step.begun })}
        onCancel={() => rest('Nothing changed.')}
      />
    )
  if (step.at === 'codes')
    return (
      <RecoveryCodes
        codes={step.begun.recovery_codes}
        email={user.email}
        onSaved={() => rest('Two-factor sign-in is on. You’ll need a code at your next sign-in.')}
      />
    )
  if (step.at === 'off')
    return (
      <TwoFactorOff
        user={user}
        onDone={() => rest('Two-factor sign-in is off. Your recovery codes no longer work.')}
        onCancel={() => rest('Nothing changed.')}
      />
    )
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <p className="text-ink-2">
        <Badge tone={user.two_factor ? 'good' : 'plain'} className="mr-2 align-middle">
          {user.two_factor ? 'on' : 'off'}
        </Badge>
        {user.two_factor
          ? 'Signing in requires a code from your authenticator app or a recovery code. To get new recovery codes, turn it off and on again.'
          : 'Adds a second step to signing in: a code from an authenticator app on your phone.'}
      </p>
      <Button
        busy={busy}
        autoFocus={status !== null}
        onClick={() => {
          clear()
          setStatus('')
          if (user.two_factor) setStep({ at: 'off' })
          else void begin()
        }}
      >
        {user.two_factor ? 'Turn off…' : 'Turn on…'}
      </Button>
      <FormStatus>{status}</FormStatus>
      <CallError error={error} texts={authErrorTexts} />
    </div>
  )
}
