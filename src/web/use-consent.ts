import { useEffect, useRef } from 'react'
import { type Consent, isOpenQuestion } from '#features/analytics/consent.ts'
import { useMeasuring } from './privacy-choices.tsx'
import { choose, consentEvent, currentConsent } from './tracking.ts'
import { useUserSetting } from './use-user-setting.ts'

/** The answer goes with the account: what was said on one device is not asked on the next. */
export function useStoredConsent() {
  const measuring = useMeasuring()
  const asks = measuring?.asks === true && isOpenQuestion(measuring.consent)
  const { content, keep } = useUserSetting<Consent>({ path: 'preferences/consent' }, asks)
  const keepLatest = useRef(keep)
  keepLatest.current = keep
  useEffect(() => {
    const answered = (event: Event) => {
      const given = (event as CustomEvent<Consent | null>).detail
      if (given) keepLatest.current(given)
    }
    document.addEventListener(consentEvent, answered)
    return () => document.removeEventListener(consentEvent, answered)
  }, [])
  useEffect(() => {
    if (!content || !measuring || !isOpenQuestion({ ...measuring.consent, given: currentConsent() })) return
    const known = measuring.consent.available.flatMap((category) =>
      typeof content[category] === 'boolean' ? [[category, content[category]] as const] : [],
    )
    if (known.length > 0) choose(Object.fromEntries(known))
  }, [content, measuring])
}
