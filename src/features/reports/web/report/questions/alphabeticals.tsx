import { useMemo } from 'react'
import { cx } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Row } from '../../../contract.ts'
import { FigureNote, PhraseGroup, type Picking } from '../../phrase-group.tsx'
import { byMeasure, getMeasure } from '../../volume-notes.ts'

export type AlphabeticalsProps = {
  seed: string
  rows: Row[]
  picking?: Picking
  missingVolume?: string
  /** Makes anchors unique when a page has two of these. */
  idPrefix?: string
}

/** Returns the letter of a row: its modifier, or the first letter after the seed. */
export function getLetter(row: Pick<Row, 'text' | 'modifier'>, seed: string) {
  const known = row.modifier?.trim()
  const rest = row.text.toLowerCase().replace(seed.toLowerCase(), '').trim()
  const letter = (known?.length === 1 ? known : (rest[0] ?? '#')).toLowerCase()
  return /\p{L}/u.test(letter) ? letter : '#'
}

/** A to Z: a row of letters to jump to (unused ones dimmed), then each letter's keywords. */
export function Alphabeticals({ seed, rows, picking, missingVolume, idPrefix = 'letter' }: AlphabeticalsProps) {
  const measure = useMemo(() => getMeasure(rows), [rows])
  const letters = useMemo(() => {
    const found = new Map<string, Row[]>()
    for (const row of byMeasure(rows, measure)) {
      const letter = getLetter(row, seed)
      found.set(letter, [...(found.get(letter) ?? []), row])
    }
    const all = new Set(/^[a-z#]*$/.test([...found.keys()].join('')) ? [...'abcdefghijklmnopqrstuvwxyz'] : [])
    for (const letter of found.keys()) all.add(letter)
    return [...all].sort().map((letter) => ({ letter, rows: found.get(letter) ?? [] }))
  }, [rows, measure, seed])
  if (rows.length === 0)
    return (
      <EmptyState level={3} title="No A–Z suggestions">
        No source returned suggestions for the query plus a letter. See the sources above for details.
      </EmptyState>
    )
  const maxCount = Math.max(...letters.map((entry) => entry.rows.length))
  return (
    <>
      <nav
        aria-label="Letters"
        data-screen-only
        className="mb-6 grid grid-cols-[repeat(auto-fill,minmax(32px,1fr))] border-b border-line"
      >
        {letters.map((entry) => {
          const on = entry.rows.length > 0
          const inside = (
            <>
              <span className="flex h-7 items-end justify-center" aria-hidden>
                <span
                  className="w-3 rounded-t-xs bg-line-2"
                  style={{ height: `${(entry.rows.length / maxCount) * 24}px` }}
                />
              </span>
              <span className={cx('block text-center leading-7', on ? 'text-ink' : 'text-ink-3')}>
                {entry.letter.toUpperCase()}
              </span>
            </>
          )
          return on ? (
            <a key={entry.letter} href={`#${idPrefix}-${entry.letter}`} className="no-underline hover:bg-well">
              {inside}
              <span className="sr-only">{entry.rows.length} phrases</span>
            </a>
          ) : (
            <span key={entry.letter}>{inside}</span>
          )
        })}
      </nav>
      <div className="gap-x-9 sm:columns-2 xl:columns-3 print:columns-3 print:gap-x-6">
        {letters
          .filter((entry) => entry.rows.length > 0)
          .map((entry) => (
            <div
              key={entry.letter}
              id={`${idPrefix}-${entry.letter}`}
              className="mb-7 scroll-mt-12 break-inside-avoid print:mb-4"
            >
              <PhraseGroup
                title={<span className="text-[26px] leading-none">{entry.letter.toUpperCase()}</span>}
                seed={seed}
                rows={entry.rows}
                short={6}
                picking={picking}
                figure={measure.by}
              />
            </div>
          ))}
      </div>
      <FigureNote rows={rows} measure={measure} missing={missingVolume} />
    </>
  )
}
