import { useEffect, useRef } from 'react'

export type Hotkeys = Record<string, (event: KeyboardEvent) => void>

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** A keyboard event as a chord: "mod+shift+k", "?", "arrowup". "mod" is Ctrl, or ⌘. */
export function getChord(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>) {
  const key = event.key === ' ' ? 'space' : event.key.toLowerCase()
  // Shift is part of "?" already, not of a letter or an arrow.
  const shift = event.shiftKey && (key.length > 1 || /[a-z]/.test(key))
  return [event.metaKey || event.ctrlKey ? 'mod' : '', event.altKey ? 'alt' : '', shift ? 'shift' : '', key]
    .filter(Boolean)
    .join('+')
}

/** Keys of the whole page while mounted. Plain keys are left alone while someone types; chords with mod are not. */
export function useHotkeys(hotkeys: Hotkeys, enabled = true) {
  const latest = useRef(hotkeys)
  latest.current = hotkeys
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = getChord(event)
      const act = latest.current[chord]
      if (!act || event.defaultPrevented || (typing(event.target) && !chord.startsWith('mod+'))) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
