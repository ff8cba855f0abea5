import { ChevronRight } from 'lucide-react'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount } from '#ui/format/format.ts'
import type { Row } from '../../contract.ts'
import { RowFigure } from '../phrase-group.tsx'
import { QuestionWheel } from '../report/questions/question-wheel.tsx'
import { getSize, type TreeNode, toTree } from '../report/questions/tree-model.ts'
import { groupId } from '../report/questions/wheel-drawing.tsx'
import { byMeasure, getMeasure, type Measure, volumeNote } from '../volume-notes.ts'

export type StaticQuestionsProps = {
  seed: string
  rows: Row[]
  missingVolume?: string
  /** Questions listed per group before the rest is only counted. */
  maxRows?: number
  /** URL of this page with every row, if something is left out. */
  fullHref?: string
}

/** The wheel and every group's questions, one group open at a time. */
export function StaticQuestions({ seed, rows, missingVolume, maxRows = Infinity, fullHref }: StaticQuestionsProps) {
  const measure = getMeasure(rows)
  const tree = toTree(byMeasure(rows, measure))
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(320px,1fr)] print:block">
      <QuestionWheel
        seed={seed}
        rows={rows}
        getHref={(group) => `#${groupId(group)}`}
        lit={tree[0]?.label}
        className="lg:sticky lg:top-12"
      />
      <div className="far-below min-w-0 [--tall:900px]">
        <div className="border-t border-line print:columns-2 print:gap-6">
          {tree.map((group, at) => (
            <Group key={group.id} group={group} open={at === 0} {...{ measure, maxRows, fullHref }} />
          ))}
        </div>
        <p className="pt-2.5 text-xs text-ink-3">
          {measure.by === 'popularity'
            ? `${missingVolume ?? 'No source returned search volumes.'} The number is popularity: how high and how often sources suggested it.`
            : measure.by === 'none'
              ? (missingVolume ?? 'No source returned search volumes.')
              : volumeNote(rows, missingVolume)}
        </p>
      </div>
    </div>
  )
}

/** Visible questions of an open group. */
const short = 14

type GroupProps = { group: TreeNode; open: boolean; measure: Measure; maxRows: number; fullHref?: string }

function Group({ group, open, measure, maxRows, fullHref }: GroupProps) {
  const id = groupId(group.label)
  const left = group.children.length - maxRows
  return (
    <details name="asked" open={open} data-group={id} className="group/asked border-b border-line">
      <summary className="flex min-h-10 list-none items-center gap-2 hover:bg-well [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={14}
          className="shrink-0 text-ink-3 transition-transform group-open/asked:rotate-90 print:hidden"
          aria-hidden
        />
        <h3 className="subheading">{group.label}</h3>
        <span className="ms-auto text-xs text-ink-3">{formatCount(getSize(group))}</span>
      </summary>
      <ul id={id} className="scroll-mt-24 pb-2 ps-5.5">
        {group.children.slice(0, short).map((node) => (
          <Question key={node.id} node={node} measure={measure} />
        ))}
      </ul>
      {group.children.length > short && (
        <Disclosure
          className="pb-2 ps-5.5"
          summary={`${formatCount(Math.min(maxRows, group.children.length) - short)} more with “${group.label}”`}
        >
          <ul>
            {group.children.slice(short, maxRows).map((node) => (
              <Question key={node.id} node={node} measure={measure} />
            ))}
          </ul>
        </Disclosure>
      )}
      {left > 0 && fullHref && (
        <p className="pb-3 ps-5.5 text-xs text-ink-3">
          And {formatCount(left)} more.{' '}
          <a className="link" href={`${fullHref}#${id}`}>
            Show all
          </a>
        </p>
      )}
    </details>
  )
}

function Question({ node, measure }: { node: TreeNode; measure: Measure }) {
  return (
    <li className="border-t border-line">
      <span className="flex min-h-8 items-center gap-3 py-1">
        <span className="min-w-0 flex-1 leading-snug">{node.label}</span>
        {measure.by !== 'none' && node.row && <RowFigure row={node.row} by={measure.by} />}
      </span>
      {node.children.length > 0 && (
        <ul className="mb-1 ms-1 border-s border-line-2 ps-3 text-ink-2">
          {node.children.map((child) => (
            <Question key={child.id} node={child} measure={measure} />
          ))}
        </ul>
      )}
    </li>
  )
}
