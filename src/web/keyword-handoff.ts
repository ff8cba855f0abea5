import { useEffect, useState } from 'react'

/**
 * Keywords on their way from one screen to another of the same workspace. They stand in memory: a hundred thousand fit no
 * address.
 */
let onTheWay: { workspaceId: string; keywords: string[] } | null = null

/** Before going to a screen that takes keywords. */
export function handKeywords(workspaceId: string, keywords: string[]) {
  onTheWay = { workspaceId, keywords }
}

/** What the screen before this one sent along; null when one came by another way. */
export function useHandedKeywords(workspaceId: string): string[] | null {
  const [keywords] = useState(() => (onTheWay?.workspaceId === workspaceId ? onTheWay.keywords : null))
  useEffect(() => {
    onTheWay = null
  }, [])
  return keywords
}
