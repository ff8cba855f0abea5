import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import type { LinksFunction } from 'react-router'

/** The two fonts of the first paint, asked for before the stylesheet names them. */
export const publicLinks: LinksFunction = () =>
  [newsreader, inter].map((href) => ({
    rel: 'preload',
    as: 'font',
    type: 'font/woff2',
    href,
    crossOrigin: 'anonymous' as const,
  }))
