import { plural } from '#ui/format/format.ts'
import type { RemovedList } from '../../contract.ts'

const maxNamed = 3

/** Names the links that a model invented. Empty if there are none. */
export function describeRemovedLinks(links: RemovedList['links']): string {
  if (links.length === 0) return ''
  const named = links.slice(0, maxNamed).map(({ url }) => url)
  return `${plural(links.length, 'invented link')} removed: ${named.join(', ')}${links.length > maxNamed ? ' …' : ''}`
}
