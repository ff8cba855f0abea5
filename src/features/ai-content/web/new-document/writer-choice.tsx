import { Link } from '#ui/link.tsx'
import { builtinLine, type Engine, engineName } from '../content-labels.ts'
import { MissingPages, type MissingPagesProps } from './missing-pages.tsx'

export type WriterChoiceProps = MissingPagesProps & {
  engine: Engine
  /** Source text; the built-in writer needs pages or text. */
  text: string
}

/** Who writes, and what the built-in writer lacks to do so. */
export function WriterChoice({ engine, text, ...missing }: WriterChoiceProps) {
  const needsPages = engine === null && text.trim() === ''
  return (
    <div className="border-line border-t pt-3">
      <p className="font-[550]">{engineName(engine)}</p>
      <p className="text-ink-2 text-xs">
        {engine === null ? builtinLine : 'Writes from your brief and the report’s pages.'}{' '}
        <Link href="/app/settings/models" className="link">
          Models
        </Link>
      </p>
      {needsPages && missing.reportId === '' && (
        <p className="mt-1 text-warn text-xs">Select a report. Without one, it has no pages to quote.</p>
      )}
      {needsPages && missing.reportId !== '' && <MissingPages {...missing} />}
    </div>
  )
}
