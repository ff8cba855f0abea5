import { useEffect, useState } from 'react'

/** Keywords on their way from one screen to another. They stand in memory: a hundred thousand fit no address. */
let onTheWay: string[] | null = null

/** Before going to a screen that takes keywords. */
export function handKeywords(keywords: string[]) {
  onTheWay = keywords
}

/** What the screen before this one sent along; null when one came by another way. */
export function useHandedKeywords(): string[] | null {
  const [keywords] = useState(() => onTheWay)
  useEffect(() => {
    onTheWay = null
  }, [])
  return keywords
}
