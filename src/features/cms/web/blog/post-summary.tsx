import { boxedSrcset } from '#features/images/rules/image-url.ts'
import { getTextDirection } from '#kit/text-direction.ts'
import { formatDay } from '#ui/format/format.ts'
import type { Blog, PostHead } from '../../contract.ts'
import { postPath, tagPath } from './blog-meta.ts'

/** Text direction of a post. Explicit, since `dir=auto` would follow a leading date. */
export const getDirection = ({ lang, title, excerpt }: Pick<PostHead, 'lang' | 'title' | 'excerpt'>, text = '') =>
  getTextDirection(lang, `${title}\n${excerpt ?? ''}\n${text}`)

const day = 86_400_000

/** Publication date and reading time; `full` with the date of a later change. */
export function PostFacts({ post, full }: { post: PostHead; full?: boolean }) {
  const isUpdated = full && post.publish_at && Date.parse(post.updated_at) - Date.parse(post.publish_at) > day
  return (
    <>
      {post.publish_at && (
        <>
          <time dateTime={post.publish_at}>{formatDay(post.publish_at)}</time>
          {' · '}
        </>
      )}
      {isUpdated && (
        <>
          Updated <time dateTime={post.updated_at}>{formatDay(post.updated_at)}</time>
          {' · '}
        </>
      )}
      {post.minutes} min read
    </>
  )
}

export function Tags({ tags, blog, label = 'Tags' }: { tags: string[]; blog: Blog; label?: string }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-3.5 gap-y-1">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={tagPath(blog, tag)} rel="tag" className="link inline-block min-h-6 leading-6">
            {tag}
          </a>
        </li>
      ))}
    </ul>
  )
}

export type PostLineProps = {
  post: PostHead
  blog: Blog
  /** Level of its heading. */
  as: 'h2' | 'h3'
  /** Shown large, with its cover. */
  lead?: boolean
  /** Among the first on the page, so its cover doesn't wait. */
  early?: boolean
}

/** A post in a list. */
export function PostLine({ post, blog, as: Heading, lead, early = lead }: PostLineProps) {
  const href = postPath(blog, post.slug)
  return (
    <article
      lang={post.lang}
      dir={getDirection(post)}
      className={
        lead
          ? 'border-line border-t pt-7 pb-9'
          : `border-line border-t py-6 ${post.cover ? 'grid gap-x-7 gap-y-4 sm:grid-cols-[minmax(0,1fr)_200px]' : ''}`
      }
    >
      {post.cover && (
        <img
          src={post.cover}
          srcSet={boxedSrcset(post.cover)}
          sizes={lead ? '(max-width: 64rem) 94vw, 47rem' : '(max-width: 40rem) 94vw, 200px'}
          alt=""
          width={1200}
          height={630}
          {...(lead ? { fetchPriority: 'high' as const } : {})}
          loading={early ? undefined : 'lazy'}
          className={`block aspect-[40/21] h-auto w-full rounded-m bg-well object-cover ${lead ? 'mb-6' : 'sm:order-2'}`}
        />
      )}
      <div className="min-w-0">
        <p className="text-ink-3 text-xs">
          {post.author && `${post.author.name} · `}
          <PostFacts post={post} />
        </p>
        <Heading
          className={
            lead
              ? 'mt-1.5 font-[500] font-serif text-[clamp(26px,4vw,36px)] leading-[1.15] tracking-[-0.012em]'
              : 'mt-1 font-[500] font-serif text-[22px] leading-snug'
          }
        >
          <a href={href} className="no-underline decoration-1 decoration-accent underline-offset-4 hover:underline">
            {post.title}
          </a>
        </Heading>
        {post.excerpt && (
          <p className={`mt-2 font-serif text-ink-2 leading-relaxed ${lead ? 'text-[18.5px]' : 'text-l'}`}>
            {post.excerpt}
          </p>
        )}
        {post.tags.length > 0 && (
          <div className="mt-2.5 text-ink-2 text-xs">
            <Tags tags={post.tags} blog={blog} />
          </div>
        )}
      </div>
    </article>
  )
}
