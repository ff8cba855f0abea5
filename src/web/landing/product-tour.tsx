import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { type PictureName, ProductPicture } from './product-picture.tsx'

type Stop = {
  id: string
  step: string
  title: string
  text: string
  points: string[]
  picture: PictureName
  alt: string
  caption: string
}

const stops: Stop[] = [
  {
    id: 'research',
    step: 'Research',
    title: 'Every question, with its numbers',
    text: 'A report collects what people search for about a topic. Select a keyword to see who measured each number and when, who suggested it, and what ranks for it.',
    points: [
      'Filters for volume, difficulty, CPC, intent, SERP feature and words, saved as views.',
      'A source that fails is marked; the others still count.',
      'Export as CSV, Excel, JSON, Markdown or PDF.',
    ],
    picture: 'keywords',
    alt: 'Keywords of a report with search volumes, and the details of “how to make cold brew coffee”: volume, difficulty, CPC and popularity, each with its provider and date, and a chart of searches per month.',
    caption: 'Keywords of the sample topic “cold brew coffee”. The numbers are invented.',
  },
  {
    id: 'topics',
    step: 'Group',
    title: 'Topics you can read and correct',
    text: 'Every keyword belongs to one topic, and topics are grouped under broader ones. Rename, merge, split, move and lock them, with undo.',
    points: ['A map by search volume and intent.', 'Group your own list or import, too.'],
    picture: 'topics',
    alt: 'A map of topics about cold brew coffee, sized by search volume and colored by intent, beside a list of the topics with keywords, intent, difficulty and volume.',
    caption: 'Topics of the same report.',
  },
  {
    id: 'plan',
    step: 'Plan',
    title: 'One page for each topic',
    text: 'A content plan turns topics into pages to write. Each page has keywords, a priority with its formula, a due date and suggested internal links.',
    points: ['As a table, a board or a calendar.', 'Write one page in the editor, or up to 200 in the background.'],
    picture: 'plan',
    alt: 'A content plan as a board with the columns idea, briefed, drafting, in review and published. Each card has a title, search volume, difficulty, priority and due date.',
    caption: 'A content plan as a board.',
  },
  {
    id: 'write',
    step: 'Write',
    title: 'Drafts that name their sources',
    text: 'Fill in the brief from a report, then draft section by section from the pages that rank. A citation stays only if its page supports the sentence.',
    points: [
      'A content score that says what is missing and ignores padding.',
      'Unsupported claims, empty sections and broken links are listed before you publish.',
      'Without a language model you get quotes from the pages, sorted by your headings.',
    ],
    picture: 'editor',
    alt: 'The editor: an outline with written sections ticked, an article with numbered citations, and a content score with covered terms, answered questions and headings.',
    caption: 'An article with its outline, citations and content score.',
  },
  {
    id: 'humanize',
    step: 'Humanize',
    title: 'Plainer sentences, the same facts',
    text: 'The humanizer rewrites sentence by sentence. Accept or reject each change. A sentence that would lose a number, a date or a name stays as it was.',
    points: ['It doesn’t claim to beat AI detectors: a style score is no proof of who wrote a text.'],
    picture: 'humanizer',
    alt: 'A humanized text with removed words struck through and new words underlined, and its style score before and after.',
    caption: 'Changes to accept or reject, and the style score before and after.',
  },
  {
    id: 'publish',
    step: 'Publish',
    title: 'A report your client can read',
    text: 'Share a report by link, with a cover in your color, a summary of findings and the sections you choose, or download it as a PDF. Publish articles to your workspace’s blog, WordPress, Ghost, Shopify or Webflow.',
    points: [
      'A post that was edited on your site is merged, never overwritten.',
      'Password and expiration date for every link.',
      'Your domain and logo on plans with a custom domain.',
      'Owners, admins, editors and viewers in each workspace.',
    ],
    picture: 'client-report',
    alt: 'A shared report: a cover with title, date, market and number of keywords, and below it a summary of findings such as “8 questions have a KD of 20 or less”.',
    caption: 'A shared report as a client sees it.',
  },
  {
    id: 'track',
    step: 'Track',
    title: 'What’s new since last time',
    text: 'A listener runs a topic on a schedule and lists new and lost keywords. A source that fails never counts as lost keywords.',
    points: ['By email, webhook or RSS, and on Home.'],
    picture: 'listener',
    alt: 'A listener’s changes by day: new keywords with a plus sign, lost keywords with a minus sign.',
    caption: 'New and lost keywords of a daily listener.',
  },
  {
    id: 'site',
    step: 'My site',
    title: 'Your pages, with their clicks',
    text: 'Connect Search Console and crawl your site: which pages and queries get clicks, which are close to the first page, and which pages lose more clicks than chance explains.',
    points: [
      'The cause of a loss: a lower position, a lower CTR or fewer searches.',
      'What became of pages after you worked on them, against pages nobody worked on.',
      'Read-only access that you can disconnect at any time.',
    ],
    picture: 'site',
    alt: 'Search Console queries of a site with clicks, impressions, CTR and average position, a chart of clicks per day, and the pages that rank for each query.',
    caption: 'Queries of a sample site. The numbers are invented.',
  },
  {
    id: 'ranks',
    step: 'Ranks',
    title: 'Positions, and who moved',
    text: 'Follow your keywords in Google next to your competitors, daily or weekly. A check that failed is a gap with its reason, never a lost position.',
    points: [
      'The page that ranks, SERP features, and AI Overviews that cite you.',
      'One results page serves every tracker and report that needs it.',
    ],
    picture: 'ranks',
    alt: 'Keywords of a rank tracker with position, change, the page that ranks and a line of past positions.',
    caption: 'Keywords of a weekly rank tracker. The positions are invented.',
  },
  {
    id: 'answers',
    step: 'AI answers',
    title: 'How often AI names you',
    text: 'Each prompt is asked several times. Every share has a 95% interval, and a change counts only if chance doesn’t explain it.',
    points: [
      'Prompts that never name you, with who is named and which pages are cited instead.',
      'Answers come from the engines’ APIs, so those in the apps can differ.',
    ],
    picture: 'answers',
    alt: 'Share of AI answers that name a brand, with its interval, what changed since the month before, and a table of prompts by engine.',
    caption: 'A watched brand in its second month. The answers are invented.',
  },
]

