import { boxedSrcset } from '#features/images/rules/image-url.ts'
import type { PostAuthor } from '../../contract.ts'

/** Who wrote a post: portrait and name, above the text. */
export const AuthorName = ({ author }: { author: PostAuthor }) => (
  <p className="flex items-center gap-2.5 font-[550] text-ink" data-author>
    {author.image && <Portrait src={author.image} className="size-8" sizes="32px" eager />}
    {author.name}
  </p>
)

/** The author with a sentence about them, below the text. */
export function AuthorBox({ author }: { author: PostAuthor }) {
  if (!author.bio) return null
  return (
    <section aria-labelledby="author" className="mt-12 flex items-start gap-4 border-line border-t pt-6">
      {author.image && <Portrait src={author.image} className="size-14" sizes="56px" />}
      <div className="min-w-0">
        <h2 id="author" className="subheading">
          {author.name}
        </h2>
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{author.bio}</p>
      </div>
    </section>
  )
}

type PortraitProps = { src: string; className: string; sizes: string; eager?: boolean }

const Portrait = ({ src, className, sizes, eager }: PortraitProps) => (
  <img
    src={src}
    srcSet={boxedSrcset(src)}
    sizes={sizes}
    alt=""
    width={56}
    height={56}
    loading={eager ? undefined : 'lazy'}
    className={`${className} flex-none rounded-full bg-well object-cover`}
  />
)
