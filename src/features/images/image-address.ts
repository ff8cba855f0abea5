import type { ImageSize } from './contract.ts'

/** Where a picture is shown, below the address of the installation. */
export const imagePath = (imageId: string, size: ImageSize = 'full') => `/images/${imageId}/${size}`

const inText =
  /(?:^|[("'\s<])(?:https?:\/\/[^/\s"'()<>]+)?\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)/g

/** The pictures of ours a text names, each once. */
export const imageIdsIn = (text: string): string[] => [...new Set([...text.matchAll(inText)].map((match) => match[1]!))]

/** The id of the picture an address shows, if it is one of ours. `origin`: of this installation. */
export function imageIdOf(address: string, origin: string): string | null {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return /^\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)$/.exec(path)?.[1] ?? null
}

/** A picture as Markdown. */
export const imageMarkdown = ({ alt, url }: { alt: string; url: string }) =>
  `![${alt.replace(/[\\[\]]/g, '\\$&')}](${url})`
