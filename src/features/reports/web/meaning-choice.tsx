import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { TopicMeaning } from '../contract.ts'
import { reportErrorTexts } from './error-texts.ts'

export type MeaningChoiceProps = {
  /** Null until it's known. */
  meaning: TopicMeaning | null
  checked: boolean
  name?: string
  onChange: (checked: boolean) => void
}

/** Whether a list is also grouped by meaning, with what that costs; a sentence where it can't be. */
export function MeaningChoice({ meaning, checked, name, onChange }: MeaningChoiceProps) {
  const showsFees = useShowsFees()
  // A form may be sent before the estimate is there.
  if (!meaning) return checked && name ? <input type="hidden" name={name} value="on" /> : null
  const reason = getMeaningProblem(meaning)
  if (meaning.state === 'unavailable' && !checked) return <p className="text-ink-2 text-s">{reason}</p>
  return (
    <Checkbox
      name={name}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      hint={
        reason ??
        `Also joins keywords that mean the same in other words. SERPs decide where they’re known, and brands and sizes stay apart.${getSent(meaning)}`
      }
    >
      {meaning.state === 'unavailable' ? (
        'Group by meaning'
      ) : (
        <>
          Group by meaning with {meaning.model}
          {showsFees && `: ${getMeaningCost(meaning)}`}
        </>
      )}
    </Checkbox>
  )
}

const getSent = ({ new_keywords: count }: TopicMeaning) =>
  count > 0 ? ` ${plural(count, 'keyword is', 'keywords are')} sent to the model.` : ''

/** What it costs in words: "about $0.02". */
export function getMeaningCost({ cost_usd: usd, new_keywords: count }: TopicMeaning): string {
  if (count === 0) return 'no cost, the model has read these keywords before'
  if (usd === null) return 'the model’s price isn’t known'
  return usd < 0.01 ? 'less than $0.01' : `about ${formatUsd(usd)}`
}

/** Why topics can’t be or weren’t grouped by meaning; null when they can or were. */
export const getMeaningProblem = ({ failure }: TopicMeaning): string | null =>
  failure && getErrorText(failure, reportErrorTexts)

/** How a report's topics came about, where meaning was asked for. */
export function MeaningNote({ meaning }: { meaning: TopicMeaning | null | undefined }) {
  if (!meaning || meaning.state === 'offered') return null
  const problem = getMeaningProblem(meaning)
  return (
    <p className="mb-3 text-ink-2 text-s" data-topic-meaning>
      {problem
        ? `Topics were grouped by words. ${problem}`
        : `${formatCount(meaning.keywords)} keywords were grouped by meaning with ${meaning.model}.`}
    </p>
  )
}
