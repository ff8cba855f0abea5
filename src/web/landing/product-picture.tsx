import clientReportDark from './pictures/client-report-dark.avif?url&no-inline'
import clientReportLight from './pictures/client-report-light.avif?url&no-inline'
import editorDark from './pictures/editor-dark.avif?url&no-inline'
import editorLight from './pictures/editor-light.avif?url&no-inline'
import humanizerDark from './pictures/humanizer-dark.avif?url&no-inline'
import humanizerLight from './pictures/humanizer-light.avif?url&no-inline'
import keywordsDark from './pictures/keywords-dark.avif?url&no-inline'
import keywordsLight from './pictures/keywords-light.avif?url&no-inline'
import listenerDark from './pictures/listener-dark.avif?url&no-inline'
import listenerLight from './pictures/listener-light.avif?url&no-inline'
import planDark from './pictures/plan-dark.avif?url&no-inline'
import planLight from './pictures/plan-light.avif?url&no-inline'
import topicsDark from './pictures/topics-dark.avif?url&no-inline'
import topicsLight from './pictures/topics-light.avif?url&no-inline'

type Picture = { light: string; dark: string; width: number; height: number }

/** Parts of real screens (`npm run screenshots`), with their size in CSS pixels. */
const pictures = {
  keywords: { light: keywordsLight, dark: keywordsDark, width: 992, height: 640 },
  topics: { light: topicsLight, dark: topicsDark, width: 1160, height: 640 },
  plan: { light: planLight, dark: planDark, width: 992, height: 520 },
  editor: { light: editorLight, dark: editorDark, width: 1044, height: 640 },
  humanizer: { light: humanizerLight, dark: humanizerDark, width: 992, height: 560 },
  listener: { light: listenerLight, dark: listenerDark, width: 1044, height: 560 },
  'client-report': { light: clientReportLight, dark: clientReportDark, width: 1020, height: 640 },
} satisfies Record<string, Picture>

/** The same of screens whose pictures may not have been taken yet. */
const newerFiles = import.meta.glob<string>('./pictures/{site,ranks,answers}-{light,dark}.avif', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})
const newerSizes = {
  site: { width: 992, height: 600 },
  ranks: { width: 1044, height: 640 },
  answers: { width: 1044, height: 640 },
}
type NewerName = keyof typeof newerSizes
export type PictureName = keyof typeof pictures | NewerName

const isNewer = (name: PictureName): name is NewerName => Object.hasOwn(newerSizes, name)

/** Null where its files aren’t there. */
function findPicture(name: PictureName): Picture | null {
  if (!isNewer(name)) return pictures[name]
  const [light, dark] = [newerFiles[`./pictures/${name}-light.avif`], newerFiles[`./pictures/${name}-dark.avif`]]
  return light && dark ? { light, dark, ...newerSizes[name] } : null
}

export const hasPicture = (name: PictureName) => findPicture(name) !== null

/** In the page's theme: the other picture isn't displayed, so a browser that loads lazily doesn't fetch it. */
export function ProductPicture({ name, alt }: { name: PictureName; alt: string }) {
  const picture = findPicture(name)
  if (!picture) return null
  const { light, dark, ...size } = picture
  const same = {
    ...size,
    loading: 'lazy' as const,
    decoding: 'async' as const,
  }
  const className = 'h-auto w-full rounded-l border border-line-2 bg-paper'
  return (
    <>
      <img {...same} alt={alt} src={light} className={`light-only ${className}`} />
      <img {...same} alt={alt} src={dark} className={`dark-only ${className}`} />
    </>
  )
}
