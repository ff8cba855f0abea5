import { Badge } from '#ui/badge.tsx'
import type { PostStatus } from '../contract.ts'

export const statusLabels: Record<PostStatus, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
}

const tones = { draft: 'plain', scheduled: 'warn', published: 'good' } as const

export const PostStatusBadge = ({ status }: { status: PostStatus }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
)
