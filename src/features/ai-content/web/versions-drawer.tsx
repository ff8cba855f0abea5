import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/api.ts'
import { DateTime } from '#web/date-time.tsx'
import { getSentence } from '#web/loader-calls.ts'
import { aiContentContract, type VersionHead } from '../contract.ts'
import { causeLabels } from './content-labels.ts'
import { DiffBlocks } from './diff-text.tsx'
import { aiContentErrorTexts } from './error-texts.ts'
import { SideDrawer } from './side-drawer.tsx'
import { diffTexts } from './word-diff.ts'

export type VersionsDrawerProps = {
  id: string
  versions: VersionHead[]
  /** The editor's current text. */
  markdown: string
  editable: boolean
  onRestore: (version: { version: number; title: string; content_md: string }) => void
  onClose: () => void
}

type Loaded = { version: number; title: string; content_md: string }

/** Version history: compare versions with the current text and restore them. */
export function VersionsDrawer({ id, versions, markdown, editable, onRestore, onClose }: VersionsDrawerProps) {
  const all = [...versions].sort((a, b) => b.version - a.version)
  const [picked, setPicked] = useState(all[1]?.version ?? all[0]?.version ?? 1)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [view, setView] = useState<'diff' | 'text'>('diff')
  useEffect(() => {
    const stop = new AbortController()
    setLoaded(null)
    setFailed(null)
    api(aiContentContract.version, { _id: id, version: picked }, { signal: stop.signal })
      .then(({ version }) => setLoaded(version))
      .catch((error) => !stop.signal.aborted && setFailed(getSentence(error, aiContentErrorTexts)))
    return () => stop.abort()
  }, [id, picked])
  const blocks = loaded ? diffTexts(loaded.content_md, markdown) : []
  const changed = blocks.some((block) => block.kind !== 'same')
  return (
    <SideDrawer title="Version history" width="l" onClose={onClose}>
      <div className="grid gap-6 sm:grid-cols-[220px_minmax(0,1fr)]">
        <ol className="border-line border-t max-sm:max-h-56 max-sm:overflow-y-auto">
          {all.map((head, at) => (
            <li key={head.version} className="border-line border-b">
              <button
                type="button"
                aria-pressed={head.version === picked}
                onClick={() => setPicked(head.version)}
                className={cx(
                  'block w-full px-2 py-2 text-left outline-offset-[-2px] hover:bg-well',
                  head.version === picked && 'bg-well',
                )}
              >
                <span className={cx('flex items-baseline gap-2', head.version === picked && 'font-[550]')}>
                  {causeLabels[head.cause]}
                  {at === 0 && <span className="font-normal text-ink-3 text-xs">latest</span>}
                  <span className="ml-auto font-normal text-ink-3 text-xs">{plural(head.words, 'word')}</span>
                </span>
                <span className="block text-ink-3 text-xs">
                  <DateTime at={head.at} brief />
                  {head.by && ` · ${head.by}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <div className="min-w-0">
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <Segmented
              size="s"
              label="Show"
              value={view}
              onChange={setView}
              options={[
                { value: 'diff', label: 'Changes since' },
                { value: 'text', label: 'Full text' },
              ]}
            />
            {editable && loaded && (
              <Button size="s" className="ml-auto" disabled={!changed} onClick={() => onRestore(loaded)}>
                Restore version {loaded.version}
              </Button>
            )}
          </div>
          {failed && <ErrorNote>{failed}</ErrorNote>}
          {!loaded && !failed && (
            <div className="grid gap-3">
              {[...'abcd'].map((key) => (
                <Skeleton key={key} className="h-4" />
              ))}
            </div>
          )}
          {loaded &&
            (view === 'text' ? (
              loaded.content_md.trim() === '' ? (
                <p className="text-ink-2">This version is empty.</p>
              ) : (
                <p className="font-serif text-l leading-relaxed whitespace-pre-wrap">{loaded.content_md}</p>
              )
            ) : changed ? (
              <DiffBlocks blocks={blocks} />
            ) : (
              <p className="text-ink-2">No changes since this version.</p>
            ))}
        </div>
      </div>
    </SideDrawer>
  )
}
