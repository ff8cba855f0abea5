import { type ReactNode, useMemo } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Row } from '../../../contract.ts'
import { FigureNote, PhraseGroup, type Picking } from '../../phrase-group.tsx'
import { byMeasure, getMeasure } from '../../volume-notes.ts'
import { wheelGroups } from './wheel-layout.ts'

export type GroupedPhrasesProps = {
  seed: string
  rows: Row[]
  picking?: Picking
  missingVolume?: string
  /** A group's title from its modifier. */
  getTitle: (modifier: string) => ReactNode
  empty: { title: string; text: string }
}

/** Phrases by modifier in columns, groups with most first. */
export function GroupedPhrases({ seed, rows, picking, missingVolume, getTitle, empty }: GroupedPhrasesProps) {
  const measure = useMemo(() => getMeasure(rows), [rows])
  const groups = useMemo(() => wheelGroups(byMeasure(rows, measure), Number.POSITIVE_INFINITY), [rows, measure])
  if (rows.length === 0)
    return (
      <EmptyState level={3} title={empty.title}>
        {empty.text}
      </EmptyState>
    )
  return (
    <>
      <div
        className={
          groups.length > 4
            ? 'gap-x-9 sm:columns-2 xl:columns-3 print:columns-3 print:gap-x-6'
            : 'grid gap-x-9 sm:grid-cols-[repeat(auto-fill,minmax(250px,1fr))]'
        }
      >
        {groups.map((group) => (
          <PhraseGroup
            key={group.name}
            className="mb-7 print:mb-4"
            title={getTitle(group.name)}
            seed={seed}
            rows={group.rows}
            picking={picking}
            figure={measure.by}
          />
        ))}
      </div>
      <FigureNote rows={rows} measure={measure} missing={missingVolume} />
    </>
  )
}
