import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import type { BriefingProposal } from '../../contract.ts'
import { parseLinkLines, toLines, toLinkLines } from '../../rules/briefing/fill-briefing.ts'
import type { BriefingValues } from './use-briefing-draft.ts'

type ChoiceProps = {
  proposal: BriefingProposal
  value: string
  onChange: (value: string) => void
}

const origins: Record<BriefingProposal['pages_by'], string> = {
  report: 'Pages that rank for the report’s keyword. Clear the ones the writer may not use.',
  results: 'Pages that rank for keywords of the topic. Clear the ones the writer may not use.',
  text: 'The report has no search results for this topic’s keywords. These pages name the topic in their title or headings.',
}

/** The same for a keyword that is in no topic. */
const keywordOrigins: typeof origins = {
  ...origins,
  results: 'Pages that rank for this keyword. Clear the ones the writer may not use.',
  text: 'No page of the report is known to rank for this keyword. These name it in their title or headings.',
}

function getNoPagesText({ topic, keyword }: BriefingProposal) {
  if (keyword) return 'No page of the report names this keyword in its title or headings.'
  return topic ? 'No page of the report covers this topic.' : 'The report has no ranking pages.'
}

const states: Record<Exclude<BriefingProposal['pages'][number]['state'], 'read'>, string> = {
  thin: 'has almost no text',
  failed: 'couldn’t be read',
  unread: 'not read yet',
}

type ProposalChoiceProps = {
  proposal: BriefingProposal
  values: BriefingValues
  set: (field: keyof BriefingValues, value: string) => void
}

/** What of a proposal the writer may use: pages as sources, and posts to link to. */
export function ProposalChoice({ proposal, values, set }: ProposalChoiceProps) {
  return (
    <>
      <SourceChoice proposal={proposal} value={values.exclude} onChange={(value) => set('exclude', value)} />
      <LinkChoice proposal={proposal} value={values.links} onChange={(value) => set('links', value)} />
    </>
  )
}

/** Which ranking pages may be sources. `value`: URLs of the excluded ones, one a line. */
function SourceChoice({ proposal, value, onChange }: ChoiceProps) {
  const excluded = new Set(toLines(value))
  const toggle = (url: string) => {
    if (excluded.has(url)) excluded.delete(url)
    else excluded.add(url)
    onChange([...excluded].join('\n'))
  }
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 font-[550] text-s">Sources</legend>
      {proposal.pages.length === 0 ? (
        <p className="text-ink-2 text-xs">{getNoPagesText(proposal)}</p>
      ) : (
        <>
          <p className="mb-1.5 text-ink-2 text-xs">
            {(proposal.keyword ? keywordOrigins : origins)[proposal.pages_by]}
          </p>
          <ul className="grid">
            {proposal.pages.map(({ n, url, domain, title, words, state, keywords }) => {
              const usable = state === 'read' || state === 'thin'
              return (
                <li key={url} className="border-line border-t py-1.5">
                  <Checkbox
                    checked={usable && !excluded.has(url)}
                    disabled={!usable}
                    onChange={() => toggle(url)}
                    hint={[
                      `${n}. ${domain}`,
                      ...(state === 'read' ? [] : [states[state]]),
                      ...(words === null ? [] : [plural(words, 'word')]),
                      ...(keywords === null || proposal.keyword
                        ? []
                        : [`ranks for ${plural(keywords, 'keyword')} of the topic`]),
                    ].join(' · ')}
                  >
                    {title || url}
                  </Checkbox>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </fieldset>
  )
}

/** Which of the workspace's posts to link to. `value`: see `parseLinkLines`. */
function LinkChoice({ proposal, value, onChange }: ChoiceProps) {
  const selected = parseLinkLines(value)
  return (
    <fieldset className="col-span-full">
      <legend className="mb-1 font-[550] text-s">Links to your posts</legend>
      {proposal.links.length === 0 ? (
        <p className="text-ink-2 text-xs">None of your published posts is about these keywords.</p>
      ) : (
        <>
          <p className="mb-1.5 text-ink-2 text-xs">
            Published posts about the keywords. An AI model links to the selected ones; the built-in writer sets no
            links.
          </p>
          <ul className="grid">
            {proposal.links.map(({ url, title, keyword }) => {
              const isSelected = selected.some((link) => link.url === url)
              return (
                <li key={url} className="border-line border-t py-1.5">
                  <Checkbox
                    checked={isSelected}
                    onChange={() =>
                      onChange(
                        toLinkLines(
                          isSelected ? selected.filter((link) => link.url !== url) : [...selected, { url, title }],
                        ),
                      )
                    }
                    hint={`about “${keyword}”`}
                  >
                    {title}
                  </Checkbox>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </fieldset>
  )
}
