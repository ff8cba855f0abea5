import type { ReactNode } from 'react'
import { PublicFrame } from '#web/public-pages/public-frame.tsx'
import '#features/cms/web/blog/article.css'

export type SitePageProps = { title: string; signedIn: boolean; children: ReactNode }

/** A public page of text. */
export function SitePage({ title, signedIn, children }: SitePageProps) {
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[46rem] px-5 pt-8 sm:px-8 sm:pt-14">
        <h1 className="title text-[clamp(30px,5.4vw,46px)]">{title}</h1>
        {children}
      </main>
    </PublicFrame>
  )
}

/** `html` comes sanitized from markdown-html.ts. */
export const SiteText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in markdown-html.ts
  <div className="article mt-8" dangerouslySetInnerHTML={{ __html: html }} />
)

export function TemplateNotice() {
  return (
    <p role="note" className="mt-6 border-accent border-l-2 pl-3.5 text-ink-2">
      This is an unfinished template. The operator of this server has to fill in the marked parts and have the text
      checked. It isn’t legal advice.
    </p>
  )
}
