import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import type { Row } from '../../../contract.ts'
import { usePickedRows } from '../keywords/selection/use-selected-rows.ts'
import { toLines } from '../keywords/table/table-model.ts'
import { rowsToOutline } from '../outline/add-to-outline.ts'
import { Alphabeticals } from './alphabeticals.tsx'
import { Comparisons } from './comparisons.tsx'
import { Prepositions } from './prepositions.tsx'

export type PhrasesPanelProps = {
  as: 'comparisons' | 'prepositions' | 'a-z'
  seed: string
  rows: Row[]
  active: boolean
  missing: Record<string, string>
}

const views = { comparisons: Comparisons, prepositions: Prepositions, 'a-z': Alphabeticals }

/** Phrases in groups, to pick from. */
export function PhrasesPanel({ as, seed, rows, active, missing }: PhrasesPanelProps) {
  const { picked, set, clear } = usePickedRows()
  const View = views[as]
  if (rows.length === 0 && active)
    return (
      <EmptyState level={3} title="Searching…">
        Phrases appear here as sources respond.
      </EmptyState>
    )
  const chosen = rows.filter((row) => picked.has(row._id))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toLines(chosen))
      notify.done(`Copied ${formatCount(chosen.length)}.`)
    } catch {
      notify.failed('Your browser blocked copying.')
    }
  }
  return (
    <>
      <View seed={seed} rows={rows} picking={{ picked, onPick: set }} missingVolume={missing.volume} />
      {chosen.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected phrases"
          className="sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-l border border-line-2 bg-panel py-1.5 pr-1.5 pl-3.5 shadow-float"
        >
          <span className="mr-2 whitespace-nowrap" aria-live="polite">
            <b className="font-[550]">{formatCount(chosen.length)}</b> selected
          </span>
          <Button size="s" onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="s" onClick={() => rowsToOutline(chosen)}>
            Add to outline
          </Button>
          <Button size="s" variant="quiet" onClick={clear}>
            Clear selection
          </Button>
        </div>
      )}
    </>
  )
}
