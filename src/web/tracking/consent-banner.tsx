import { Button } from '#ui/button.tsx'
import { ConsentChoices } from './consent-choices.tsx'
import type { MeasuringSettings } from './tracking-settings.ts'

export type ConsentBannerProps = { measuring: MeasuringSettings; back: string }

/**
 * Asks for consent once, at the top of the page, where it covers nothing. Accepting, rejecting and choosing take
 * one click each; no answer means no consent. It is a plain form, so it works without scripts.
 */
export const ConsentBanner = ({ measuring, back }: ConsentBannerProps) => (
  <section
    ref={publishHeight}
    aria-label="Privacy"
    className="no-print border-line border-b bg-panel"
    data-consent-banner
    data-screen-only
  >
    <form
      method="post"
      noValidate
      action="/consent"
      data-consent
      className="mx-auto flex max-w-[1320px] flex-wrap items-center gap-x-6 gap-y-2.5 px-4 py-2.5 md:px-9"
    >
      <input type="hidden" name="back" value={back} />
      <p className="min-w-[min(100%,20rem)] flex-1 text-ink-2">
        Allow scripts from other companies? None have loaded yet.{' '}
        <a href="/consent" className="link whitespace-nowrap">
          Which ones and why
        </a>
      </p>
      <ConsentChoices short measuring={measuring} given={{}} className="flex flex-wrap gap-x-5 gap-y-1" />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="choice" value="all" size="s">
          Accept all
        </Button>
        <Button type="submit" name="choice" value="none" size="s">
          Reject all
        </Button>
        <Button type="submit" name="choice" value="some" size="s">
          Accept selected
        </Button>
      </div>
    </form>
  </section>
)

/** How much of the window it takes, as `--above`: what is as high as the window leaves that much. */
function publishHeight(banner: HTMLElement | null) {
  if (!banner) return
  const { style } = document.documentElement
  const update = () =>
    style.setProperty('--above', `${Math.max(0, Math.round(banner.getBoundingClientRect().bottom))}px`)
  update()
  window.addEventListener('scroll', update, { passive: true })
  window.addEventListener('resize', update)
  return () => {
    window.removeEventListener('scroll', update)
    window.removeEventListener('resize', update)
    style.removeProperty('--above')
  }
}
