import { useLayoutEffect } from 'react'
import { accentVariables } from '#ui/theme/accent-color.ts'

/** Previews a color as the accent of the whole app while it is being picked; otherwise the saved color applies. */
export function useAccentPreview(color: string, savedColor: string) {
  // Taken back before the document gets its next accent: a later effect would overwrite that.
  useLayoutEffect(() => {
    if (color === savedColor) return
    show(color)
    return () => show(savedColor)
  }, [color, savedColor])
}

function show(color: string) {
  for (const [name, value] of Object.entries(accentVariables(color)))
    document.documentElement.style.setProperty(name, value)
}
