import type { ReactNode } from 'react'
import { BrandMark } from '#features/domains/web/brand-mark.tsx'
import { PublicFrame, Wordmark } from '#web/public-pages/public-frame.tsx'
import { PublicScript } from '#web/public-pages/public-script.tsx'
import type { Blog } from '../../contract.ts'
import { blogPath, feedPath } from './blog-meta.ts'

export type BlogFrameProps = { blog: Blog; signedIn: boolean; children: ReactNode }

/** Page frame of a blog: the public site's for the server's own, the workspace's branding for others. */
export function BlogFrame({ blog, signedIn, children }: BlogFrameProps) {
  if (blog.workspace_id === null) return <PublicFrame signedIn={signedIn}>{children}</PublicFrame>
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-m bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="mx-auto flex min-h-16 w-full max-w-[1080px] items-center px-5 sm:px-8" data-screen-only>
        <a
          href={blogPath(blog)}
          className="-ml-1 min-w-0 rounded-s px-1 font-[500] font-serif text-xl no-underline [overflow-wrap:anywhere]"
        >
          {blog.brand ? <BrandMark brand={blog.brand} /> : blog.name}
        </a>
      </header>
      <div id="content" tabIndex={-1} className="outline-none">
        {children}
      </div>
      <footer className="mx-auto mt-24 w-full max-w-[1080px] px-5 pb-10 sm:px-8" data-screen-only>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-5 text-ink-2 text-s">
          <p className="mr-auto">
            <a className="link py-1" href={feedPath(blog)}>
              Feed
            </a>
          </p>
          {!blog.brand && (
            <a href="/" className="no-underline">
              <span className="sr-only">Published with </span>
              <Wordmark />
            </a>
          )}
        </div>
      </footer>
      <PublicScript />
    </>
  )
}
