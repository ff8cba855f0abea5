import { cx } from '#ui/class-names.ts'
import type { Cluster } from '../../../../contract.ts'
import { formatShare } from '../topic-labels.ts'
import { type ColorBy, colorLabels, getScale, getTopicColor } from './topic-colors.ts'
import { getSize, type SizeBy } from './treemap-layout.ts'

type TopicLegendProps = { clusters: Cluster[]; by: SizeBy; colorBy?: ColorBy }

/** Colors of the map with each one's share of what areas show. */
export function TopicLegend({ clusters, by, colorBy = 'intent' }: TopicLegendProps) {
  const leaves = clusters.filter(({ kind }) => kind !== 'parent')
  const total = leaves.reduce((sum, topic) => sum + getSize(topic, by), 0)
  return (
    <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs" aria-label={`${colorLabels[colorBy]} by color`}>
      {getScale(colorBy).map((color) => {
        const colored = leaves.filter((topic) => getTopicColor(topic, colorBy) === color)
        if (colored.length === 0) return null
        const share = colored.reduce((sum, topic) => sum + getSize(topic, by), 0) / (total || 1)
        return (
          <li key={color.label} className="flex items-center gap-1.5">
            <span aria-hidden className={cx('size-2.5 rounded-xs', color.hue)} />
            {color.label}{' '}
            <span className="text-ink-3">
              {formatShare(share)} of {by === 'volume' ? 'volume' : 'keywords'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
