import { Fragment } from 'react'
import type { Comment } from '../contract-comments.ts'
import { splitMentions } from '../rules/mentions.ts'

/** The text of a comment with its mentions emphasized. */
export function MentionedText({ text, mentions }: Pick<Comment, 'text' | 'mentions'>) {
  if (mentions.length === 0) return text
  const parts = splitMentions(
    text,
    mentions.map(({ name }) => name),
  )
  return parts.map((part, at) =>
    part.isMention ? (
      <b key={at} className="font-[600] text-accent-ink">
        <bdi>{part.text}</bdi>
      </b>
    ) : (
      <Fragment key={at}>{part.text}</Fragment>
    ),
  )
}
