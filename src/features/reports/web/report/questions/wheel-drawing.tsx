// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements of its own for groups and trees; the roles say what it is.
import type { CSSProperties, Ref, SVGProps } from 'react'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { textWidth } from './text-width.ts'
import type { WheelGroup, WheelLayout, WheelLeaf, WheelPill } from './wheel-parts.ts'

/** A group's name or one of its questions. */
export type WheelItem = { key: string; kind: 'group' | 'leaf'; group: string; leaf?: WheelLeaf; pill?: WheelPill }

export type Tone = keyof typeof tones

export type WheelDrawingProps = {
  layout: WheelLayout
  groups: WheelGroup[]
  seed: string
  label: string
  getTone: (group: string) => Tone
  /** Makes each group a link, highlighted with CSS while pointed at. */
  getHref?: (group: string) => string
  /** Makes every item an element of its own for the pointer, the keyboard and screen readers. */
  getItemProps?: (item: WheelItem) => SVGProps<SVGGElement>
  /** Around all items. */
  items?: SVGProps<SVGGElement>
  /** Plays an entrance animation once, from the center outward. */
  drawn?: boolean
  className?: string
  ref?: Ref<SVGSVGElement>
}

// What a group's lines, dots and labels take their colors from.
const tones = {
  plain:
    '[--dot:var(--mark)] [--edge:var(--line-2)] [--inside:var(--paper)] [--ray:var(--line-2)] [--word:var(--ink-2)]',
  off: '[--dot:var(--mark)] [--edge:var(--line-2)] [--inside:var(--paper)] [--ray:var(--line)] [--word:var(--ink-3)]',
  on: '[--bold:600] [--dot:var(--accent)] [--edge:var(--accent)] [--inside:var(--accent-wash)] [--ray:var(--accent)] [--word:var(--accent-ink)]',
}
// A link is on while pointed at; the one that is on by default gives way meanwhile.
const linkTones = cx(
  tones.plain,
  'has-[a:hover,a:focus-visible]:[--bold:600] has-[a:hover,a:focus-visible]:[--dot:var(--accent)] has-[a:hover,a:focus-visible]:[--edge:var(--accent)] has-[a:hover,a:focus-visible]:[--inside:var(--accent-wash)] has-[a:hover,a:focus-visible]:[--ray:var(--accent)] has-[a:hover,a:focus-visible]:[--word:var(--accent-ink)]',
  '[svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--bold:600] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--dot:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--edge:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--inside:var(--accent-wash)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--ray:var(--accent)] [svg:not(:has(a:hover,a:focus-visible))_&[data-on]]:[--word:var(--accent-ink)]',
)

/** The question wheel as an image, of links, or of items to select. */
export function WheelDrawing(props: WheelDrawingProps) {
  const { layout, groups, seed, label, getTone, getHref, getItemProps, items, drawn, className, ref } = props
  const { width, height } = layout
  return (
    <svg
      ref={ref}
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
      width={width}
      height={height}
      className={cx('mx-auto block h-auto max-w-full overflow-visible font-sans', drawn && 'wheel-drawn', className)}
      fontSize={layout.fontSize}
      role="group"
      aria-label={label}
    >
      <g key={layout.mode === 'group' ? groups[0]?.name : 'all'} {...items}>
        {groups.map((group, at) => (
          <g
            key={group.name}
            data-opens={getHref && groupId(group.name)}
            data-on={getHref && getTone(group.name) === 'on' ? '' : undefined}
            className={getHref ? linkTones : tones[getTone(group.name)]}
            style={drawn ? ({ '--at': `${at * 55}ms` } as CSSProperties) : undefined}
          >
            <Wedge layout={layout} group={group} href={getHref?.(group.name)} getItemProps={getItemProps} />
          </g>
        ))}
      </g>
      <Center layout={layout} seed={seed} />
    </svg>
  )
}

/** Id of a group's list, for links. */
export const groupId = (group: string) => `asked-${group.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`

/** The items of a group: its name, then its questions. */
export function getItems(layout: WheelLayout, group: string): WheelItem[] {
  const pill = layout.mode !== 'group' && layout.pills.find((one) => one.name === group)
  const leaves = layout.leaves.filter((leaf) => leaf.group === group)
  return [
    ...(pill ? [{ key: `group:${group}`, kind: 'group', group, pill } satisfies WheelItem] : []),
    ...leaves.map((leaf): WheelItem => ({ key: leaf.key, kind: 'leaf', group, leaf })),
  ]
}

