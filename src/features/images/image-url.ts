import type { ImageSize } from './contract.ts'

/** Where a picture is shown, below the address of the installation. */
export const imagePath = (imageId: string, size: ImageSize = 'full') => `/images/${imageId}/${size}`

const inText =
  /(?:^|[("'\s<])(?:https?:\/\/[^/\s"'()<>]+)?\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)/g

/** The pictures of ours a text names, each once. */
export const imageIdsIn = (text: string): string[] => [...new Set([...text.matchAll(inText)].map((match) => match[1]!))]

const ownPath = /(\]\(<?|src=")(\/images\/[0-9a-f-]{36}\/(?:full|\d+))/g

/** Markdown or HTML that shows its pictures elsewhere too: paths of ours become whole addresses. */
export const withWholeAddresses = (text: string, publicUrl: string) => text.replace(ownPath, `$1${publicUrl}$2`)

/** The id of the picture an address shows, if it has the shape of ours. */
export const getImageId = (address: string): string | null =>
  /^(?:https?:\/\/[^/]+)?\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)$/.exec(address)?.[1] ??
  null

/** How wide a picture comes: the whole one first, then narrower. */
export type PictureWidths = { width: number; height: number; files: { size: ImageSize; width: number }[] }

const sized = /\/(?:full|\d+)$/

/** Every width a picture of ours comes in, for `srcset`; `address` is that of any of them. */
export const toSrcset = (address: string, files: PictureWidths['files']) =>
  files.map(({ size, width }) => `${address.replace(sized, `/${size}`)} ${width}w`).join(', ')

/**
 * The same for a picture whose box is set by the page. What it says of a picture narrower than that is too much, which changes
 * nothing: a wider size than there is answers the widest. Undefined for pictures of others.
 */
export const boxedSrcset = (address: string): string | undefined =>
  getImageId(address) === null
    ? undefined
    : toSrcset(address, [
        { size: 'full', width: 2560 },
        { size: '1280', width: 1280 },
        { size: '640', width: 640 },
        { size: '320', width: 320 },
      ])

/** A picture as Markdown. */
export const imageMarkdown = ({ alt, url }: { alt: string; url: string }) =>
  `![${alt.replace(/[\\[\]]/g, '\\$&')}](${url})`
