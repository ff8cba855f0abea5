import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { getErrorText, getSentence, getStoredError } from '#web/calls/error-texts.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import { RowMenu } from '#web/components/row-menu.tsx'
import { type Destination, publishingContract } from '../../contract.ts'
import { publishingErrorTexts } from '../error-texts.ts'
import { getHost, isWebUrl, kindLabels } from '../kind-labels.ts'

export type DestinationRowProps = {
  destination: Destination
  manages: boolean
  onEdit: () => void
  onChanged: () => void
}

/** What the credentials allow, in words. */
export function getRights({ can, error, collections, defaults }: Destination): string {
  if (error) return ''
  if (collections.length > 0 && !defaults.collection) return 'Edit this destination and choose where posts go.'
  if (!can) return 'Enter the credentials to publish here.'
  if (!can.publish) return can.media ? 'Drafts only: these credentials can’t publish.' : 'Drafts only, without images.'
  return can.media ? 'Can publish posts and upload images.' : 'Can publish posts. Images stay here and are linked.'
}

export function DestinationRow({ destination, manages, onEdit, onChanged }: DestinationRowProps) {
  const { _id, kind, url, error, failure, checked_at } = destination
  const [removing, setRemoving] = useState(false)
  const isBlog = kind === 'blog'
  const check = async () => {
    try {
      const { destination: checked } = await api(publishingContract.checkDestination, { _id })
      if (!checked.error) notify.done('The credentials work')
      onChanged()
    } catch (error) {
      notify.failed(getSentence(error, publishingErrorTexts))
    }
  }
  const stored = getStoredError({ error, failure })
  const problem = stored && getErrorText(stored, publishingErrorTexts)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-44 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="font-[550]">{kindLabels[kind]}</span>{' '}
          {isWebUrl(url) && kind !== 'webhook' ? (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {getHost(destination)}
            </a>
          ) : (
            getHost(destination)
          )}
          {problem && (
            <Badge tone="bad" className="ml-2">
              not working
            </Badge>
          )}
        </p>
        {problem ? (
          <p className="text-bad text-xs">{problem}</p>
        ) : (
          <p className="text-ink-2 text-xs">{isBlog ? 'Built in.' : getRights(destination)}</p>
        )}
        {!isBlog && checked_at && (
          <p className="text-ink-3 text-xs">
            checked <DateTime at={checked_at} />
          </p>
        )}
      </div>
      {!isBlog && (
        <RowMenu
          label={`More actions for ${kindLabels[kind]} ${getHost(destination)}`}
          items={[
            { label: 'Check credentials', onSelect: () => void check() },
            ...(manages
              ? [
                  { label: 'Edit…', onSelect: onEdit },
                  'line' as const,
                  { label: 'Remove…', danger: true, onSelect: () => setRemoving(true) },
                ]
              : []),
          ]}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${getHost(destination)}?`}
          description="Posts stay on the site, but Earshot no longer tracks them. Publishing a document there again creates a new post."
          action="Remove destination"
          texts={publishingErrorTexts}
          onConfirm={async () => {
            await api(publishingContract.removeDestination, { _id })
            onChanged()
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
