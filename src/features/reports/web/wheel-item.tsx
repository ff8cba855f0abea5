// biome-ignore-all lint/a11y/useSemanticElements: SVG has no elements of its own for trees; the roles say what it is.
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format.ts'
import { textWidth } from './text-width.ts'
import type { WheelLayout, WheelLeaf, WheelPill } from './wheel-layout.ts'

export type Item = { key: string; kind: 'group' | 'leaf'; group: string; leaf?: WheelLeaf; pill?: WheelPill }

export const lineTone = {
  on: 'stroke-accent [stroke-width:1.4] transition-[stroke]',
  plain: 'stroke-line-2 transition-[stroke]',
  off: 'stroke-line transition-[stroke]',
}
export type Tone = keyof typeof lineTone
export const dotTone = (tone: Tone, hollow: boolean) =>
  hollow
    ? cx('fill-paper', tone === 'on' ? 'stroke-accent' : 'stroke-mark')
    : cx('transition-[fill]', tone === 'on' ? 'fill-accent' : 'fill-mark')

/** The seed, or the one group shown. */
export function WheelCentre({ layout, seed }: { layout: WheelLayout; seed: string }) {
  const { radius, lines, fontSize } = layout.centre
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

type WheelItemProps = {
  item: Item
  layout: WheelLayout
  tone: Tone
  chosen: boolean
  tabStop: boolean
  onPoint: (key: string) => void
  onFocus: (key: string) => void
  onAct: (item: Item) => void
}

/** A group's name or a question with its dot. */
export function WheelItem({ item, layout, tone, chosen, tabStop, onPoint, onFocus, onAct }: WheelItemProps) {
  const { leaf, pill } = item
  const name = leaf
    ? (leaf.row?.text ?? `${leaf.more} more with ${leaf.group}`)
    : `${item.group}, ${plural(pill?.count ?? 0, 'question')}`
  return (
    <g
      role="treeitem"
      aria-level={leaf && layout.mode !== 'group' ? 2 : 1}
      aria-label={name}
      aria-selected={chosen}
      tabIndex={tabStop ? 0 : -1}
      data-key={item.key}
      className="group/item cursor-pointer outline-none"
      onClick={() => onAct(item)}
      onFocus={() => onFocus(item.key)}
      onPointerEnter={() => onPoint(item.key)}
    >
      {leaf ? (
        <Leaf leaf={leaf} layout={layout} tone={tone} chosen={chosen} />
      ) : (
        pill && <Pill pill={pill} tone={tone} fontSize={layout.fontSize + 0.5} />
      )}
    </g>
  )
}

const haloClass =
  'fill-transparent group-focus-visible/item:fill-accent-wash group-focus-visible/item:stroke-accent group-focus-visible/item:[stroke-width:1.5]'

function Leaf({ leaf, layout, tone, chosen }: { leaf: WheelLeaf; layout: WheelLayout; tone: Tone; chosen: boolean }) {
  const out = Math.hypot(leaf.x, leaf.y)
  const side = leaf.anchor === 'end' ? -1 : 1
  const start = side * (out + layout.labelGap)
  const length = textWidth(leaf.label, layout.fontSize, true) + 6
  return (
    <>
      <g transform={`rotate(${leaf.turn})`}>
        <rect
          x={side > 0 ? start - 4 : start - length + 2}
          y={-7}
          width={length}
          height={14}
          rx={3}
          className={haloClass}
        />
        <text
          aria-hidden
          x={start}
          dy="0.345em"
          textAnchor={leaf.anchor}
          className={cx(
            'transition-[fill]',
            tone === 'on'
              ? 'fill-accent-ink font-semibold'
              : tone === 'off'
                ? 'fill-ink-3 group-hover/item:fill-ink'
                : 'fill-ink-2 group-hover/item:fill-ink',
            leaf.row === null && 'italic',
            chosen && 'underline underline-offset-2',
          )}
        >
          {leaf.label}
        </text>
      </g>
      {leaf.row && (
        <circle
          cx={leaf.x}
          cy={leaf.y}
          r={leaf.dot}
          className={cx(dotTone(tone, leaf.hollow), !leaf.hollow && tone !== 'on' && 'group-hover/item:fill-ink-2')}
        />
      )}
    </>
  )
}

function Pill({ pill, tone, fontSize }: { pill: WheelPill; tone: Tone; fontSize: number }) {
  return (
    <g transform={`translate(${pill.x} ${pill.y})`}>
      <rect
        x={-pill.width / 2}
        y={-pill.height / 2}
        width={pill.width}
        height={pill.height}
        rx={pill.height / 2}
        className={cx(
          'transition-[stroke] group-focus-visible/item:[stroke-width:2]',
          tone === 'on'
            ? 'fill-accent-wash stroke-accent'
            : 'fill-paper stroke-line-2 group-hover/item:stroke-ink-3 group-focus-visible/item:stroke-accent',
        )}
      />
      <text
        aria-hidden
        textAnchor="middle"
        dy="0.345em"
        fontSize={fontSize}
        className={cx('font-semibold', tone === 'on' ? 'fill-accent-ink' : 'fill-ink')}
      >
        {pill.name}
      </text>
    </g>
  )
}
