import { Check, CircleHelp, Hourglass, type LucideIcon, Minus, RotateCw, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { Progress } from '#ui/progress.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { CopyField } from '#web/components/copy-field.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { DomainRecord, WorkspaceDomain } from '../contract.ts'
import { domainErrorTexts } from './error-texts.ts'

export type DomainRecordsProps = {
  found: WorkspaceDomain
  checking: boolean
  failed: string | null
  onCheck: () => void
}

/** The required DNS records, each with its check result. */
export function DomainRecords({ found, checking, failed, onCheck }: DomainRecordsProps) {
  const { domain, status, records, checked_at, verified_at } = found
  const error = getStoredError(found)
  const active = status === 'active'
  const recordGroups = [records.filter(({ type }) => type !== 'TXT'), records.filter(({ type }) => type === 'TXT')]
  const apex = records.some(({ type }) => type === 'A' || type === 'AAAA')
  return (
    <div className="grid gap-5">
      <p className="max-w-140 text-ink-2">
        {active ? (
          <>
            <a href={`https://${domain}`} target="_blank" rel="noreferrer" className="link text-ink">
              {domain}
            </a>{' '}
            is active
            {verified_at && (
              <>
                {' '}
                since <DateTime at={verified_at} />
              </>
            )}
            . Keep its DNS records. Without them the domain is switched off.
          </>
        ) : (
          <>Add one of these records at your DNS provider for {domain}. Changes can take up to an hour.</>
        )}
      </p>
      {error && !active && (
        <ErrorNote tone={status === 'error' ? 'bad' : 'warn'} details={<StaffDetails error={error} />}>
          {getErrorText(error, domainErrorTexts)}
        </ErrorNote>
      )}
      <div className="grid gap-5">
        {recordGroups.map((way, index) => (
          <div key={way[0]?.type ?? index} className="grid gap-3">
            {index > 0 && (
              <p className="flex items-center gap-3 text-ink-3 text-xs after:h-px after:flex-1 after:bg-line">
                or prove ownership while the domain still points elsewhere
              </p>
            )}
            {way.map((record, at) => (
              <RecordLine
                key={`${record.type} ${record.value}`}
                record={record}
                active={active}
                about={
                  apex && index === 0 && at === 0
                    ? 'If your DNS provider supports ALIAS or ANAME. Otherwise use the addresses below.'
                    : undefined
                }
              />
            ))}
          </div>
        ))}
      </div>
      <div className="grid gap-2">
        <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="s" icon={<RotateCw size={13} aria-hidden />} disabled={checking} onClick={onCheck}>
            {active ? 'Check again' : 'Check now'}
          </Button>
          <p className="text-ink-3 text-xs" role="status">
            {checking ? (
              'Checking DNS…'
            ) : checked_at ? (
              <>
                Checked at <DateTime at={checked_at} brief />
                {active ? '.' : '. This page rechecks automatically.'}
              </>
            ) : (
              'Not checked yet.'
            )}
          </p>
        </div>
        <div className="h-[3px]">{checking && <Progress value={null} label="Checking DNS" />}</div>
        {failed && <ErrorNote>{failed}</ErrorNote>}
      </div>
    </div>
  )
}

const marks: Record<DomainRecord['state'], { Icon: LucideIcon; words: string; tone: string }> = {
  right: { Icon: Check, words: 'correct', tone: 'text-good' },
  wrong: { Icon: X, words: 'wrong value', tone: 'text-bad' },
  none: { Icon: Hourglass, words: 'not found yet', tone: 'text-ink-3' },
  unknown: { Icon: CircleHelp, words: 'no response', tone: 'text-warn' },
}

const notNeeded = { Icon: Minus, words: 'not needed', tone: 'text-ink-3' }

type RecordLineProps = { record: DomainRecord; active: boolean; about?: string }

function RecordLine({ record, active, about }: RecordLineProps) {
  const { type, name, value, found, state } = record
  // An active domain needs only one correct record.
  const { Icon, words, tone } = active && state === 'none' ? notNeeded : marks[state]
  const showFound = state !== 'right' && found
  return (
    <section
      aria-label={`${type} record, ${words}`}
      className="grid gap-x-6 border-line border-t pt-2.5 sm:grid-cols-[64px_minmax(0,2fr)_minmax(0,3fr)]"
    >
      <p className="flex items-baseline justify-between gap-3 py-1 font-[550] text-s sm:block">
        {type}
        <span className={cx('inline-flex items-center gap-1 font-normal text-xs sm:hidden', tone)}>
          <Icon size={13} aria-hidden /> {words}
        </span>
      </p>
      <div className="min-w-0">
        <p className="text-2xs text-ink-3">Name</p>
        <CopyField label="name" text={name} />
      </div>
      <div className="min-w-0">
        <p className="text-2xs text-ink-3">Value</p>
        <CopyField label="value" text={value} />
      </div>
      <div className="min-w-0 text-xs sm:col-start-2 sm:col-end-4">
        <p className={cx('items-center gap-1 max-sm:hidden sm:inline-flex', tone)}>
          <Icon size={13} aria-hidden /> {words}
        </p>
        {showFound && (
          <p className="text-ink-2 sm:ml-3 sm:inline">
            Found <code className="[overflow-wrap:anywhere]">{found}</code>
          </p>
        )}
        {about && <p className="mt-0.5 text-ink-3">{about}</p>}
      </div>
    </section>
  )
}
