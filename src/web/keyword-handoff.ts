import { useEffect, useState } from 'react'

/**
 * Keywords handed from one screen to another of the same workspace. They are kept in memory because a hundred
 * thousand don't fit in a URL.
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
