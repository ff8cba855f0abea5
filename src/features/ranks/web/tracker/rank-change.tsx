import type { RankItem } from '../../contract.ts'

type RankChangeProps = Pick<RankItem, 'change' | 'position' | 'previous'>

/** How a position changed, in words for screen readers as well. */
export function RankChange({ change, position, previous }: RankChangeProps) {
  if (change === 'unknown') return <span className="text-ink-3">–</span>
  if (change === 'same') return <span className="text-ink-3">no change</span>
  if (change === 'new') return <span className="font-[550] text-good">▲ new</span>
  if (change === 'lost') return <span className="font-[550] text-bad">▼ lost, was {previous}</span>
  const by = Math.abs(position! - previous!)
  return (
    <span className={`font-[550] ${change === 'up' ? 'text-good' : 'text-bad'}`}>
      <span aria-hidden>{change === 'up' ? '▲' : '▼'}</span> <span className="sr-only">{change} by </span>
      {by} <span className="font-normal text-ink-3">from {previous}</span>
    </span>
  )
}
