// biome-ignore-all lint/a11y/useSemanticElements: SVG has no fieldset; the role says what it is.
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format.ts'
import type { Row } from '../contract.ts'
import { byMeasure, getMeasure } from './keyword-labels.ts'
import { WheelCentre } from './wheel-item.tsx'
import { type WheelGroup, type WheelLayout, type WheelPill, wheelGroups, wheelLayout } from './wheel-layout.ts'
import { WheelLegend } from './wheel-legend.tsx'

/**
 * The question wheel for pages without scripts: each group is a link, highlighted with CSS on hover or focus. Phones get the
 * compact wheel, and the list it links to has the texts.
 */
export type PlainWheelProps = {
  seed: string
  rows: Row[]
  /** URL of a group. */
  getHref: (group: string) => string
  /** The group highlighted by default. */
  lit?: string
  /** Width in px for laying out labels; the image then scales. */
  width?: number
  /** Plays an entrance animation once, from the center outward. */
  drawn?: boolean
  legend?: boolean
  className?: string
}

export function PlainWheel({
  seed,
  rows,
  getHref,
  lit,
  width = 760,
  drawn,
  legend = true,
  className,
}: PlainWheelProps) {
  const measure = getMeasure(rows)
  const groups = wheelGroups(byMeasure(rows, measure))
  if (groups.length === 0) return null
  const common = { seed, groups, figure: measure.of }
  const picture = { groups, seed, getHref, lit: lit ?? groups[0]?.name, drawn }
  return (
    <div className={cx('min-w-0', className)}>
      {drawn && <style>{drawing}</style>}
      <Picture {...picture} layout={wheelLayout({ ...common, width })} className="max-sm:hidden print:block!" />
      <Picture {...picture} layout={wheelLayout({ ...common, width: 340 })} className="sm:hidden print:hidden!" />
      {legend && (
        <div className="mt-2 flex justify-center text-xs text-ink-3">
          <WheelLegend measure={measure} />
        </div>
      )}
    </div>
  )
}

/** Id of a group's list, for links. */
export const groupId = (group: string) => `asked-${group.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`

// Disabled on phones, because every step repaints the whole image.
const drawing =
  '@keyframes wheel-draw{from{stroke-dashoffset:1}}@media screen and (width >= 640px){.wheel-drawn path.ray{stroke-dasharray:1;animation:wheel-draw .9s var(--at) cubic-bezier(.3,0,.2,1) backwards}.wheel-drawn .word{animation:ui-fade .5s calc(var(--at) + .55s) backwards}}'

// States of a group, from which its lines, dots and labels take their colors: normal, highlighted, dimmed.
const wedgeClass = cx(
  '[--dot:var(--mark)] [--edge:var(--line-2)] [--inside:var(--paper)] [--ray:var(--line-2)] [--word:var(--ink-2)]',
  'has-[a:hover,a:focus-visible]:[--dot:var(--accent)] has-[a:hover,a:focus-visible]:[--edge:var(--accent)] has-[a:hover,a:focus-visible]:[--inside:var(--accent-wash)] has-[a:hover,a:focus-visible]:[--ray:var(--accent)] has-[a:hover,a:focus-visible]:[--word:var(--accent-ink)]',
  '[svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--dot:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--edge:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--inside:var(--accent-wash)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--ray:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--word:var(--accent-ink)]',
)

type PictureProps = Pick<PlainWheelProps, 'seed' | 'getHref' | 'lit' | 'drawn' | 'className'> & {
  groups: WheelGroup[]
  layout: WheelLayout
}

function Picture({ groups, layout, seed, getHref, lit, drawn, className }: PictureProps) {
  const total = groups.reduce((sum, group) => sum + group.rows.length, 0)
  const { width, height } = layout
  return (
    <svg
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      width={width}
      height={height}
      className={cx('mx-auto block h-auto max-w-full overflow-visible font-sans', drawn && 'wheel-drawn', className)}
      fontSize={layout.fontSize}
      role="group"
      aria-label={`${plural(total, 'question')} about ${seed}, by their first word`}
    >
      {groups.map((group, at) => (
        <g
          key={group.name}
          data-opens={groupId(group.name)}
          data-on={group.name === lit ? '' : undefined}
          className={wedgeClass}
          style={drawn ? ({ '--at': `${at * 55}ms` } as React.CSSProperties) : undefined}
        >
          <Wedge layout={layout} group={group} href={getHref(group.name)} />
        </g>
      ))}
      <WheelCentre layout={layout} seed={seed} />
    </svg>
  )
}

