import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Blog, PostHead } from '../../contract.ts'
import { postPath } from './blog-meta.ts'
import { getDirection } from './post-summary.tsx'

const buttonStyle =
  'inline-flex h-10 items-center gap-2 rounded-full border border-line-2 bg-panel px-4 text-s hover:border-mark'

/** Buttons that pass the post's URL on. Shown by the page's script where the browser can, and without any tracker. */
export const Share = ({ post }: { post: Pick<PostHead, 'url' | 'title'> }) => (
  <>
    <button type="button" hidden data-copy={post.url} className={`${buttonStyle} [&[hidden]]:hidden`}>
      Copy link
    </button>
    <button
      type="button"
      hidden
      data-share={post.url}
      data-share-title={post.title}
      className={`${buttonStyle} [&[hidden]]:hidden`}
    >
      Share
    </button>
  </>
)

type NeighborsProps = { previous: PostHead | null; next: PostHead | null; blog: Blog }

/** The posts published just before and after. */
export function Neighbors({ previous, next, blog }: NeighborsProps) {
  if (!previous && !next) return null
  return (
    <nav
      aria-label="Previous and next post"
      className="mx-auto mt-14 grid w-full max-w-[43rem] gap-x-8 px-5 sm:grid-cols-2 sm:px-8"
      data-screen-only
    >
      {previous && (
        <a
          href={postPath(blog, previous.slug)}
          rel="prev"
          lang={previous.lang}
          dir={getDirection(previous)}
          className="border-line border-t py-4 no-underline hover:[&_b]:underline"
        >
          <span className="flex items-center gap-1.5 text-ink-3 text-xs">
            <ArrowLeft size={13} className="rtl:-scale-x-100" aria-hidden /> Previous
          </span>
          <b className="mt-1 block font-[500] font-serif text-l leading-snug">{previous.title}</b>
        </a>
      )}
      {next && (
        <a
          href={postPath(blog, next.slug)}
          rel="next"
          lang={next.lang}
          dir={getDirection(next)}
          className="border-line border-t py-4 no-underline sm:col-start-2 sm:text-end hover:[&_b]:underline"
        >
          <span className="flex items-center gap-1.5 text-ink-3 text-xs sm:justify-end">
            Next <ArrowRight size={13} className="rtl:-scale-x-100" aria-hidden />
          </span>
          <b className="mt-1 block font-[500] font-serif text-l leading-snug">{next.title}</b>
        </a>
      )}
    </nav>
  )
}
