import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { aiContentContract, type VersionHead } from '../../contract.ts'
import { causeLabels } from '../content-labels.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import { DiffBlocks } from './diff-text.tsx'
import { SideDrawer } from './side-drawer.tsx'
import { VersionBones, VersionList } from './version-list.tsx'
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
        <VersionList
          heads={all}
          picked={picked}
          onPick={setPicked}
          label={({ cause }) => causeLabels[cause]}
          note={({ words }) => plural(words, 'word')}
        />
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
          {!loaded && !failed && <VersionBones />}
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
