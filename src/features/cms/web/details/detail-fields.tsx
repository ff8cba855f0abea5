import { Disclosure } from '#ui/disclosure.tsx'
import { AuthorFields } from './author-fields.tsx'
import { CoverField, type DetailField } from './cover-field.tsx'
import type { detailFields, PostDetails } from './post-details.ts'

export type DetailFieldsProps = {
  details: PostDetails
  field: (name: (typeof detailFields)[number]) => DetailField
  onChange: (change: Partial<PostDetails>) => void
}

/** Cover and author, folded away where they aren't what one came for. */
export function DetailFields({ details, field, onChange }: DetailFieldsProps) {
  const invalid = ['cover', 'cover_alt', 'author.name', 'author.bio'] as const
  const isWrong = invalid.some((name) => field(name).error)
  const summary = [details.cover && 'cover set', details.authorName && `by ${details.authorName}`].filter(Boolean)
  return (
    <Disclosure
      summary={
        <span className="text-s">
          Cover and author
          {summary.length > 0 && <span className="text-ink-3"> · {summary.join(', ')}</span>}
        </span>
      }
      open={isWrong || undefined}
    >
      <div className="grid gap-5 pt-3">
        <CoverField details={details} cover={field('cover')} coverAlt={field('cover_alt')} onChange={onChange} />
        <AuthorFields details={details} name={field('author.name')} bio={field('author.bio')} onChange={onChange} />
      </div>
    </Disclosure>
  )
}
