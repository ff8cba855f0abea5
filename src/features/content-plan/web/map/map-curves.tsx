import { getPath, type MapColumns, type MapCurve, maxCurves, touches } from '../../rules/views/plan-map.ts'

type Props = { curves: readonly MapCurve[]; columns: MapColumns; height: number; selected: string | null }

/** The links as curves behind the rows. The table beside the map says the same in words. */
export function MapCurves({ curves, columns, height, selected }: Props) {
  const isTree = ({ a, b }: MapCurve) => a.column !== b.column && a.groupId === b.groupId
  const drawn = curves.filter((curve) => touches(curve, selected) || curves.length <= maxCurves || isTree(curve))
  // Where many curves start at one row, dark ones would be a block.
  const isTangle = drawn.length > 40
  // The curves of the selected item are drawn last, above the others.
  const ordered = drawn.toSorted((a, b) => Number(touches(a, selected)) - Number(touches(b, selected)))
  return (
    <svg
      width={columns.width}
      height={height}
      viewBox={`0 0 ${columns.width} ${height}`}
      className="pointer-events-none absolute inset-0 max-lg:hidden"
      aria-hidden
    >
      {ordered.map((curve) => {
        const isSelected = touches(curve, selected)
        return (
          <path
            key={curve.key}
            d={getPath(curve, columns)}
            fill="none"
            className={isSelected ? 'stroke-accent' : selected || isTangle ? 'stroke-line-2' : 'stroke-mark'}
            strokeWidth={isSelected ? 1.8 : 1.1}
            strokeDasharray={curve.set === curve.total ? undefined : '3 3'}
          />
        )
      })}
    </svg>
  )
}
