import type { ReactNode } from 'react'
import { intentLabels, showVolume, sourceLabel } from '#features/reports/web/keyword-labels.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, formatMonth, plural } from '#ui/format/format.ts'
import type { BriefingProposal } from '../../contract.ts'
import { toProposedValues } from '../../rules/briefing/fill-briefing.ts'
import type { BriefingValues } from './use-briefing-draft.ts'

type NoteProps = {
  proposal: BriefingProposal
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
}

/** Where the proposal for a field comes from, and a button to use it. Null for fields without one. */
export function ResearchNote({ field, ...props }: NoteProps & { field: string }) {
  if (field === 'title') return <TitleIdeas {...props} />
  if (field === 'keywords')
    return (
      <Note {...props} field="keywords">
        {getKeywordsOrigin(props.proposal)}
      </Note>
    )
  if (field === 'audience')
    return (
      <Note {...props} field="audience">
        {getAudienceOrigin(props.proposal)}
      </Note>
    )
  if (field === 'words')
    return (
      <Note {...props} field="words">
        {getLengthOrigin(props.proposal)}
      </Note>
    )
  return null
}

function Note({
  proposal,
  values,
  set,
  field,
  children,
}: NoteProps & { field: 'keywords' | 'audience' | 'words'; children: ReactNode }) {
  const proposed = toProposedValues(proposal)[field]
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-2 text-xs">
      <span>{children}</span>
      {proposed !== '' && proposed !== values[field].trim() && (
        <button type="button" className="link" onClick={() => set(field, proposed)}>
          Use “{proposed.length > 60 ? `${proposed.slice(0, 60)}…` : proposed}”
        </button>
      )}
    </p>
  )
}

function TitleIdeas({ proposal, values, set }: NoteProps) {
  if (proposal.titles.length === 0)
    return <p className="text-ink-2 text-xs">This report has no keyword to make titles from.</p>
  return (
    <ul aria-label="Title ideas" className="grid">
      {proposal.titles.map((title) => {
        const isUsed = values.title.trim() === title.text
        return (
          <li key={title.text}>
            <button
              type="button"
              aria-pressed={isUsed}
              onClick={() => set('title', title.text)}
              className={cx(
                '-mx-2 flex w-[calc(100%+1rem)] flex-wrap items-baseline gap-x-2 rounded-m px-2 py-1 text-left hover:bg-well',
                isUsed && 'bg-well font-[550]',
              )}
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{title.text}</span>
              <span className="font-normal text-ink-3 text-xs">{getTitleOrigin(title)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function getTitleOrigin({ from, volume, pages }: BriefingProposal['titles'][number]) {
  if (from === 'headings') return `from headings on ${plural(pages.length, 'ranking page')}`
  return `${from === 'question' ? 'question people ask' : 'main keyword'}${volume ? `, ${getVolumeText(volume)}` : ''}`
}

const getVolumeText = (volume: NonNullable<BriefingProposal['keywords'][number]['volume']>) =>
  `${showVolume(volume)} searches/month (${[sourceLabel(volume.provider), volume.as_of ? formatMonth(volume.as_of) : ''].filter(Boolean).join(', ')})`

const getOwner = ({ topic, keyword }: BriefingProposal) =>
  keyword ? `what’s near “${keyword.text}”` : topic ? `the topic “${topic.name}”` : 'the report'

function getKeywordsOrigin(proposal: BriefingProposal): string {
  const { keywords } = proposal
  if (keywords.length === 0) return 'This report has no keywords.'
  const known = keywords.flatMap(({ text, volume }) => (volume ? [`${text}: ${getVolumeText(volume)}`] : []))
  const origin = proposal.keyword
    ? keywords.length > 1
      ? `The keyword and ${plural(keywords.length - 1, 'other')} near it.`
      : 'The keyword alone.'
    : `${plural(keywords.length, 'main keyword')} of ${getOwner(proposal)}.`
  return `${origin} ${known.length > 0 ? `${known.slice(0, 3).join('; ')}.` : 'No search volume is known.'}`
}

function getAudienceOrigin({ audience }: BriefingProposal): string {
  if (!audience.intent) return 'Not known: the keywords have no search intent.'
  return `Search intent: ${intentLabels[audience.intent].toLowerCase()} for ${formatCount(audience.keywords)} of ${plural(audience.known, 'keyword')} with a known intent.`
}

const lengthReasons: Record<NonNullable<BriefingProposal['words']['reason']>, string> = {
  no_pages: 'Not known: the report has no ranking pages.',
  no_page_read: 'Not known: none of the ranking pages could be read.',
  topic_unknown: 'Not known: the report has no search results for this topic’s keywords.',
}

function getLengthOrigin({ words, keyword }: BriefingProposal): string {
  if (words.reason === 'topic_unknown' && keyword)
    return 'Not known: no page of the report is known to rank for this keyword.'
  if (words.reason || words.median === null) return lengthReasons[words.reason ?? 'no_pages']
  const range = words.pages > 1 ? ` (${formatCount(words.low!)}–${formatCount(words.high!)})` : ''
  return words.pages > 1
    ? `Main content of ${plural(words.pages, 'ranking page')}: median ${formatCount(words.median)} words${range}.`
    : `Main content of the one page that was read: ${formatCount(words.median)} words.`
}

/** How many headings of the proposed outline come from what, with buttons while the outline is another one. */
export function OutlineNote({
  proposal,
  missing,
  own,
  onAdd,
  onReplace,
}: {
  proposal: BriefingProposal
  /** Proposed headings that the outline doesn't have. */
  missing: number
  /** Headings of the outline. */
  own: number
  onAdd: () => void
  onReplace: () => void
}) {
  const { outline } = proposal
  if (outline.length === 0)
    return (
      <p className="text-ink-2 text-xs">
        {proposal.keyword
          ? `No outline is proposed: no question of the report is near “${proposal.keyword.text}”, and no page that was read has headings on it. Add headings, or run a report about the keyword.`
          : `No outline is proposed: ${getOwner(proposal)} has no questions, and no page that was read has headings on it.`}
      </p>
    )
  const questions = outline.filter(({ from }) => from === 'question').length
  const headings = outline.filter(({ from }) => from === 'headings').length
  const parts = [
    questions > 0 ? plural(questions, 'question') : '',
    headings > 0 ? `${plural(headings, 'heading')} of ranking pages` : '',
    outline.length > questions + headings ? plural(outline.length - questions - headings, 'keyword') : '',
  ].filter((part) => part !== '')
  return (
    <div className="flex flex-wrap items-center gap-2 text-ink-2 text-xs">
      <p>
        The proposed outline has {parts.join(' and ')} {proposal.keyword ? 'from' : 'of'} {getOwner(proposal)}.
      </p>
      {missing > 0 && own > 0 && (
        <>
          <Button size="s" onClick={onAdd}>
            {`Add ${plural(missing, 'proposed heading')}`}
          </Button>
          <Button size="s" variant="quiet" onClick={onReplace}>
            Replace my outline
          </Button>
        </>
      )}
    </div>
  )
}
