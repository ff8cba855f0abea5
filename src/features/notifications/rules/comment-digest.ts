import type { EmailPart } from '#kit/email/email.ts'
import { cutText } from './cut-text.ts'

/** A comment or review decision of somebody else, for the digest email of a person who hasn't read it. */
export type DigestComment = {
  workspaceId: string
  kind: 'document_comment' | 'document_review' | 'plan_comment'
  /** Id of the document or plan. */
  subjectId: string
  /** Of the document or plan. */
  title: string
  mentioned: boolean
  by: string
  isGuest: boolean
  /** The passage or item it's about. Empty: all of it. */
  about: string
  text: string
  /** Of reviews. */
  decision: 'approved' | 'changes' | null
  version: number | null
  at: string
}

const maxShown = 12

/** One section: mentions first, then the latest. Without a title if it's all there is, since the email's heading says it. */
export function toCommentSection(
  comments: DigestComment[],
  publicUrl: string,
  { isAlone }: { isAlone: boolean },
): EmailPart[] {
  if (comments.length === 0) return []
  const shown = comments
    .toSorted((a, b) => Number(b.mentioned) - Number(a.mentioned) || b.at.localeCompare(a.at))
    .slice(0, maxShown)
  return [
    {
      kind: 'quotes',
      title: isAlone ? null : getSectionTitle(comments),
      rows: shown.map((comment) => ({
        about: comment.title || 'Untitled',
        detail: getDetail(comment),
        text: cutText(comment.text),
        link: getCommentLink(comment, publicUrl),
      })),
      more: comments.length - shown.length,
    },
  ]
}

function getSectionTitle(comments: DigestComment[]): string {
  const reviews = comments.filter(({ kind }) => kind === 'document_review').length
  if (reviews === 0) return 'Comments'
  return reviews < comments.length ? 'Comments and reviews' : 'Reviews'
}

/** "2 comments", or with reviews "3 comments and reviews". */
export function countComments(comments: DigestComment[]): string {
  const reviews = comments.filter(({ kind }) => kind === 'document_review').length
  const count = comments.length.toLocaleString('en')
  if (reviews > 0 && reviews < comments.length) return `${count} comments and reviews`
  return `${count} ${reviews > 0 ? 'review' : 'comment'}${comments.length === 1 ? '' : 's'}`
}

/** The subject of an email that has nothing else. */
export function getCommentHeading(comments: DigestComment[]): string {
  if (comments.length > 1) {
    const subject = getOnlySubject(comments)
    return `${countComments(comments)}${subject ? ` on ${toTitle(subject)}` : ''}`
  }
  return `${getAction(comments[0]!)} ${toTitle(comments[0]!)}`
}

/** Beside the subject in an inbox: who wrote last, and what. */
export function getCommentPreview(comments: DigestComment[]): string {
  const latest = comments.toSorted((a, b) => b.at.localeCompare(a.at))[0]!
  return cutText(latest.text ? `${latest.by}: ${latest.text}` : `${getDetail(latest)}.`)
}

/** A comment on the only document or plan that all are on; null if there are several. */
export function getOnlySubject(comments: DigestComment[]): DigestComment | null {
  const [first] = comments
  const isSame = ({ kind, subjectId }: DigestComment) =>
    subjectId === first!.subjectId && (kind === 'plan_comment') === (first!.kind === 'plan_comment')
  return first && comments.every(isSame) ? first : null
}

export const getCommentLink = ({ kind, subjectId }: DigestComment, publicUrl: string) =>
  `${publicUrl}/app/${kind === 'plan_comment' ? 'plan' : 'content'}/${subjectId}`

const toTitle = ({ title }: DigestComment) => `“${cutText(title || 'Untitled')}”`

function getAction({ kind, mentioned, by, isGuest, decision }: DigestComment): string {
  const who = `${by}${isGuest ? ' (guest)' : ''}`
  if (kind === 'document_review') return decision === 'approved' ? `${who} approved` : `${who} requested changes to`
  return mentioned ? `${who} mentioned you in a comment on` : `${who} commented on`
}

function getDetail(comment: DigestComment): string {
  const { kind, about, decision, version, by, isGuest, mentioned } = comment
  const who = `${by}${isGuest ? ' (guest)' : ''}`
  if (kind === 'document_review')
    return decision === 'approved' ? `${who} approved version ${version}` : `${who} requested changes`
  const action = mentioned ? `${who} mentioned you` : `${who} commented`
  return about ? `${action} on “${cutText(about)}”` : action
}
