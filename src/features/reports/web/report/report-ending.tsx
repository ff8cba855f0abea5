import { Link } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import type { ReportHead } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'
import { WaysOn } from '../ways-on.tsx'
import { draftHref } from './draft-href.ts'
import type { ReportCommands } from './report-commands.ts'

export type ReportEndingProps = { head: ReportHead; editor: boolean; commands: ReportCommands }

/** How a report ended that did not end well: what happened, what is kept, what to do. */
export function ReportEnding({ head, editor, commands }: ReportEndingProps) {
  const retry = editor && (
    <Button size="s" busy={commands.busy === 'retry'} onClick={() => void commands.retry(head)}>
      {head.status === 'cancelled' ? 'Continue' : 'Try again'}
    </Button>
  )
  const error = getStoredError(head)
  if (error && head.status === 'failed')
    return (
      <ErrorNote
        className="mb-5"
        action={editor && <WaysOn retry={retry} />}
        todo="No credits were used."
        details={<StaffDetails error={error} />}
      >
        {getErrorText(error, reportErrorTexts)}
        {onlyPhrasings(head) && ' The phrases below are templates, not real searches.'}
      </ErrorNote>
    )
  if (head.empty)
    return (
      <ErrorNote
        className="mb-5"
        tone="warn"
        todo="Your credit was refunded. Try a broader query, another language or country, or more sources."
        action={
          editor && (
            <Link className={buttonClass('outline', 's')} to={draftHref(head)}>
              Change query
            </Link>
          )
        }
      >
        Nothing found. The sources answered, but had no keywords for “{head.query}”.
      </ErrorNote>
    )
  if (head.status === 'cancelled')
    return (
      <ErrorNote className="mb-5" tone="warn" action={retry}>
        {head.rows > 0
          ? `Stopped early. The ${plural(head.rows, 'keyword')} found so far were saved.`
          : 'Stopped before anything was found. No credits were used.'}
      </ErrorNote>
    )
  return null
}

/** Everything found was proposed by patterns. */
const onlyPhrasings = (head: ReportHead) =>
  head.rows > 0 && head.sources.every((source) => source.id === 'patterns' || source.count === 0)
