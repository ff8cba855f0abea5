import type { ReactNode } from 'react'
import { boxedSrcset } from '#features/images/rules/image-url.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import type { Blog, PublicPost } from '../../contract.ts'
import { AuthorBox, AuthorName } from './post-author.tsx'
import { getDirection, PostFacts, Tags } from './post-summary.tsx'
import './article.css'

export type ArticleProps = {
  post: PublicPost
  blog: Blog
  /** Shown below the text. */
  children?: ReactNode
}

/** Width of the text column. */
const textWidth = '(max-width: 43rem) 94vw, 39rem'
/** Minimum number of h2 headings for a table of contents. */
const contentsFrom = 4

/** A post: title, cover, text and cited sources. */
export function Article({ post, blog, children }: ArticleProps) {
  const contents = post.headings.filter(({ level }) => level === 2)
  return (
    <article
      lang={post.lang}
      dir={getDirection(post, post.body_html.replace(/<[^>]*>/g, ' '))}
      className="mx-auto w-full max-w-[43rem] px-5 sm:px-8 print:max-w-none print:p-0"
    >
      <header className="pt-8 sm:pt-14">
        <h1 className="mt-2 font-[500] font-serif text-[clamp(32px,6vw,52px)] leading-[1.08] tracking-[-0.018em] [overflow-wrap:anywhere]">
          {post.title}
        </h1>
        {post.excerpt && !contains(post.body_html, post.excerpt) && (
          <p className="mt-4 font-serif text-[clamp(18px,2.6vw,21px)] text-ink-2 leading-normal">{post.excerpt}</p>
        )}
        <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3 text-s">
          {post.author && <AuthorName author={post.author} />}
          <p>
            <PostFacts post={post} full />
          </p>
        </div>
      </header>
      {post.cover && (
        <img
          src={post.cover}
          srcSet={boxedSrcset(post.cover)}
          sizes={textWidth}
          alt={post.cover_alt}
          width={1200}
          height={630}
          fetchPriority="high"
          className="mt-8 block aspect-[40/21] h-auto w-full rounded-m bg-well object-cover"
        />
      )}
      {contents.length >= contentsFrom && (
        <nav aria-label="Contents" className="mt-7 border-line border-y py-2.5" data-screen-only>
          <Disclosure summary={<span className="text-s">Contents</span>}>
            <ol className="mt-1 mb-1.5 grid gap-1 ps-5">
              {contents.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`} className="link inline-block min-h-6 font-serif text-l leading-6">
                    {text}
                  </a>
                </li>
              ))}
            </ol>
          </Disclosure>
        </nav>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized in article-html.ts */}
      <div className="article mt-8" dangerouslySetInnerHTML={{ __html: post.body_html }} />
      {post.sources.length > 0 && (
        <section aria-labelledby="sources" className="mt-12 border-line border-t pt-5">
          <h2 id="sources" className="subheading">
            Sources
          </h2>
          <ol className="mt-2 grid gap-1.5 text-ink-2 text-s">
            {post.sources.map(({ n, url, title }) => (
              <li key={n} id={`source-${n}`} className="grid grid-cols-[1.75rem_minmax(0,1fr)] target:text-ink">
                <span className="text-ink-3">{n}</span>
                <a
                  href={toSafeUrl(url)}
                  rel={blog.workspace_id === null ? 'noopener' : 'ugc nofollow noopener'}
                  className="link [overflow-wrap:anywhere]"
                  data-print-href
                >
                  {title || url}
                </a>
              </li>
            ))}
          </ol>
        </section>
      )}
      {post.tags.length > 0 && (
        <div className="mt-10 text-ink-2 text-s" data-screen-only>
          <Tags tags={post.tags} blog={blog} />
        </div>
      )}
      {post.author && <AuthorBox author={post.author} />}
      {children}
    </article>
  )
}

const letters = (text: string) => text.replace(/<sup>.*?<\/sup>|<[^>]*>|&[#\w]+;|[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Whether the beginning of the text has its excerpt, which then isn't shown twice. */
const contains = (html: string, excerpt: string) =>
  letters(html.slice(0, 20_000)).includes(letters(excerpt.replace(/…$/, '')))

/** Only http and https URLs are linked. */
const toSafeUrl = (url: string) => (/^https?:\/\//i.test(url) ? url : undefined)
