import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { toMarkdown } from '../use-text-editor.ts'

const debounceMs = 150
const busyMs = 600

/**
 * The text as Markdown, shortly after it changed and when the browser is idle (debounce), for counting, scoring and
 * saving.
 * @param onText called with each new text, and immediately when the user leaves the page
 */
export function useDebouncedMarkdown(editor: Editor | null, first: string, onText: (markdown: string) => void) {
  const [markdown, setMarkdown] = useState(first)
  const latest = useRef(onText)
  latest.current = onText
  useEffect(() => {
    if (!editor) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let lastAt = 0
    const read = () => {
      if (timer) clearTimeout(timer)
      timer = null
      if (editor.isDestroyed) return
      lastAt = performance.now()
      const text = toMarkdown(editor)
      setMarkdown(text)
      latest.current(text)
    }
    const soon = () => {
      if (timer) return
      const wait = performance.now() - lastAt < busyMs ? busyMs - debounceMs : debounceMs
      timer = setTimeout(
        () => ('requestIdleCallback' in window ? requestIdleCallback(read, { timeout: 400 }) : read()),
        wait,
      )
    }
    const leaving = () => timer && read()
    editor.on('update', soon)
    window.addEventListener('pagehide', leaving)
    document.addEventListener('visibilitychange', leaving)
    return () => {
      if (timer) read()
      editor.off('update', soon)
      window.removeEventListener('pagehide', leaving)
      document.removeEventListener('visibilitychange', leaving)
    }
  }, [editor])
  return markdown
}
