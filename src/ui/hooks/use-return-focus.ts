import { useRef } from 'react'

/** For a window without a trigger of its own: when it closes, the focus returns to where it was. */
export function useReturnFocus(getOpener = () => document.activeElement as HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = getOpener()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      opener.current?.focus({ preventScroll: true })
    },
  }
}
