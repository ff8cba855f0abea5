import answersDark from './pictures/answers-dark.avif?url&no-inline'
import answersLight from './pictures/answers-light.avif?url&no-inline'
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
import ranksDark from './pictures/ranks-dark.avif?url&no-inline'
import ranksLight from './pictures/ranks-light.avif?url&no-inline'
import siteDark from './pictures/site-dark.avif?url&no-inline'
import siteLight from './pictures/site-light.avif?url&no-inline'
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
  site: { light: siteLight, dark: siteDark, width: 992, height: 600 },
  ranks: { light: ranksLight, dark: ranksDark, width: 1044, height: 640 },
  answers: { light: answersLight, dark: answersDark, width: 1044, height: 640 },
  'client-report': { light: clientReportLight, dark: clientReportDark, width: 1020, height: 640 },
} satisfies Record<string, Picture>

export type PictureName = keyof typeof pictures

/** In the page's theme: the other picture isn't displayed, so a browser that loads lazily doesn't fetch it. */
export function ProductPicture({ name, alt }: { name: PictureName; alt: string }) {
  const { light, dark, ...size } = pictures[name]
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
