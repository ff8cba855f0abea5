import { useState } from 'react'
import type { Consent } from '#features/analytics/rules/consent.ts'
import { Button } from '#ui/button.tsx'
import { ConsentChoices } from './consent-choices.tsx'
import { currentConsent } from './tracking.ts'
import { useMeasuring } from './use-measuring.ts'

/** What one lets other companies do here, to look at and to change at any time. */
export function PrivacyChoices({ back }: { back: string }) {
  const measuring = useMeasuring()
  // The loader's answer is as old as the document; the cookie is not.
  const [given] = useState<Consent>(() =>
    typeof document === 'undefined' ? (measuring?.consent.given ?? {}) : currentConsent(),
  )
  if (!measuring || measuring.consent.available.length === 0)
    return <p className="text-ink-2">This site runs no scripts from other companies, so there’s nothing to choose.</p>
  if (measuring.consent.refused)
    return (
      <p className="text-ink-2">
        Your browser asks not to be tracked (Global Privacy Control or Do Not Track). We treat that as rejecting
        everything here: no scripts from other companies load.
      </p>
    )
  return (
    <form method="post" noValidate action="/consent" data-consent className="grid max-w-140 justify-items-start gap-4">
      <input type="hidden" name="back" value={back} />
      <ConsentChoices measuring={measuring} given={given} className="grid gap-3" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="choice" value="some">
          Save choices
        </Button>
        <Button type="submit" name="choice" value="all">
          Accept all
        </Button>
        <Button type="submit" name="choice" value="none">
          Reject all
        </Button>
      </div>
      <p role="status" data-consent-said className="text-good empty:absolute" />
    </form>
  )
}