/** The way from a question to a published page, as links to its parts. */
export const TourSteps = () => (
  <nav aria-label="Features" className="mx-auto w-full max-w-[1280px] px-5 sm:px-8">
    <ol className="grid grid-cols-2 border-t border-ink sm:grid-cols-4 lg:grid-cols-5">
      {stops.map(({ id, step, title }) => (
        <li key={id} className="border-b border-line">
          <a href={`#${id}`} className="group block h-full py-3 pr-3 no-underline">
            <span className="block text-m font-[550]">{step}</span>
            <span className="block text-s text-ink-2 group-hover:text-ink">{title}</span>
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

/** Each part of the product with a piece of its screen. */
export const ProductTour = () => (
  <div className="mx-auto mt-8 w-full max-w-[1280px] px-5 sm:px-8">
    {stops.map((stop, at) => (
      <TourStop key={stop.id} {...stop} reversed={at % 2 === 1} />
    ))}
  </div>
)

function TourStop({ id, step, title, text, points, picture, alt, caption, reversed }: Stop & { reversed: boolean }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="far-below grid items-center gap-x-12 gap-y-6 border-t border-line py-14 [--tall:620px] lg:grid-cols-12"
    >
      <div className={cx('lg:col-span-4', reversed && 'lg:order-2')}>
        <p className="text-xs font-[550] text-accent-ink">{step}</p>
        <h2
          id={`${id}-title`}
          className="mt-1.5 font-serif text-[clamp(26px,2.8vw,36px)] leading-[1.12] font-medium tracking-tight"
        >
          {title}
        </h2>
        <p className="mt-3 max-w-[38em] text-m leading-relaxed text-ink-2">{text}</p>
        <ul className="mt-4 border-t border-line">
          {points.map((point) => (
            <li key={point} className="border-b border-line py-2 text-s text-ink-2">
              {point}
            </li>
          ))}
        </ul>
      </div>
      <figure className="min-w-0 lg:col-span-8">
        <ProductPicture name={picture} alt={alt} />
        <Caption>{caption}</Caption>
      </figure>
    </section>
  )
}

const Caption = ({ children }: { children: ReactNode }) => (
  <figcaption className="mt-2 text-xs text-ink-3">{children}</figcaption>
)
