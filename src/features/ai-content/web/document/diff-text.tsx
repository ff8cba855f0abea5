import { plural } from '#ui/format/format.ts'
import type { DiffBlock, DiffRun } from './word-diff.ts'

/** Text with citations as numbers. */
function Words({ text }: { text: string }) {
  return text.split(/(\[\^\d+\])/).map((part, at) =>
    at % 2 === 1 ? (
      <sup key={at} className="font-sans font-semibold text-2xs text-accent-ink">
        {part.slice(2, -1)}
      </sup>
    ) : (
      part
    ),
  )
}

/** Removed words are struck through, added words underlined. Screen readers announce both. */
export function DiffRuns({ runs }: { runs: DiffRun[] }) {
  return (
    <>
      {runs.map((run, at) =>
        run.kind === 'same' ? (
          <span key={at}>
            <Words text={run.text} />
          </span>
        ) : run.kind === 'removed' ? (
          <del key={at}>
            <span className="sr-only">removed: </span>
            <Words text={run.text} />
          </del>
        ) : (
          <ins key={at}>
            <span className="sr-only">added: </span>
            <Words text={run.text} />
          </ins>
        ),
      )}
    </>
  )
}

/** Compares two texts by paragraph. Unchanged stretches are folded unless `whole`. */
export function DiffBlocks({ blocks, whole = false }: { blocks: DiffBlock[]; whole?: boolean }) {
  const parts: (DiffBlock | { kind: 'folded'; count: number })[] = []
  blocks.forEach((block, at) => {
    const beside = block.kind !== 'same' || blocks[at - 1]?.kind !== 'same' || blocks[at + 1]?.kind !== 'same'
    const last = parts.at(-1)
    if (block.kind !== 'same' || beside || whole) parts.push(block)
    else if (last?.kind === 'folded') last.count++
    else parts.push({ kind: 'folded', count: 1 })
  })
  return (
    <div className="diff-text grid gap-3 font-serif text-l leading-relaxed whitespace-pre-wrap">
      {parts.map((part, at) => {
        if (part.kind === 'folded')
          return (
            <p key={at} className="border-line border-y py-1 text-center font-sans text-ink-3 text-xs">
              {plural(part.count, 'unchanged paragraph')}
            </p>
          )
        if (part.kind === 'changed')
          return (
            <p key={at}>
              <DiffRuns runs={part.runs} />
            </p>
          )
        if (part.kind === 'same')
          return (
            <p key={at} className="text-ink-2">
              <Words text={part.text} />
            </p>
          )
        return (
          <p key={at}>
            <DiffRuns runs={[part]} />
          </p>
        )
      })}
    </div>
  )
}
