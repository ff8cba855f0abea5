import { formatLocalDateTime } from '#ui/format/format.ts'
import type { Comment } from '../contract-comments.ts'
import { MentionedText } from './mentioned-text.tsx'

type CommentTextProps = { comment: Pick<Comment, 'author' | 'created_at' | 'text' | 'mentions' | 'resolved_by'> }

/** A comment with who wrote it and when, as members see it. */
export function CommentText({ comment: { author, created_at, text, mentions, resolved_by } }: CommentTextProps) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="text-ink-3 text-xs">
        <b className="font-[600] text-ink-2">{author.name}</b>
        {author.kind === 'guest' && ' (guest)'}
        {author.key !== null && ` by API key ${author.key}`} · {formatLocalDateTime(created_at)}
        {resolved_by !== null && ` · Resolved by ${resolved_by}`}
      </p>
      <p dir="auto" className="whitespace-pre-line text-s">
        <MentionedText text={text} mentions={mentions} />
      </p>
    </div>
  )
}
