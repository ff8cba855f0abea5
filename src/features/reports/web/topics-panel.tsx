import { ArrowLeft, PenLine } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { type Cluster, type Row, reportsContract } from '../contract.ts'
import { rowsToOutline } from './add-to-outline.ts'
import { ClusterList } from './cluster-list.tsx'
import { reportErrorTexts } from './error-texts.ts'
import { getMeasure, none, showVolume, volumeNote } from './keyword-labels.ts'
import { TopicMap } from './topic-map.tsx'

export type TopicsPanelProps = {
  reportId: string
  clusters: Cluster[]
  active: boolean
  missing: Record<string, string>
}

/** More circles than this are too small to be named. */
const maxOnMap = 48

/** Topics as a map and as a list; one of them opens to its keywords. */
export function TopicsPanel({ reportId, clusters, active, missing }: TopicsPanelProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const sorted = useMemo(
    () => clusters.toSorted((a, b) => (b.volume ?? -1) - (a.volume ?? -1) || b.keywords - a.keywords),
    [clusters],
  )
  const open = clusters.find((cluster) => cluster._id === openId)
  if (clusters.length === 0)
    return (
      <EmptyState level={3} title={active ? 'Sorting keywords into topics…' : 'No topics'} className="border-0">
        {active
          ? 'Topics appear once all keywords are in.'
          : (missing.clusters ?? 'There are too few keywords to group.')}
      </EmptyState>
    )
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
      <div className="min-w-0">
        <TopicMap
          clusters={sorted.slice(0, maxOnMap)}
          clusterId={openId}
          onOpen={(cluster) => setOpenId(cluster._id)}
        />
        {sorted.length > maxOnMap && (
          <p className="mt-1 text-ink-3 text-xs">
            The {maxOnMap} largest of {formatCount(sorted.length)}. The list shows them all.
          </p>
        )}
      </div>
      {open ? (
        <OneTopic key={open._id} reportId={reportId} cluster={open} missing={missing} onBack={() => setOpenId(null)} />
      ) : (
        <section aria-label="Topics" className="min-w-0">
          <h2 className="heading mb-3">{plural(clusters.length, 'topic')}</h2>
          <ClusterList clusters={sorted} onOpen={(cluster) => setOpenId(cluster._id)} missingVolume={missing.volume} />
        </section>
      )}
    </div>
  )
}

const pageSize = 100

type OneTopicProps = {
  reportId: string
  cluster: Cluster
  missing: Record<string, string>
  onBack: () => void
}

function OneTopic({ reportId, cluster, missing, onBack }: OneTopicProps) {
  const [rows, setRows] = useState<Row[]>([])
  const [pages, setPages] = useState(1)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again asks for the same page
  useEffect(() => {
    const stop = new AbortController()
    setRefusal(null)
    api(
      reportsContract.rows,
      { _id: reportId, section: 'keywords', filters: { cluster_id: cluster._id }, page: pages, limit: pageSize },
      { signal: stop.signal },
    )
      .then(({ items }) => setRows((old) => [...old.slice(0, (pages - 1) * pageSize), ...(items as Row[])]))
      .catch((error: unknown) => stop.signal.aborted || setRefusal(getSentence(error, reportErrorTexts)))
    return () => stop.abort()
  }, [reportId, cluster._id, pages, tries])

  const measure = getMeasure(rows)
  return (
    <section aria-label={cluster.name} className="min-w-0">
      <Button size="s" variant="quiet" className="-ml-2.5" icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
        All topics
      </Button>
      <h2 className="heading mt-1">{cluster.name}</h2>
      <p className="mb-3 text-ink-2">
        {plural(cluster.keywords, 'keyword')}
        {cluster.intent && ` · ${cluster.intent}`}
        {cluster.volume !== null && ` · ${formatCount(cluster.volume)} per month`}
      </p>
      {refusal && (
        <ErrorNote
          action={
            <Button size="s" onClick={() => setTries(tries + 1)}>
              Try again
            </Button>
          }
        >
          {refusal}
        </ErrorNote>
      )}
      <ul className="border-line border-t">
        {rows.length === 0 &&
          !refusal &&
          Array.from({ length: Math.min(8, cluster.keywords) }, (_, at) => (
            <li key={at} className="flex min-h-(--row) items-center border-line border-b">
              <Skeleton className="w-2/3" />
            </li>
          ))}
        {rows.map((row) => {
          const figure =
            measure.by === 'popularity'
              ? row.popularity === null
                ? none
                : String(Math.round(row.popularity))
              : showVolume(row.volume)
          return (
            <li key={row._id} className="flex min-h-(--row) items-center gap-3 border-line border-b py-1">
              <span className="min-w-0 flex-1 leading-snug">{row.text}</span>
              <span className={figure === none ? 'text-ink-3' : 'font-[550]'}>{figure}</span>
            </li>
          )
        })}
      </ul>
      {rows.length > 0 && (
        <p className="pt-2 text-ink-3 text-xs">
          {measure.by === 'popularity' ? `Figures: ${measure.legend.toLowerCase()}.` : volumeNote(rows, missing.volume)}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {rows.length > 0 && rows.length < cluster.keywords && (
          <Button size="s" onClick={() => setPages(pages + 1)}>
            Show {formatCount(Math.min(pageSize, cluster.keywords - rows.length))} more
          </Button>
        )}
        {rows.length > 0 && (
          <Button size="s" onClick={() => rowsToOutline([{ ...(rows[0] as Row), text: cluster.pillar }])}>
            Add topic to outline
          </Button>
        )}
        <Button
          size="s"
          href={`/app/content/new?${new URLSearchParams({ template: 'blog_post', report: reportId, topic: cluster._id, title: cluster.pillar })}`}
          icon={<PenLine size={14} aria-hidden />}
        >
          Write about this topic
        </Button>
      </div>
    </section>
  )
}
