import { consentEvent, pageSeen, startMeasuring } from './tracking.ts'
import type { MeasuringSettings } from './tracking-settings.ts'

/** The script of pages that are whole as HTML: it measures, and answers the question about consent in place. */

const given = document.querySelector<HTMLElement>('[data-measuring]')?.dataset.measuring
if (given) {
  document.addEventListener(consentEvent, () => {
    const banner = document.querySelector('[data-consent-banner]')
    const hadFocus = banner?.contains(document.activeElement)
    banner?.remove()
    if (hadFocus) document.getElementById('content')?.focus()
    for (const note of document.querySelectorAll('[data-consent-said]')) note.textContent = 'Saved.'
  })
  startMeasuring(JSON.parse(given) as MeasuringSettings)
  pageSeen()
}
