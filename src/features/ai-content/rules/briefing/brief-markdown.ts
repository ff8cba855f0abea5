import { isFromGoogleAds } from '#features/reports/rules/rows/volume-figure.ts'
import { type SourceId, sourceLabels } from '#providers/source-ids/port.ts'
import type { ContentBrief } from '../../contract-brief.ts'

/** A brief as Markdown, from which its page and files are made. Nothing that came from people or pages is markup in it. */

/** Volumes are those of a month. */
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const intentNames: Record<NonNullable<ContentBrief['intent']['main']>, string> = {
  informational: 'Informational: readers want to know something',
  commercial: 'Commercial: readers compare before they buy',
  transactional: 'Transactional: readers want to buy or order',
  navigational: 'Navigational: readers look for a brand or site',
  local: 'Local: readers look for something nearby',
}

export function toBriefMarkdown(brief: ContentBrief): string {
  const { reader, intent, keywords, outline, questions, terms, competitors, facts, links, voice } = brief
  const sections: [heading: string, body: string][] = [
    ['Reader', reader.text === null ? unknown(reader.reason) : toPlain(reader.text)],
    [
      'Search intent',
      intent.main === null
        ? unknown(intent.reason)
        : `${intentNames[intent.main]} (${intent.keywords} of ${intent.known} keywords).`,
    ],
    ['Length', getLength(brief.length)],
    [
      'Keywords',
      [
        list(
          keywords.map(({ text, volume }) =>
            volume?.value == null
              ? toPlain(text)
              : `${toPlain(text)} – ${volume.value.toLocaleString('en')} searches per month (${toPlain(sourceLabels[volume.provider as SourceId] ?? volume.provider)}, ${volume.as_of ? monthName.format(new Date(volume.as_of)) : 'date unknown'})`,
          ),
        ),
        ...(keywords.some(({ volume }) => volume?.value != null && isFromGoogleAds(volume.provider))
          ? ['Google Ads rounds these volumes, and gives close variants the same one.']
          : []),
      ].join('\n\n'),
    ],
    ['Outline', outlineList(outline)],
    ['Questions to answer', list(questions.map(toPlain))],
    [
      'Terms to use',
      terms.length === 0
        ? ''
        : table(
            ['Term', 'Uses per page', 'Pages'],
            terms.map(({ term, low, high, pages }) => [
              toPlain(term),
              low === high ? `${low}` : `${low}–${high}`,
              `${pages}`,
            ]),
          ),
    ],
    [
      'Facts with sources',
      facts.length === 0
        ? ''
        : `From the ranking pages, word for word. Check each before you use it.\n\n${list(facts.map(({ text, url, title }) => `${toPlain(text)} (${link(url, title)})`))}`,
    ],
    ['Links to set', list(links.map(({ url, title }) => link(url, title)))],
    ['Do not claim', list(brief.do_not_claim.map(toPlain))],
    [
      'Voice and tone',
      [
        brief.tone ? `Tone: ${toPlain(brief.tone)}` : '',
        voice ? `Brand voice “${toPlain(voice.name)}”:\n\n${list(voice.traits.map(toPlain))}` : '',
      ]
        .filter(Boolean)
        .join('\n\n'),
    ],
    [
      'Instructions',
      brief.instructions
        ? brief.instructions
            .split(/\n{2,}/)
            .map(toPlain)
            .join('\n\n')
        : '',
    ],
    [
      'Competitors',
      competitors
        .map(
          ({ n, url, title, words, headings }) =>
            `### ${n}\\. ${link(url, title)}\n\n${words === null ? 'Not read.' : `${words.toLocaleString('en')} words.`}${headings.length === 0 ? '' : `\n\n${outlineList(headings)}`}`,
        )
        .join('\n\n'),
    ],
  ]
  return `${sections
    .filter(([, body]) => body !== '')
    .map(([heading, body]) => `## ${heading}\n\n${body}`)
    .join('\n\n')}\n`
}

const reasons: Record<string, string> = {
  no_report: 'Unknown: the document isn’t based on a report.',
  no_intents: 'Unknown: no intent is known for the keywords.',
  no_pages: 'no ranking pages are known',
  no_page_read: 'no ranking page could be read',
  topic_unknown: 'no search results are known for the topic’s keywords',
}
const unknown = (reason: string | null) => reasons[reason ?? ''] ?? 'Unknown.'

function getLength({ words, median, low, high, pages, reason }: ContentBrief['length']): string {
  const own = words === null ? '' : `${words.toLocaleString('en')} words. `
  if (median === null || low === null || high === null)
    return own || (reason === 'no_report' ? unknown(reason) : `Unknown: ${reasons[reason ?? ''] ?? 'no pages'}.`)
  const range =
    low === high
      ? `${low.toLocaleString('en')} words`
      : `${low.toLocaleString('en')}–${high.toLocaleString('en')} words`
  return `${own}Ranking pages: ${range}, median ${median.toLocaleString('en')} (${pages} pages).`
}

/** Every mark of Markdown is an escaped one, and a text is one line. */
const toPlain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')

const levels = { h1: 0, h2: 0, h3: 1, h4: 2, h5: 3, h6: 4 }
const outlineList = (headings: ContentBrief['outline']) =>
  headings.map(({ type, text }) => `${'  '.repeat(levels[type])}- ${type.toUpperCase()}: ${toPlain(text)}`).join('\n')

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Only addresses of the web are links. */
function link(url: string, title: string): string {
  if (!/^https?:\/\//i.test(url)) return toPlain(title || url)
  const target = url.replace(/[<>\\\s]/g, (sign) => encodeURIComponent(sign))
  return `[${toPlain(title || url)}](<${target}>)`
}
