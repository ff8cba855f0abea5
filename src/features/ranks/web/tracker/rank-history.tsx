// biome-ignore-all lint/a11y/noSvgWithoutTitle: named by aria-label; the table of checks has all of it.
import type { RankItem } from '../../contract.ts'

type History = RankItem['history']
type RankHistoryProps = { history: History; depth: number; width?: number; height?: number; label?: string }

/** Positions over time, the first at the top. Failed checks interrupt the line; "not found" is a hollow mark at the bottom. */
export function RankHistory({ history, depth, width = 96, height = 24, label }: RankHistoryProps) {
  const step = width / Math.max(1, history.length)
  const x = (at: number) => at * step + step / 2
  const y = (position: number) => 2 + ((Math.min(position, depth) - 1) / Math.max(1, depth)) * (height - 6)
  const lines = getLines(history)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="block"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {history.map(({ at, position, reason }, index) =>
        position !== null ? null : reason === 'not_in_depth' ? (
          <circle key={at} cx={x(index)} cy={height - 2.5} r="1.6" fill="none" className="stroke-ink-3" />
        ) : (
          <rect
            key={at}
            x={index * step}
            y="0"
            width={step}
            height={height}
            className="fill-warn opacity-20"
            data-gap={reason}
          />
        ),
      )}
      {lines.map((points) => (
        <g key={points[0]!.index}>
          <path
            d={points
              .map(
                ({ index, position }, at) => `${at === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(position).toFixed(1)}`,
              )
              .join('')}
            fill="none"
            strokeWidth="1.3"
            className="stroke-accent"
          />
          {points.length === 1 && (
            <circle cx={x(points[0]!.index)} cy={y(points[0]!.position)} r="1.6" className="fill-accent" />
          )}
        </g>
      ))}
    </svg>
  )
}

/** Runs of measurements without a gap between them. */
function getLines(history: History) {
  const lines: { index: number; position: number }[][] = []
  let isOpen = false
  for (const [index, { position }] of history.entries()) {
    if (position === null) isOpen = false
    else if (isOpen) lines.at(-1)!.push({ index, position })
    else {
      lines.push([{ index, position }])
      isOpen = true
    }
  }
  return lines
}
