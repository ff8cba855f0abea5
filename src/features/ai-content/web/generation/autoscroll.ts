import type { Editor } from '@tiptap/core'
import { getWritingPosition } from './generation-region.ts'

const marginPx = 110

/**
 * Scrolls with the text being written. Scrolling away stops it, scrolling back resumes it.
 * @returns `before` and `after`, called before and after each change of the text
 */
export function createAutoscroll(editor: Editor) {
  let following = true
  let ours = -1
  const inSight = () => {
    const position = getWritingPosition(editor)
    return !position || (position.bottom > 0 && position.bottom < window.innerHeight + marginPx)
  }
  const onScroll = () => {
    if (Math.abs(window.scrollY - ours) > 2) following = inSight()
  }
  window.addEventListener('scroll', onScroll, { passive: true })
  return {
    after() {
      const position = getWritingPosition(editor)
      if (!following || !position) return
      const beyond = position.bottom - (window.innerHeight - marginPx)
      if (beyond <= 0) return
      ours = Math.round(window.scrollY + beyond)
      window.scrollTo({ top: ours, behavior: 'instant' })
      ours = window.scrollY
    },
    close: () => window.removeEventListener('scroll', onScroll),
  }
}