const px = (n: number) => Number(n.toFixed(1))

/** The slice of the circle where the pointer selects a group. */
function slice(layout: WheelLayout, group: string) {
  const angles = layout.leaves.filter((leaf) => leaf.group === group).map((leaf) => leaf.angle)
  if (angles.length === 0) return ''
  const [from, to] = [Math.min(...angles) - 0.045, Math.max(...angles) + 0.045]
  const reach = layout.width / 2
  const inner = layout.centre.radius + 3
  const at = (radius: number, angle: number) => `${px(radius * Math.cos(angle))} ${px(radius * Math.sin(angle))}`
  const large = to - from > Math.PI ? 1 : 0
  return `M${at(inner, from)}L${at(reach, from)}A${reach} ${reach} 0 ${large} 1 ${at(reach, to)}L${at(inner, to)}Z`
}

// Hides labels from screen readers, since the linked list has them: the link's name is its group.
function Wedge({ layout, group, href }: { layout: WheelLayout; group: WheelGroup; href: string }) {
  const pill = layout.pills.find((one) => one.name === group.name)
  const leaves = layout.leaves.filter((leaf) => leaf.group === group.name)
  return (
    <>
      <a href={href} aria-label={`${group.name}: ${plural(group.rows.length, 'question')}`} className="outline-none">
        <path d={slice(layout, group.name)} className="fill-transparent" />
        <g fill="none" className="stroke-(--ray) transition-[stroke] duration-150">
          {pill && <path d={pill.path} pathLength={1} className="ray" />}
          {leaves.map((leaf) => (
            <path key={leaf.key} d={leaf.path} pathLength={1} className="ray" />
          ))}
        </g>
        {layout.specks
          .filter((speck) => speck.group === group.name)
          .map((speck, at) => (
            <Dot key={at} {...speck} />
          ))}
        {pill && <Pill pill={pill} fontSize={layout.fontSize + 0.5} />}
      </a>
      <g aria-hidden className="word pointer-events-none">
        {leaves.map((leaf) => (
          <g key={leaf.key}>
            <text
              transform={`rotate(${leaf.turn})`}
              x={px((leaf.anchor === 'end' ? -1 : 1) * (Math.hypot(leaf.x, leaf.y) + layout.labelGap))}
              dy="0.345em"
              textAnchor={leaf.anchor}
              className={cx('fill-(--word) transition-[fill] duration-150', leaf.row === null && 'italic')}
            >
              {leaf.label}
            </text>
            {leaf.row && <Dot x={leaf.x} y={leaf.y} dot={leaf.dot} hollow={leaf.hollow} />}
          </g>
        ))}
      </g>
    </>
  )
}

function Pill({ pill, fontSize }: { pill: WheelPill; fontSize: number }) {
  return (
    <g transform={`translate(${pill.x} ${pill.y})`}>
      <rect
        x={-pill.width / 2}
        y={-pill.height / 2}
        width={pill.width}
        height={pill.height}
        rx={pill.height / 2}
        className="fill-(--inside) stroke-(--edge) transition-[fill,stroke] duration-150 in-focus-visible:[stroke-width:2.5]"
      />
      <text textAnchor="middle" dy="0.345em" fontSize={fontSize} className="fill-ink font-semibold">
        {pill.name}
      </text>
    </g>
  )
}

const Dot = ({ x, y, dot, hollow }: { x: number; y: number; dot: number; hollow: boolean }) => (
  <circle
    cx={x}
    cy={y}
    r={dot}
    className={cx('transition-[fill,stroke] duration-150', hollow ? 'fill-paper stroke-(--dot)' : 'fill-(--dot)')}
  />
)
