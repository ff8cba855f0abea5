import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { plural } from '#ui/format/format.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { api } from '#web/calls/api.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { humanizerContract, type RunHead, retentionDays } from '../contract.ts'
import { humanizerErrorTexts } from './error-texts.ts'

const labels: Record<RunHead['status'], string> = {
  running: 'Running',
  done: 'Done',
  cut: 'Ended early',
  failed: 'Failed',
}

export type RunListProps = {
  found: { items: RunHead[]; total: number; page: number; limit: number }
  editor: boolean
  /** Id of the open run. */
  current: string | null
}

/** History of humanized texts, latest first. */
export function RunList({ found, editor, current }: RunListProps) {
  const [deleting, setDeleting] = useState<RunHead | null>(null)
  return (
    <section aria-labelledby="earlier" className="mt-12">
      <h2 id="earlier" className="heading">
        History
      </h2>
      <p className="mt-1 mb-3 text-ink-2">
        {found.total === 0
          ? `No texts yet. Humanized texts are kept here for ${retentionDays} days.`
          : `Texts are deleted after ${retentionDays} days.`}
      </p>
      {found.items.length > 0 && (
        <ul aria-label="History" className="border-line border-t">
          {found.items.map((run) => (
            <li
              key={run._id}
              className="group relative grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-b py-2 hover:bg-well/60"
            >
              <div className="min-w-0">
                <Link
                  href={`/app/humanizer?run=${run._id}`}
                  aria-current={run._id === current ? 'page' : undefined}
                  className="block truncate font-serif text-l leading-snug no-underline after:absolute after:inset-0 after:content-['']"
                >
                  {run.excerpt
                    .replace(/[#*_>`]/g, '')
                    .replace(/\s+/g, ' ')
                    .trim() || 'Untitled'}
                </Link>
                <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
                  {run.status !== 'done' && (
                    <Badge tone={run.status === 'running' ? 'accent' : 'plain'}>{labels[run.status]}</Badge>
                  )}
                  <span>
                    {plural(run.words, 'word')}, {plural(run.changed, 'sentence')} changed
                    {run.before !== null && run.after !== null && (
                      <>
                        , style score {Math.round(run.before)}
                        {Math.round(run.before) !== Math.round(run.after) && ` → ${Math.round(run.after)}`}
                      </>
                    )}
                  </span>
                  <span>
                    · <DateTime at={run.created_at} brief />
                  </span>
                </p>
              </div>
              <div className="relative z-10">
                {editor && (
                  <IconButton size="s" label="Delete text" onClick={() => setDeleting(run)}>
                    <Trash2 size={14} aria-hidden />
                  </IconButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="texts" />
      {deleting && <DeleteRun run={deleting} onClose={() => setDeleting(null)} />}
    </section>
  )
}

function DeleteRun({ run, onClose }: { run: RunHead; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  return (
    <ConfirmDialog
      title="Delete this text?"
      description={`This deletes ${plural(run.words, 'word')} and their changes. Documents you saved it to aren’t affected.`}
      action="Delete text"
      texts={humanizerErrorTexts}
      onConfirm={async () => {
        await api(humanizerContract.delete, { _id: run._id })
        void revalidate()
      }}
      onClose={onClose}
    />
  )
}
