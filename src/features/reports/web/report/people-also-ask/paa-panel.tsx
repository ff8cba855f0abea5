// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
import { useMemo, useRef, useState } from 'react'
import { SaveToList } from '#features/keywords/web/save-to-list.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Link } from '#ui/link.tsx'
import type { PaaQuestion } from '../../../contract.ts'
import {
  buildPaaTree,
  countPaaQuestions,
  getDepth,
  listPaaNodes,
  type PaaNode,
} from '../../../rules/questions/paa-tree.ts'
import { sourceLabel } from '../../keyword-labels.ts'
import { toFilteredHref } from '../keywords/filters/link-filter.ts'
import { rowsToOutline } from '../outline/add-to-outline.ts'
import { OutlinePicker } from '../outline/outline-picker.tsx'
import { WriteFromReport } from '../write-from-report.tsx'
import { PaaAnswer } from './paa-answer.tsx'
import { PaaDrawing } from './paa-drawing.tsx'
import { PaaList } from './paa-list.tsx'

export type PaaPanelProps = {
  reportId: string
  editor: boolean
  owner: string
  topic: string
  /** Null in reports of earlier versions. */
  questions: PaaQuestion[] | null
}

/** Google's People Also Ask as a tree, with the answer and its page beside it, and the outline to add questions to. */
export function PaaPanel({ reportId, editor, owner, topic, questions }: PaaPanelProps) {
  const roots = useMemo(() => buildPaaTree(questions ?? []), [questions])
  const [as, setAs] = useState<'tree' | 'list'>('tree')
  const [opened, setOpened] = useState('0')
  const [listTexts, setListTexts] = useState<string[] | null>(null)
  const svg = useRef<SVGSVGElement>(null)
  if (roots.length === 0)
    return (
      <EmptyState level={3} title="No People Also Ask questions">
        {questions === null
          ? 'This report was run before they were stored. Run it again to see them.'
          : 'They come from results pages: SerpApi, Serper or DataForSEO as a source.'}
      </EmptyState>
    )
  const all = listPaaNodes(roots)
  const sources = [...new Set(all.flatMap((node) => node.sources))].map(sourceLabel).join(', ')
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(300px,360px)]">
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Segmented
            className="max-sm:hidden"
            label="Show People Also Ask as"
            size="s"
            value={as}
            onChange={setAs}
            options={[
              { value: 'tree', label: 'Tree' },
              { value: 'list', label: 'With answers' },
            ]}
          />
          <p className="text-ink-2 text-xs">
            {plural(countPaaQuestions(roots), 'question')} on {plural(getDepth(roots), 'level')} · {sources}
          </p>
        </div>
        {as === 'tree' && (
          <section aria-label="Tree" className="-m-1 overflow-x-auto p-1 max-sm:hidden print:hidden" tabIndex={0}>
            <PaaDrawing ref={svg} topic={topic} roots={roots} opened={opened} onOpen={setOpened} />
          </section>
        )}
        <div className={as === 'tree' ? 'sm:hidden print:block' : undefined}>
          <PaaList roots={roots} />
        </div>
      </div>
      <div className="grid content-start gap-6 lg:sticky lg:top-7 lg:self-start">
        {as === 'tree' && (
          <Opened
            node={getNode(roots, opened) ?? roots[0]!}
            onAddToList={editor ? (text) => setListTexts([text]) : undefined}
          />
        )}
        <OutlinePicker owner={owner} action={<WriteFromReport />} />
        {editor && (
          <div className="flex flex-wrap gap-2" data-screen-only>
            <Button size="s" onClick={() => rowsToOutline(all)}>
              Add all to outline
            </Button>
            <Button size="s" onClick={() => setListTexts(all.map(({ text }) => text))}>
              Add all to list
            </Button>
          </div>
        )}
      </div>
      <SaveToList
        texts={listTexts}
        from={{ kind: 'report', id: reportId, label: topic }}
        onClose={() => setListTexts(null)}
      />
    </div>
  )
}

function Opened({ node, onAddToList }: { node: PaaNode; onAddToList?: (text: string) => void }) {
  return (
    <section aria-label="Question" aria-live="polite" className="max-sm:hidden">
      <h3 className="font-serif text-xl leading-snug [overflow-wrap:anywhere]">{node.text}</h3>
      <PaaAnswer node={node} />
      {!node.answer && !node.url && <p className="mt-1 text-ink-3">The source returned no answer for it.</p>}
      <div className="mt-3 flex flex-wrap items-center gap-2" data-screen-only>
        <Button size="s" onClick={() => rowsToOutline([node])}>
          Add to outline
        </Button>
        {onAddToList && (
          <Button size="s" onClick={() => onAddToList(node.text)}>
            Add to list
          </Button>
        )}
        <Link href={toFilteredHref({ include: [node.text.replace(/\?$/, '')] })} className="text-xs">
          Find in keywords
        </Link>
      </div>
    </section>
  )
}

/** The node at "0.2.1". */
function getNode(roots: readonly PaaNode[], id: string): PaaNode | null {
  let level = roots
  let found: PaaNode | null = null
  for (const part of id.split('.')) {
    found = level[Number(part)] ?? null
    if (!found) return null
    level = found.children
  }
  return found
}
