import type { ImageSize } from '../contract.ts'

/** Path of an image on this server. */
export const imagePath = (imageId: string, size: ImageSize = 'full') => `/images/${imageId}/${size}`

const inText =
  /(?:^|[("'\s<])(?:https?:\/\/[^/\s"'()<>]+)?\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)/g

/** Ids of our images in a text, without duplicates. */
export const imageIdsIn = (text: string): string[] => [...new Set([...text.matchAll(inText)].map((match) => match[1]!))]

const ownPath = /(\]\(<?|src=")(\/images\/[0-9a-f-]{36}\/(?:full|\d+))/g

/** Makes image paths in Markdown or HTML absolute, for use outside this server. */
export const withWholeAddresses = (text: string, publicUrl: string) => text.replace(ownPath, `$1${publicUrl}$2`)

/** The image id in a URL; null: not one of our images. */
export const getImageId = (address: string): string | null =>
  /^(?:https?:\/\/[^/]+)?\/images\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:full|\d+)$/.exec(address)?.[1] ??
  null

/** The sizes of an image, widest first. */
export type ImageWidths = { width: number; height: number; files: { size: ImageSize; width: number }[] }

const sized = /\/(?:full|\d+)$/

/** A `srcset` with all widths; `address` is the URL of any size. */
export const toSrcset = (address: string, files: ImageWidths['files']) =>
  files.map(({ size, width }) => `${address.replace(sized, `/${size}`)} ${width}w`).join(', ')

/**
 * A `srcset` for an image of unknown width in a box of fixed width. Sizes wider than the image answer the widest one. Undefined for
 * images elsewhere.
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

/** An image as Markdown. */
export const imageMarkdown = ({ alt, url }: { alt: string; url: string }) =>
  `![${alt.replace(/[\\[\]]/g, '\\$&')}](${url})`
