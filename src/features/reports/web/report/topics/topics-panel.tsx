import { Layers, Undo2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { PlanTopics } from '#features/content-plan/web/plan-topics.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import { CallError } from '#web/calls/call-error.tsx'
import type { Cluster, ReportHead, Row, TopicCoverage } from '../../../contract.ts'
import { getTopicCounts } from '../../../rules/topics/topic-coverage.ts'
import { reportErrorTexts } from '../../error-texts.ts'
import { MeaningNote } from '../../meaning-choice.tsx'
import { getMeasure, getSumNote } from '../../volume-notes.ts'
import { type TopicActions, TopicDetail } from './detail/topic-detail.tsx'
import { TopicEditDialogs, type TopicQuestion } from './edits/topic-edit-dialogs.tsx'
import { type ChangedTopics, useTopicEdits } from './edits/use-topic-edits.ts'
import { TopicMap } from './map/topic-map.tsx'
import { useTopicDrag } from './topic-drag.ts'
import { TopicFilters } from './topic-filters.tsx'
import { getCoverageText } from './topic-labels.ts'
import { TopicList } from './topic-list.tsx'
import { getListedTopics, noFilter, type TopicFilter, type TopicOrder } from './topic-list-model.ts'
import { TopicsSelection } from './topics-selection.tsx'

const GroupAgainDialog = lazy(() =>
  import('./edits/group-again-dialog.tsx').then((file) => ({ default: file.GroupAgainDialog })),
)

export type TopicsPanelProps = {
  head: ReportHead
  clusters: Cluster[]
  coverage: TopicCoverage | null
  /** Keywords of the report, without template phrases. */
  total: number
  editor: boolean
  active: boolean
  missing: Record<string, string>
  /** The report's first keywords, which tell where its volumes come from. */
  top: Row[]
  onChanged: (version: number, clusters: Cluster[], coverage: TopicCoverage) => void
  /** Loads topics again. */
  onReload: () => Promise<void>
}

/** Topics as a map and as a list; one of them opens to its facts and keywords. Editors change and regroup them. */
export function TopicsPanel(props: TopicsPanelProps) {
  const { clusters, active, missing } = props
  if (clusters.length === 0)
    return (
      <EmptyState level={3} title={active ? 'Sorting keywords into topics…' : 'No topics'}>
        {active
          ? 'Topics appear once all keywords are in.'
          : (missing.clusters ?? 'There are too few keywords to group.')}
      </EmptyState>
    )
  return <Topics {...props} />
}

function Topics({
  head,
  clusters,
  coverage,
  total,
  editor,
  active,
  missing,
  top,
  onChanged,
  onReload,
}: TopicsPanelProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const [question, setQuestion] = useState<TopicQuestion | null>(null)
  const [isRegrouping, setRegrouping] = useState(false)
  const edits = useTopicEdits({
    reportId: head._id,
    version: head.topics_version,
    clusters,
    onChanged: ({ version, clusters, coverage }: ChangedTopics) => onChanged(version, clusters, coverage),
  })
  const canChange = editor && !active
  const reload = async () => {
    edits.forgetOutdated()
    edits.clearError()
    await onReload()
  }
  const showRegrouped = async () => {
    edits.forget()
    await onReload()
  }
  const drag = useTopicDrag((dragged, target) => {
    if (dragged.kind === 'keywords') void edits.moveKeywords(dragged.rows, dragged.from, target)
    else void edits.moveTopics([dragged.topic], target)
  })
  useHotkeys({ 'mod+z': () => void edits.undo() }, canChange && edits.lastLabel !== null && question === null)
  const open = clusters.find((cluster) => cluster._id === openId)
  const { topics } = getTopicCounts(clusters)
  const openTopic = (topic: Cluster) => setOpenId(topic._id)
  const close = () => {
    setOpenId(null)
    // The keyboard goes on where it was.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-open-topic="${openId}"]`)?.focus())
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-ink-2 text-s" data-topic-coverage>
          {coverage && getCoverageText(coverage, topics, total)}
        </p>
        {canChange && (
          <div className="flex gap-2" data-screen-only>
            {edits.lastLabel && (
              <Button
                size="s"
                busy={edits.busy}
                title={edits.lastLabel}
                icon={<Undo2 size={14} aria-hidden />}
                onClick={() => void edits.undo()}
              >
                Undo
              </Button>
            )}
            <Button size="s" icon={<Layers size={14} aria-hidden />} onClick={() => setRegrouping(true)}>
              Group again
            </Button>
          </div>
        )}
      </div>
      <MeaningNote meaning={active ? null : head.meaning} />
      {question === null && (
        <CallError
          className="mb-3"
          error={edits.error}
          texts={reportErrorTexts}
          action={
            <Button size="s" onClick={() => void reload()}>
              Reload topics
            </Button>
          }
        />
      )}
      <div
        aria-busy={edits.busy}
        className="grid gap-x-10 gap-y-8 transition-opacity aria-busy:opacity-70 lg:grid-cols-[minmax(0,1fr)_minmax(300px,440px)]"
      >
        <TopicMap
          clusters={clusters}
          openId={openId}
          onOpen={openTopic}
          drag={canChange ? drag : null}
          volumeNote={getVolumeNote(top)}
        />
        {open ? (
          <TopicDetail
            key={open._id}
            reportId={head._id}
            version={head.topics_version}
            topic={open}
            clusters={clusters}
            editor={editor}
            missing={missing}
            actions={canChange ? getActions(clusters, edits, setQuestion) : null}
            drag={canChange ? drag : null}
            onBack={close}
            onOpen={openTopic}
          />
        ) : (
          <ListPane
            head={head}
            clusters={clusters}
            openId={openId}
            onOpen={openTopic}
            edits={canChange ? edits : null}
            onAsk={setQuestion}
            drag={canChange ? drag : null}
          />
        )}
      </div>
      <TopicEditDialogs
        question={question}
        clusters={clusters}
        edits={edits}
        onAsk={setQuestion}
        onDone={(asked, topic) => {
          if (asked.kind === 'merge' && openId !== null && topic) setOpenId(topic._id)
        }}
      />
      <Suspense>
        {isRegrouping && (
          <GroupAgainDialog
            head={head}
            clusters={clusters}
            hasUndo={edits.lastLabel !== null}
            onApplied={showRegrouped}
            onClose={() => setRegrouping(false)}
          />
        )}
      </Suspense>
    </>
  )
}

type Edits = ReturnType<typeof useTopicEdits>
type Ask = (question: TopicQuestion) => void

const getActions = (clusters: Cluster[], edits: Edits, ask: Ask): TopicActions => ({
  onRename: (topic) => ask({ kind: 'rename', topic }),
  onMerge: (topic) => ask({ kind: 'merge-with', topic }),
  onMoveToParent: hasParents(clusters) ? (topic) => ask({ kind: 'move-topics', topics: [topic] }) : null,
  onLock: (topic) => void edits.lock([topic], !topic.locked),
  keywords: (topic) => ({
    onMove: (rows) => ask({ kind: 'move-keywords', topic, rows }),
    onSplit: (rows) => ask({ kind: 'split', topic, rows }),
  }),
})

const hasParents = (clusters: Cluster[]) => clusters.some(({ kind }) => kind === 'parent')

type ListPaneProps = {
  head: ReportHead
  clusters: Cluster[]
  openId: string | null
  onOpen: (topic: Cluster) => void
  /** Null for people who can't edit. */
  edits: Edits | null
  onAsk: Ask
  drag: ReturnType<typeof useTopicDrag> | null
}

/** The list with its filters, and what can be done with the topics selected in it. */
function ListPane({ head, clusters, openId, onOpen, edits, onAsk, drag }: ListPaneProps) {
  const [filter, setFilter] = useState<TopicFilter>(noFilter)
  const [order, setOrder] = useState<TopicOrder>(clusters.some(({ volume }) => volume !== null) ? 'volume' : 'keywords')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const listed = useMemo(
    () => getListedTopics(clusters, { filter, order, expanded }),
    [clusters, filter, order, expanded],
  )
  // What was selected may be gone after an edit.
  const picked = clusters.filter(({ _id }) => selected.has(_id))
  return (
    <section aria-label="Topics" className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="heading">{plural(getTopicCounts(clusters).topics, 'topic')}</h2>
        {edits && picked.length === 0 && <PlanTopics name={head.query} from={{ report_id: head._id }} />}
      </div>
      <TopicFilters clusters={clusters} filter={filter} onChange={setFilter} />
      <TopicList
        topics={listed}
        order={order}
        onOrder={setOrder}
        expanded={expanded}
        onExpand={(id) => setExpanded((old) => toggle(old, id))}
        openId={openId}
        onOpen={onOpen}
        selected={edits ? selected : null}
        onSelect={(id) => setSelected((old) => toggle(old, id))}
        drag={drag}
      />
      {listed.length === 0 && (
        <p className="py-4 text-ink-2">
          No topics match your filters.{' '}
          <Button size="s" onClick={() => setFilter(noFilter)}>
            Clear filters
          </Button>
        </p>
      )}
      {edits && picked.length > 0 && (
        <TopicsSelection
          topics={picked}
          busy={edits.busy}
          onMerge={() => onAsk({ kind: 'merge', topics: toLargestFirst(picked) })}
          onMove={hasParents(clusters) ? () => onAsk({ kind: 'move-topics', topics: picked }) : null}
          onLock={(locked) => void edits.lock(picked, locked)}
          onClear={() => setSelected(new Set())}
          plan={
            <PlanTopics name={head.query} from={{ report_id: head._id, topic_ids: picked.map(({ _id }) => _id) }} />
          }
        />
      )}
    </section>
  )
}

const toggle = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])

const toLargestFirst = (topics: Cluster[]) =>
  topics.toSorted((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || b.keywords - a.keywords) as [Cluster, ...Cluster[]]

/** "monthly search volume, DataForSEO, October 2026, rounded by Google Ads." and what sums leave open; undefined without volumes. */
function getVolumeNote(rows: Row[]) {
  const { by, legend } = getMeasure(rows)
  if (by !== 'volume') return undefined
  return [`${legend.charAt(0).toLowerCase()}${legend.slice(1)}.`, getSumNote(rows)].filter(Boolean).join(' ')
}
