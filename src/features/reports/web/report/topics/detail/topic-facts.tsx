import type { ReactNode } from 'react'
import { formatCount, plural } from '#ui/format/format.ts'
import type { Cluster } from '../../../../contract.ts'
import { none } from '../../../keyword-labels.ts'
import { IntentChip } from '../intent-chip.tsx'
import { getFeatureLabel, getKnownText } from '../topic-labels.ts'
import { TopicOwnPage } from './topic-own-page.tsx'

export type TopicFactsProps = {
  topic: Cluster
  clusters: Cluster[]
  onOpen: (topic: Cluster) => void
  /** Why there are no volumes. */
  missingVolume?: string
}

/** What is known about a topic: each number with how many keywords it comes from. */
export function TopicFacts({ topic, clusters, onOpen, missingVolume }: TopicFactsProps) {
  const { volume, difficulty, difficulty_known, serp_features, domains } = topic
  const names = new Map(clusters.map((each) => [each._id, each]))
  const overlaps = topic.overlaps.flatMap(({ cluster_id, pages }) => {
    const other = names.get(cluster_id)
    return other ? [{ other, pages }] : []
  })
  return (
    <>
      <dl className="ruled grid grid-cols-[repeat(auto-fit,minmax(104px,1fr))] rounded-l border border-line bg-panel">
        <Fact
          label="Volume"
          note={volume === null ? (missingVolume ?? 'No keyword has a known volume.') : getVolumeNote(topic)}
        >
          {volume === null ? none : formatCount(volume)}
        </Fact>
        <Fact
          label="Difficulty"
          note={difficulty === null ? 'Not known' : `of 100, ${getKnownText(difficulty_known, topic) ?? 'weighted'}`}
        >
          {difficulty === null ? none : Math.round(difficulty)}
        </Fact>
        <Fact label="Keywords" note={`Most searched: ${topic.pillar}`}>
          {formatCount(topic.keywords)}
        </Fact>
        <div className="px-3 py-2">
          <dt className="text-ink-2 text-xs">Main intent</dt>
          <dd className="mt-1">
            <IntentChip intent={topic.intent} />
          </dd>
        </div>
      </dl>
      <TopicOwnPage topic={topic} clusters={clusters} onOpen={onOpen} />
      {serp_features.length > 0 && (
        <Line title="SERP features">
          {serp_features.map(({ type, keywords }) => (
            <Item key={type}>
              {getFeatureLabel(type)} <span className="text-ink-3">{plural(keywords, 'keyword')}</span>
            </Item>
          ))}
        </Line>
      )}
      {domains.length > 0 && (
        <Line title="Who ranks">
          {domains.map(({ domain, keywords }) => (
            <Item key={domain}>
              {domain} <span className="text-ink-3">{plural(keywords, 'keyword')}</span>
            </Item>
          ))}
        </Line>
      )}
      {overlaps.length > 0 && (
        <Line title="Same pages rank for">
          {overlaps.map(({ other, pages }) => (
            <Item key={other._id}>
              <button type="button" className="link min-h-6" onClick={() => onOpen(other)}>
                {other.name}
              </button>{' '}
              <span className="text-ink-3">{plural(pages, 'page')}</span>
            </Item>
          ))}
        </Line>
      )}
    </>
  )
}

/** "per month, all 12 keywords. Close variants share one volume; counted once: 41,200" */
function getVolumeNote(topic: Cluster) {
  const { volume_known, volume_once } = topic
  const sum = `per month, ${getKnownText(volume_known, topic) ?? 'sum of the known ones'}`
  return volume_once === null
    ? sum
    : `${sum}. Close variants share one volume; counted once: ${formatCount(volume_once)}`
}

const Fact = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div className="px-3 py-2">
    <dt className="text-ink-2 text-xs">{label}</dt>
    <dd>
      <span className="text-l font-[550]">{children}</span>
      <span className="block text-ink-3 text-xs leading-snug">{note}</span>
    </dd>
  </div>
)

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-2.5">
    <h3 className="text-ink-2 text-xs">{title}</h3>
    <ul className="flex flex-wrap gap-x-4">{children}</ul>
  </div>
)

const Item = ({ children }: { children: ReactNode }) => <li className="leading-6">{children}</li>
