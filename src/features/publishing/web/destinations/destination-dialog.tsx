import { useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Credentials, type Destination, publishingContract } from '../../contract.ts'
import { publishingErrorTexts } from '../error-texts.ts'
import { type AddedKind, addedKinds, credentialFields, kindLabels, urlHints } from '../kind-labels.ts'
import { DefaultsFields } from './defaults-fields.tsx'

export type DestinationDialogProps = {
  /** The one to change. Without it a new one is added. */
  destination?: Destination | undefined
  onClose: () => void
  onSaved: (destination: Destination) => void
}

const formFields = ['url', 'credentials', 'defaults'] as const

/** Form to add a site, or to change its address, credentials and defaults. */
export function DestinationDialog({ destination, onClose, onSaved }: DestinationDialogProps) {
  const { workspace } = useSignedIn()
  const [key] = useState(randomKey)
  const [kind, setKind] = useState<AddedKind>((destination?.kind as AddedKind | undefined) ?? 'wordpress')
  const [url, setUrl] = useState(destination?.url ?? '')
  const [credentials, setCredentials] = useState<Credentials>({})
  const [defaults, setDefaults] = useState(destination?.defaults ?? {})
  const given = Object.fromEntries(Object.entries(credentials).filter(([, value]) => value))
  const adding = useContractForm({
    endpoint: publishingContract.addDestination,
    fields: formFields,
    texts: publishingErrorTexts,
    getInput: () => ({ workspace_id: workspace._id, kind, url, credentials: given, defaults }),
    send: async (input) => {
      onSaved((await api(publishingContract.addDestination, input, { idempotencyKey: key })).destination)
      return null
    },
  })
  const changing = useContractForm({
    endpoint: publishingContract.updateDestination,
    fields: formFields,
    texts: publishingErrorTexts,
    getInput: () => ({
      _id: destination?._id ?? '',
      defaults,
      ...(url === destination?.url ? {} : { url }),
      ...(Object.keys(given).length > 0 ? { credentials: given } : {}),
    }),
    send: async (input) => {
      onSaved((await api(publishingContract.updateDestination, input)).destination)
      return null
    },
  })
  const form = destination ? changing : adding
  const fields = credentialFields[kind] ?? []
  const credentialError = form.field('credentials').error
  const failing = form.error?.field
  return (
    <FormDialog
      title={destination ? `Edit ${kindLabels[destination.kind]}` : 'Add destination'}
      description="The credentials are checked, stored encrypted and never shown again."
      form={form}
      action={destination ? 'Save destination' : 'Add destination'}
      onClose={onClose}
      className="grid gap-5"
    >
      {!destination && (
        <div className="grid justify-items-start gap-1.5">
          <span className="font-[550] text-s">Kind of site</span>
          <Segmented
            label="Kind of site"
            value={kind}
            onChange={setKind}
            options={addedKinds.map((value) => ({ value, label: kindLabels[value] }))}
          />
        </div>
      )}
      {urlHints[kind] && (
        <Field label="Site address" {...form.field('url')} required={undefined} hint={urlHints[kind]}>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
      )}
      {fields.map(({ field, label, hint, isSecret }, at) => (
        <Field
          key={field}
          label={label}
          control={{ name: field, maxLength: 1000 }}
          hint={destination ? 'Leave empty to keep the saved one.' : hint}
          error={
            failing === field || (at === fields.length - 1 && credentialError)
              ? (credentialError ?? undefined)
              : undefined
          }
        >
          <Input
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            value={credentials[field] ?? ''}
            onChange={(event) => setCredentials({ ...credentials, [field]: event.target.value })}
          />
        </Field>
      ))}
      {kind !== 'webhook' && <DefaultsFields defaults={defaults} destination={destination} onChange={setDefaults} />}
    </FormDialog>
  )
}
