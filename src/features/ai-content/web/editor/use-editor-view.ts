import { type RefObject, useEffect, useState } from 'react'
import { getChord, useHotkeys } from '#ui/hooks/use-hotkeys.ts'

export type FindRequest = { replace: boolean }

export type EditorView = ReturnType<typeof useEditorView>

/** Focus mode and the find bar. Their keys: Ctrl+F and Ctrl+H in the text, Ctrl+Shift+F, and Escape to leave. */
export function useEditorView(frame: RefObject<HTMLElement | null>, isReady: boolean) {
  const [isFocused, setFocused] = useState(false)
  const [find, setFind] = useState<FindRequest | null>(null)
  useHotkeys({ 'mod+shift+f': () => setFocused((old) => !old) })
  useEffect(() => {
    if (!isFocused) return
    const { dataset } = document.documentElement
    dataset.focusMode = ''
    const leave = (event: KeyboardEvent) => {
      // Dialogs, menus and bars take the key first. The text takes it for nothing.
      const isFree = !event.defaultPrevented || frame.current?.querySelector('.ProseMirror') === event.target
      if (event.key === 'Escape' && isFree && !event.isComposing) setFocused(false)
    }
    window.addEventListener('keydown', leave)
    return () => {
      delete dataset.focusMode
      window.removeEventListener('keydown', leave)
    }
  }, [isFocused, frame])
  useEffect(() => {
    const text = frame.current
    if (!text || !isReady) return
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = getChord(event)
      if (chord !== 'mod+f' && chord !== 'mod+h') return
      event.preventDefault()
      setFind({ replace: chord === 'mod+h' })
    }
    text.addEventListener('keydown', onKeyDown)
    return () => text.removeEventListener('keydown', onKeyDown)
  }, [frame, isReady])
  return { isFocused, setFocused, find, setFind }
}
