import { useMemo, useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import type { Row } from '../../../contract.ts'
import { usePickedRows } from '../keywords/selection/use-selected-rows.ts'
import { rowsToOutline } from '../outline/add-to-outline.ts'
import { OutlinePicker } from '../outline/outline-picker.tsx'
import { WriteFromReport } from '../write-from-report.tsx'
import { InteractiveWheel } from './interactive-wheel.tsx'
import { QuestionPane } from './question-pane.tsx'
import { QuestionTree } from './question-tree.tsx'
import { wheelGroups } from './wheel-layout.ts'

export type QuestionsPanelProps = {
  reportId: string
  /** Whether this person may add questions to lists. */
  editor: boolean
  /** Owner of the outline: `toOutlineOwner`. */
  owner: string
  seed: string
  rows: Row[]
  active: boolean
  missing: Record<string, string>
}

/** Questions as a wheel and a list side by side, and the outline they can be added to. */
export function QuestionsPanel({ reportId, editor, owner, seed, rows, active, missing }: QuestionsPanelProps) {
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  const [as, setAs] = useState<'wheel' | 'tree'>('wheel')
  // Undefined until a group is chosen: the largest group is the default.
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const [questionId, setQuestionId] = useState<string | null>(null)
  const { picked, set } = usePickedRows()
  const groups = useMemo(() => wheelGroups(rows), [rows])
  const group = chosen === undefined ? (groups[0]?.name ?? null) : chosen
  const shown = useMemo(
    () => (group === null ? rows : (groups.find((each) => each.name === group)?.rows ?? rows)),
    [rows, groups, group],
  )
  const choose = (row: Row) => {
    setQuestionId(row._id)
    setChosen(groups.find((each) => each.rows.some((other) => other._id === row._id))?.name ?? null)
  }

  if (rows.length === 0)
    return active ? (
      <EmptyState level={3} title="Looking for questions…">
        The first ones usually appear within two seconds.
      </EmptyState>
    ) : (
      <EmptyState level={3} title="No questions found" action={null}>
        {missing.questions ?? 'The sources that responded had none for this query. Try a shorter or more common one.'}
      </EmptyState>
    )
  return (
    <div className="grid gap-x-10 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
      <div className="relative min-w-0">
        <div className="relative z-20 mb-1 flex w-fit items-center" data-screen-only>
          <Segmented
            label="Show questions as"
            size="s"
            value={as}
            onChange={setAs}
            options={[
              { value: 'wheel', label: 'Wheel' },
              { value: 'tree', label: 'Tree' },
            ]}
          />
        </div>
        {as === 'wheel' ? (
          // In a shared row, the wheel's own tools start after the view switch.
          <div className="-mt-7.5 max-lg:mt-0 lg:**:data-wheel-tools:left-32" data-question-wheel>
            <InteractiveWheel
              seed={seed}
              rows={rows}
              group={group}
              onGroup={setChosen}
              questionId={questionId}
              onQuestion={choose}
            />
          </div>
        ) : (
          <QuestionTree rows={rows} questionId={questionId} onQuestion={choose} />
        )}
      </div>
      <div className="grid min-w-0 content-start gap-9">
        <QuestionPane
          key={group}
          title={group ?? 'All questions'}
          rows={shown}
          picked={picked}
          onPick={set}
          questionId={questionId}
          missingVolume={missing.volume}
          onAddToList={editor ? (chosen) => setListTexts(chosen.map(({ text }) => text)) : undefined}
          onAddToOutline={rowsToOutline}
        />
        <SaveToList
          texts={listTexts}
          from={{ kind: 'report', id: reportId, label: seed }}
          onClose={() => setListTexts(null)}
        />
        <OutlinePicker owner={owner} action={<WriteFromReport />} />
      </div>
    </div>
  )
}
