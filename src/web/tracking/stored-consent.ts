import { useEffect, useRef } from 'react'
import { type Consent, isOpenQuestion } from '#features/analytics/rules/consent.ts'
import { useUserSetting } from '../session/use-user-setting.ts'
import { choose, consentEvent, currentConsent } from './tracking.ts'
import { useMeasuring } from './use-measuring.ts'

/** The answer goes with the account: what was said on one device is not asked on the next. */
export default function StoredConsent() {
  const measuring = useMeasuring()
  const asks = measuring?.asks === true && isOpenQuestion(measuring.consent)
  const { content, save: saveConsent } = useUserSetting<Consent>({ path: 'preferences/consent' }, asks)
  const latestSave = useRef(saveConsent)
  latestSave.current = saveConsent
  useEffect(() => {
    const answered = (event: Event) => {
      const given = (event as CustomEvent<Consent | null>).detail
      if (given) latestSave.current(given)
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
  return null
}
