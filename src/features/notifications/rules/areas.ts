import type { NotificationArea, notificationKinds, UnreadCounts } from '../contract.ts'

type Kind = (typeof notificationKinds)[number]

const areas: Record<Kind, NotificationArea> = {
  listener_news: 'listeners',
  listeners_paused: 'listeners',
  batch_done: 'plan',
  site_decay: 'sites',
  document_comment: 'content',
  document_mention: 'content',
  document_suggestion: 'content',
  document_assigned: 'content',
  plan_comment: 'plan',
  plan_mention: 'plan',
}

export type UnreadRow = { workspace_id: string; kind: string; count: number }

/** Unread notifications by workspace and area. A kind without a screen of its own counts in the total alone. */
export function countByArea(rows: readonly UnreadRow[]): UnreadCounts {
  const counts = new Map<string, UnreadCounts['areas'][number]>()
  for (const { workspace_id, kind, count } of rows) {
    const area = Object.hasOwn(areas, kind) ? areas[kind as Kind] : null
    if (area === null || count === 0) continue
    const key = `${workspace_id} ${area}`
    counts.set(key, { workspace_id, area, unread: (counts.get(key)?.unread ?? 0) + count })
  }
  return { unread: rows.reduce((sum, { count }) => sum + count, 0), areas: [...counts.values()] }
}
