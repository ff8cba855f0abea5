import type { ReactNode } from 'react'

export type Command = {
  id: string
  label: string
  /** Also found by these words. */
  keywords?: string[]
  hint?: ReactNode
  icon?: ReactNode
  keys?: string
  onSelect: () => void
}
export type CommandGroup = {
  heading: string
  commands: Command[]
  /** Searched elsewhere: everything in it matches. */
  found?: boolean
  /** Takes any text, so it's below everything that matches. */
  last?: boolean
}
