import { cx } from './class-names.ts'

export type KbdProps = { /** "mod+k": mod is ⌘ or Ctrl. */ keys: string; className?: string }

const signs: Record<string, string> = {
  shift: '⇧',
  alt: '⌥',
  enter: '↵',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  delete: 'Del',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

/** A key or chord. "mod" is drawn for both systems by CSS alone, so that server and browser agree. */
export function Kbd({ keys, className }: KbdProps) {
  return (
    <kbd className={cx('inline-flex gap-0.5 font-sans text-2xs text-ink-3', className)}>
      {keys.split('+').map((key) => (
        <span key={key} className="min-w-4.5 rounded-xs border border-line-2 px-1 text-center leading-4">
          {key === 'mod' ? (
            <>
              <span className="[html[data-mac]_&]:hidden">Ctrl</span>
              <span className="hidden [html[data-mac]_&]:inline">⌘</span>
            </>
          ) : (
            (signs[key.toLowerCase()] ?? key.toUpperCase())
          )}
        </span>
      ))}
    </kbd>
  )
}
