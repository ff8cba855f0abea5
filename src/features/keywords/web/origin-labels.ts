import type { ListItem, ListOrigin } from '../contract.ts'

const originLabels: Record<ListOrigin, string> = {
  report: 'Report',
  volumes: 'Volumes',
  trends: 'Trends',
  listener: 'Listener',
  import: 'Import',
  typed: 'Added manually',
}

/** "Report: cold brew coffee" */
export const showOrigin = ({ kind, label }: ListItem['from']) =>
  label ? `${originLabels[kind]}: ${label}` : originLabels[kind]
