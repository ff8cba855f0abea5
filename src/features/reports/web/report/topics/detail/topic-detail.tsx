import { ArrowLeft, Download, Ear, Ellipsis, ListPlus, Lock, Network, PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PlanTopics } from '#features/content-plan/web/plan-topics.tsx'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import type { Cluster, Row } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import { none } from '../../../keyword-labels.ts'
import { rowsToOutline } from '../../outline/add-to-outline.ts'
import { useTrack } from '../../track/track-context.tsx'
import { getTrackLabel } from '../../track/track-label.ts'
import { fetchTopicRows } from '../fetch-topic-rows.ts'
import type { TopicDrag } from '../topic-drag.ts'
import { sortTopics } from '../topic-list-model.ts'
import { exportTopic } from './export-topic.ts'
import { TopicFacts } from './topic-facts.tsx'
import { type KeywordActions, TopicKeywords } from './topic-keywords.tsx'

/** Changes of one topic; each opens its dialog or happens at once. */
export type TopicActions = {
  onRename: (topic: Cluster) => void
  onMerge: (topic: Cluster) => void
  onMoveToParent: ((topic: Cluster) => void) | null
  onLock: (topic: Cluster) => void
  keywords: (topic: Cluster) => KeywordActions
}

export type TopicDetailProps = {
  reportId: string
  version: number
  topic: Cluster
  clusters: Cluster[]
  editor: boolean
  missing: Record<string, string>
  /** Null for people who can't edit. */
  actions: TopicActions | null
  drag: TopicDrag | null
  onBack: () => void
  onOpen: (topic: Cluster) => void
}

/** A topic with its facts, its keywords (or a parent's topics), and what can be done with it. */
export function TopicDetail(props: TopicDetailProps) {
  const { reportId, version, topic, clusters, editor, missing, actions, drag, onBack, onOpen } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const track = useTrack()
  const call = useCall()
  const [kept, setKept] = useState<string[] | null>(null)
  useEffect(() => heading.current?.focus({ preventScroll: window.innerWidth >= 1024 }), [])
  const parent = clusters.find(({ _id }) => _id === topic.parent_id)
  const children = clusters.filter(({ parent_id }) => parent_id === topic._id)
  const topicIds = topic.kind === 'parent' ? children.map(({ _id }) => _id) : [topic._id]
  const withRows = (use: (rows: Row[]) => void | Promise<void>) =>
    void call.run(async () => use(await fetchTopicRows(reportId, topicIds)))
  const topicsById = new Map(clusters.map((each) => [each._id, each]))
  return (
    <section aria-label={topic.name} className="min-w-0" data-topic-detail>
      <Button size="s" variant="quiet" className="-ml-2.5" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
        All topics
      </Button>
      <div className="mt-1 mb-3">
        <h2 ref={heading} tabIndex={-1} className="heading outline-none">
          {topic.name}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
          {topic.kind === 'parent' && 'Parent topic'}
          {topic.kind === 'standalone' && 'Standalone keyword'}
          {parent && (
            <span>
              in{' '}
              <button type="button" className="link min-h-6" onClick={() => onOpen(parent)}>
                {parent.name}
              </button>
            </span>
          )}
          {topic.locked && (
            <Badge>
              <Lock size={10} className="mr-1 inline" aria-hidden />
              Locked
            </Badge>
          )}
          {topic.edited && <Badge>Edited</Badge>}
        </p>
      </div>
      <div className="mb-3 flex flex-wrap gap-2">
        {editor && (
          <Button
            size="s"
            variant="solid"
            href={`/app/content/new?${new URLSearchParams({ template: 'blog_post', report: reportId, topic: topic._id, title: topic.pillar })}`}
            icon={<PenLine size={14} aria-hidden />}
          >
            Write
          </Button>
        )}
        {editor && (
          <PlanTopics
            label="Plan"
            icon={<Network size={14} aria-hidden />}
            name={topic.name}
            from={{ report_id: reportId, topic_ids: topicIds }}
            of={topic.name}
          />
        )}
        {track && (
          <Button
            size="s"
            busy={call.busy}
            aria-haspopup="dialog"
            icon={<Ear size={14} aria-hidden />}
            onClick={() =>
              withRows((rows) => track({ topic: topic.pillar, keywords: rows.map(({ text }) => text), start: 'ranks' }))
            }
          >
            {getTrackLabel('ranks', topic.keywords)}
          </Button>
        )}
        {editor && (
          <Button
            size="s"
            busy={call.busy}
            icon={<ListPlus size={14} aria-hidden />}
            onClick={() => withRows((rows) => setKept(rows.map(({ text }) => text)))}
          >
            Add to list
          </Button>
        )}
        <Button
          size="s"
          icon={<Download size={14} aria-hidden />}
          onClick={() => withRows((rows) => exportTopic(topic.name, rows.map(toExported)))}
        >
          Export
        </Button>
        <Menu
          items={getMenu(topic, actions)}
          trigger={
            <Button size="s" aria-label="More" className="w-7 px-0!" icon={<Ellipsis size={14} aria-hidden />} />
          }
        />
      </div>
      <CallError className="mb-3" error={call.error} texts={reportErrorTexts} />
      <TopicFacts topic={topic} clusters={clusters} onOpen={onOpen} missingVolume={missing.volume} />
      {topic.kind === 'parent' ? (
        <ul className="mt-4 border-line border-t" aria-label="Topics">
          {sortTopics(children, 'volume').map((child) => (
            <li key={child._id} className="flex min-h-(--row) items-center gap-3 border-line border-b">
              <button
                type="button"
                className="min-h-6 min-w-0 flex-1 text-left hover:underline"
                onClick={() => onOpen(child)}
              >
                {child.name}
              </button>
              <span className="text-ink-2 text-xs">{formatCount(child.keywords)}</span>
              <span className={child.volume === null ? 'text-ink-3' : 'font-[550]'}>
                {child.volume === null ? none : formatCount(child.volume)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <TopicKeywords
          reportId={reportId}
          topic={topic}
          version={version}
          missingVolume={missing.volume}
          actions={actions?.keywords(topic) ?? null}
          drag={drag}
        />
      )}
      <SaveToList
        texts={kept}
        from={{ kind: 'report', id: reportId, label: topic.name }}
        onClose={() => setKept(null)}
      />
    </section>
  )

  function toExported(row: Row) {
    const own = row.cluster_id === null ? undefined : topicsById.get(row.cluster_id)
    const above = own?.parent_id ? topicsById.get(own.parent_id) : undefined
    return { row, topic: own?.name ?? topic.name, parent: above?.name ?? '' }
  }
}

function getMenu(topic: Cluster, actions: TopicActions | null): MenuItem[] {
  const outline: MenuItem = {
    label: 'Add topic to outline',
    onSelect: () => rowsToOutline([{ text: topic.pillar }]),
  }
  if (!actions) return [outline]
  const items: MenuItem[] = [{ label: 'Rename', onSelect: () => actions.onRename(topic) }]
  if (topic.kind !== 'parent') {
    items.push({ label: 'Merge with another topic', onSelect: () => actions.onMerge(topic) })
    const { onMoveToParent } = actions
    if (onMoveToParent) items.push({ label: 'Move to another parent', onSelect: () => onMoveToParent(topic) })
  }
  items.push(
    {
      label: topic.locked ? 'Unlock' : 'Lock',
      hint: topic.locked
        ? 'It can change when keywords are grouped again'
        : 'Name and keywords stay when keywords are grouped again',
      onSelect: () => actions.onLock(topic),
    },
    'line',
    outline,
  )
  return items
}
