import type { PaaNode } from '../../../rules/questions/paa-tree.ts'
import { PaaAnswer } from './paa-answer.tsx'

/** Questions with their answers and pages, nested. For phones, shared reports and paper. */
export function PaaList({ roots, level = 1 }: { roots: readonly PaaNode[]; level?: number }) {
  return (
    <ul className={level === 1 ? 'border-line border-t' : 'mt-2.5 border-line-2 border-s ps-4'}>
      {roots.map((node) => (
        <li key={node.text} className={level === 1 ? 'border-line border-b py-3' : 'pb-2.5 last:pb-0'}>
          <p className={level === 1 ? 'font-serif text-l leading-snug' : 'font-[550] leading-snug'}>{node.text}</p>
          <PaaAnswer node={node} />
          {node.children.length > 0 && <PaaList roots={node.children} level={level + 1} />}
        </li>
      ))}
    </ul>
  )
}