/** The seed, or the one group shown. */
function Center({ layout, seed }: { layout: WheelLayout; seed: string }) {
  const { radius, lines, fontSize } = layout.center
  return (
    <g>
      <title>{seed}</title>
      <circle r={radius} className="fill-paper stroke-line-2" />
      <text textAnchor="middle" fontSize={fontSize} className="fill-ink font-serif" fontWeight={500} aria-hidden>
        {lines.map((line, at) => (
          <tspan key={at} x={0} y={fontSize * 1.15 * (at - (lines.length - 1) / 2)} dy="0.32em">
            {line}
          </tspan>
        ))}
      </text>
    </g>
  )
}

const px = (n: number) => Number(n.toFixed(1))

/** The slice of the circle where the pointer selects a group. */
function slice(layout: WheelLayout, group: string) {
  const angles = layout.leaves.filter((leaf) => leaf.group === group).map((leaf) => leaf.angle)
  if (angles.length === 0) return ''
  const [from, to] = [Math.min(...angles) - 0.045, Math.max(...angles) + 0.045]
  const reach = layout.width / 2
  const inner = layout.center.radius + 3
  const at = (radius: number, angle: number) => `${px(radius * Math.cos(angle))} ${px(radius * Math.sin(angle))}`
  const large = to - from > Math.PI ? 1 : 0
  return `M${at(inner, from)}L${at(reach, from)}A${reach} ${reach} 0 ${large} 1 ${at(reach, to)}L${at(inner, to)}Z`
}

type WedgeProps = Pick<WheelDrawingProps, 'layout' | 'getItemProps'> & { group: WheelGroup; href?: string }

function Wedge({ layout, group: { name, rows }, href, getItemProps }: WedgeProps) {
  const items = getItems(layout, name)
  const lines = items.flatMap(({ key, pill, leaf }) => [{ key, path: (pill ?? leaf)?.path }])
  const [group] = items
  const lead = (
    <>
      <g fill="none" className="stroke-(--ray) transition-[stroke] duration-150" aria-hidden>
        {lines.map(({ key, path }) => (
          <path key={key} d={path} pathLength={1} className="ray" />
        ))}
      </g>
      {layout.specks
        .filter((speck) => speck.group === name)
        .map((speck, at) => (
          <Dot key={at} {...speck} />
        ))}
      {group?.pill && (
        <g {...getItemProps?.(group)}>
          <Pill pill={group.pill} fontSize={layout.fontSize + 0.5} />
        </g>
      )}
    </>
  )
  const leaves = items.map(
    (item) =>
      item.leaf && (
        <g key={item.key} {...getItemProps?.(item)}>
          <Leaf leaf={item.leaf} layout={layout} selectable={getItemProps !== undefined} />
        </g>
      ),
  )
  if (href === undefined)
    return (
      <>
        {lead}
        {leaves}
      </>
    )
  return (
    <>
      <a href={href} aria-label={`${name}: ${plural(rows.length, 'question')}`} className="outline-none">
        <path d={slice(layout, name)} className="fill-transparent" />
        {lead}
      </a>
      {/* The linked list has the texts: to screen readers, the link's name is its group. */}
      <g aria-hidden className="word pointer-events-none">
        {leaves}
      </g>
    </>
  )
}

function Leaf({ leaf, layout, selectable }: { leaf: WheelLeaf; layout: WheelLayout; selectable: boolean }) {
  const side = leaf.anchor === 'end' ? -1 : 1
  const start = side * (Math.hypot(leaf.x, leaf.y) + layout.labelGap)
  const length = textWidth(leaf.label, layout.fontSize, true) + 6
  return (
    <>
      <g transform={`rotate(${leaf.turn})`}>
        {selectable && (
          <rect
            x={side > 0 ? start - 4 : start - length + 2}
            y={-7}
            width={length}
            height={14}
            rx={3}
            className="fill-transparent in-focus-visible:fill-accent-wash in-focus-visible:stroke-accent in-focus-visible:[stroke-width:1.5]"
          />
        )}
        <text
          aria-hidden
          x={px(start)}
          dy="0.345em"
          textAnchor={leaf.anchor}
          className={cx(
            'fill-(--word) [font-weight:var(--bold,400)] transition-[fill] duration-150 in-[[aria-selected=true]]:underline in-[[aria-selected=true]]:underline-offset-2',
            leaf.row === null && 'italic',
          )}
        >
          {leaf.label}
        </text>
      </g>
      {leaf.row && <Dot x={leaf.x} y={leaf.y} dot={leaf.dot} hollow={leaf.hollow} />}
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
      <text aria-hidden textAnchor="middle" dy="0.345em" fontSize={fontSize} className="fill-ink font-semibold">
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
