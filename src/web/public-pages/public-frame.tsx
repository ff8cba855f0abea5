import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { useMeasuring } from '../tracking/use-measuring.ts'
import { PublicScript } from './public-script.tsx'

/** For routes that are whole as HTML: `export { publicHandle as handle }`. Read in root.tsx. */
export const publicHandle = { scripts: false }

export type PublicFrameProps = {
  children: ReactNode
  signedIn: boolean
  /** Where signing up leads to afterwards. */
  next?: string
}

const width = 'mx-auto w-full max-w-[1280px] px-5 sm:px-8'

/** Header and footer of the public pages. */
export function PublicFrame({ children, signedIn, next }: PublicFrameProps) {
  const categories = useMeasuring()?.consent.available ?? []
  const onward = next ? `?redirect_to=${encodeURIComponent(next)}` : ''
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-m bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className={cx(width, 'flex h-16 items-center gap-1 text-s')} data-screen-only>
        <a href="/" className="mr-auto -ml-1 rounded-s px-1 no-underline">
          <Wordmark />
        </a>
        <HeaderLink href="/demo" roomy>
          Demo
        </HeaderLink>
        <HeaderLink href="/pricing">Pricing</HeaderLink>
        {signedIn ? (
          <HeaderLink href="/app" strong>
            Your workspace
          </HeaderLink>
        ) : (
          <>
            <HeaderLink href={`/login${onward}`}>Sign in</HeaderLink>
            <HeaderLink href={`/signup${onward}`} strong>
              Sign up
            </HeaderLink>
          </>
        )}
      </header>
      <div id="content" tabIndex={-1} className="outline-none">
        {children}
      </div>
      <footer className={cx(width, 'mt-24 pb-10')} data-screen-only>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-5 text-s text-ink-2">
          <Wordmark />
          <p className="mr-auto">Keyword research and AI writing.</p>
          <a className="link py-1" href="/demo">
            Demo
          </a>
          <a className="link py-1" href="/pricing">
            Pricing
          </a>
          <a className="link py-1" href="/blog">
            Blog
          </a>
          <a className="link py-1" href="/docs/api">
            API
          </a>
          <a className="link py-1" href="/docs/glossary">
            Glossary
          </a>
          <a className="link py-1" href="/status">
            Status
          </a>
          <a className="link py-1" href="/changelog">
            Changelog
          </a>
          <a className="link py-1" href="/contact">
            Contact
          </a>
          <a className="link py-1" href="/terms">
            Terms
          </a>
          <a className="link py-1" href="/privacy">
            Privacy
          </a>
          {categories.length > 0 && (
            <a className="link py-1" href="/consent">
              Privacy choices
            </a>
          )}
          {!signedIn && (
            <>
              <a className="link py-1" href="/login">
                Sign in
              </a>
              <a className="link py-1" href="/signup">
                Create account
              </a>
            </>
          )}
        </div>
      </footer>
      <PublicScript />
    </>
  )
}

type HeaderLinkProps = {
  href: string
  strong?: boolean
  /** Only where there is room: the footer has it, too. */
  roomy?: boolean
  children: ReactNode
}

const HeaderLink = ({ href, strong, roomy, children }: HeaderLinkProps) => (
  <a
    href={href}
    className={cx(
      'flex h-8.5 items-center rounded-m px-3 no-underline',
      roomy && 'max-sm:hidden',
      strong ? 'border border-mark bg-panel hover:border-ink-3' : 'text-ink-2 hover:bg-well hover:text-ink',
    )}
  >
    {children}
  </a>
)

/** The name beside its sign: an ear, and what reaches it. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl leading-none font-medium text-ink">
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden fill="none" strokeWidth="1.8" strokeLinecap="round">
        <path d="M4 13.5C4 7.5 7 3.5 12 3.5s8 3.6 8 8c0 5-4 5-5 8.5" className="stroke-ink" />
        <path d="M9 13.5c0-3 1-5 3.5-5" className="stroke-accent" />
      </svg>
      Earshot
    </span>
  )
}
