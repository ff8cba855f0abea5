import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

type Properties = OutputOf<typeof sitesContract.properties>['items']
type Props = { site: Site; onClose: () => void; onChanged: () => void }

const permissions: Record<string, string> = {
  siteOwner: 'owner',
  siteFullUser: 'full user',
  siteRestrictedUser: 'restricted user',
}

/** Chooses among the properties that the connected account has. */
export default function PropertyDialog({ site, onClose, onChanged }: Props) {
  const { property } = site.search_console
  const [found, setFound] = useState<Properties | null>(null)
  const [chosen, setChosen] = useState(property)
  const loading = useCall()
  const saving = useCall()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void loading.run(async () => setFound((await api(sitesContract.properties, { _id: site._id })).items))
  }, [site._id])
  const save = () =>
    saving.run(async () => {
      await api(sitesContract.connect, { _id: site._id, property: chosen! })
      onChanged()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose property"
      description={
        property
          ? 'Data of another property replaces what was read so far.'
          : 'Properties that the Google account can read.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="solid"
            busy={saving.busy}
            disabled={chosen === null || chosen === property}
            onClick={() => void save()}
          >
            Use property
          </Button>
        </>
      }
    >
      {found === null && !loading.error && <Skeleton className="h-24" />}
      {found?.length === 0 && (
        <p className="text-ink-2 text-s">This account has no verified property in Search Console.</p>
      )}
      {found && found.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">Property</legend>
          {found.map(({ url, permission }) => (
            <label
              key={url}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-m px-2 text-s hover:bg-well"
            >
              <input
                type="radio"
                name="property"
                checked={chosen === url}
                onChange={() => setChosen(url)}
                className="accent-accent"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">{url}</span>
              <span className="ml-auto whitespace-nowrap text-ink-3 text-xs">
                {permissions[permission] ?? permission}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <CallError error={loading.error ?? saving.error} texts={sitesErrorTexts} className="mt-3" />
    </Dialog>
  )
}
