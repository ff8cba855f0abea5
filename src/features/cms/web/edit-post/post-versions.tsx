import { useEffect, useState } from 'react'
import { DiffBlocks } from '#features/ai-content/web/document/diff-text.tsx'
import { SideDrawer } from '#features/ai-content/web/document/side-drawer.tsx'
import { VersionBones, VersionList } from '#features/ai-content/web/document/version-list.tsx'
import { diffTexts } from '#features/ai-content/web/document/word-diff.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { api } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { cmsContract, type PostVersionHead } from '../../contract.ts'
import { getPostDetails } from '../details/post-details.ts'
import { cmsErrorTexts } from '../error-texts.ts'
import { statusLabels } from '../post-status.tsx'
import type { PostFields } from './use-post-form.ts'

export type PostVersionsProps = {
  id: string
  /** The current text in the editor. */
  body: string
  onRestore: (version: PostFields & { body_md: string }) => void
  onClose: () => void
}

/** Versions of a post with a diff to the current text, and restoring one. */
export default function PostVersions({ id, body, onRestore, onClose }: PostVersionsProps) {
  const [heads, setHeads] = useState<PostVersionHead[] | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const [loaded, setLoaded] = useState<(PostFields & { body_md: string }) | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api(cmsContract.get, { _id: id }, { signal: stop.signal })
      .then(({ versions }) => {
        setHeads(versions)
        setPicked(versions[1]?.version ?? versions[0]?.version ?? null)
      })
      .catch((error) => !stop.signal.aborted && setFailed(getSentence(error, cmsErrorTexts)))
    return () => stop.abort()
  }, [id])
  useEffect(() => {
    if (picked === null) return
    const stop = new AbortController()
    setLoaded(null)
    api(cmsContract.version, { _id: id, version: picked }, { signal: stop.signal })
      .then(({ version }) =>
        setLoaded({
          ...version,
          tags: version.tags.join(', '),
          ...getPostDetails(version),
          seoTitle: version.seo.title ?? '',
          seoDescription: version.seo.description ?? '',
          canonical: version.seo.canonical ?? '',
          noindex: version.seo.noindex,
        }),
      )
      .catch((error) => !stop.signal.aborted && setFailed(getSentence(error, cmsErrorTexts)))
    return () => stop.abort()
  }, [id, picked])
  const blocks = loaded ? diffTexts(loaded.body_md, body) : []
  return (
    <SideDrawer title="Versions" width="l" onClose={onClose}>
      {failed && <ErrorNote className="mb-4">{failed}</ErrorNote>}
      <div className="grid gap-6 sm:grid-cols-[220px_minmax(0,1fr)]">
        <VersionList
          heads={heads ?? []}
          picked={picked}
          onPick={setPicked}
          label={({ status }) => statusLabels[status]}
        />
        <div className="min-w-0">
          {loaded ? (
            <>
              <div className="mb-4 flex flex-wrap items-center gap-3">
                <p className="min-w-0 flex-1 font-[500] font-serif text-l">{loaded.title}</p>
                <Button size="s" onClick={() => onRestore(loaded)}>
                  Restore this text
                </Button>
              </div>
              {blocks.some(({ kind }) => kind !== 'same') ? (
                <DiffBlocks blocks={blocks} />
              ) : (
                <p className="text-ink-2">This version has the same text as the editor.</p>
              )}
            </>
          ) : (
            !failed && <VersionBones />
          )}
        </div>
      </div>
    </SideDrawer>
  )
}
