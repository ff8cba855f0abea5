import { useEffect, useState } from 'react'
import type { InputOf } from '#kit/endpoint.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { CopyField } from '#web/components/copy-field.tsx'
import { type DataFeed, dataFeedsContract } from '../contract.ts'
import { dataFeedErrorTexts } from './error-texts.ts'

export type FeedTarget = InputOf<typeof dataFeedsContract.add>

/** The addresses of a table, which is created as a feed if there is none yet. */
export function FeedUrlDialog({ feed: target, onClose }: { feed: FeedTarget; onClose: () => void }) {
  const [feed, setFeed] = useState<DataFeed | null>(null)
  const [error, setError] = useState<ErrorBody | null>(null)
  const { workspace_id, kind, source_id, section } = target
  useEffect(() => {
    const stop = new AbortController()
    api(dataFeedsContract.add, { workspace_id, kind, source_id, section }, { signal: stop.signal })
      .then((answer) => setFeed(answer.feed))
      .catch((thrown: unknown) => {
        if (!stop.signal.aborted && thrown instanceof AppError) setError(thrown.toBody())
      })
    return () => stop.abort()
  }, [workspace_id, kind, source_id, section])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Feed URL"
      description="Spreadsheets and dashboards read the table here. Anyone with the URL can read it, without an account."
      footer={
        <Button variant="solid" onClick={onClose}>
          Done
        </Button>
      }
    >
      <CallError error={error} texts={dataFeedErrorTexts} />
      {!feed && !error && <Skeleton className="h-24" />}
      {feed && (
        <div className="grid gap-4">
          <Address label="CSV, for spreadsheets" name="CSV URL" url={feed.csv_url} />
          <Address label="JSON, for dashboards and programs" name="JSON URL" url={feed.json_url} />
          <Address label="Formula for Google Sheets" name="formula" url={`=IMPORTDATA("${feed.csv_url}")`} />
          <p className="text-ink-2 text-s">
            It always shows the current table. Revoke it under{' '}
            <Link className="link" href="/app/settings/feeds">
              Settings → Data feeds
            </Link>
            .
          </p>
        </div>
      )}
    </Dialog>
  )
}

function Address({ label, name, url }: { label: string; name: string; url: string }) {
  return (
    <div>
      <p className="text-ink-3 text-xs">{label}</p>
      <CopyField label={name} text={url} />
    </div>
  )
}
