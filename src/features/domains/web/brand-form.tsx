import { ImagePlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ImagePicker } from '#features/images/web/in-text/image-picker.tsx'
import type { Workspace } from '#features/workspaces/contract.ts'
import { ColorField } from '#features/workspaces/web/color-field.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { useFocusInvalid } from '#web/calls/use-focus-invalid.ts'
import { type Branding, domainsContract, type WorkspaceDomain } from '../contract.ts'
import { BrandPreview } from './brand-preview.tsx'
import { domainErrorTexts } from './error-texts.ts'

export type BrandFormProps = {
  workspace: Workspace
  brand: Branding | null
  /** Whether the signed-in user owns the workspace, and so its plan. */
  owner: boolean
  onSaved: (found: WorkspaceDomain) => void
}

const none: Branding = { name: null, logo: null, color: null }

/** Name, logo and color of a workspace's public pages, with a preview in light and dark. */
export function BrandForm({ workspace, brand, owner, onSaved }: BrandFormProps) {
  const saved = brand ?? none
  const [name, setName] = useState(saved.name ?? '')
  const [logo, setLogo] = useState(saved.logo)
  const [color, setColor] = useState(saved.color ?? workspace.color)
  const [picking, setPicking] = useState(false)
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const logoError = getFieldError(error, 'brand.logo', domainErrorTexts)
  const changed =
    brand === null ||
    name.trim() !== (saved.name ?? '') ||
    logo !== saved.logo ||
    color !== (saved.color ?? workspace.color)

  const save = (next: Branding | null) =>
    run(async () => {
      onSaved(await api(domainsContract.addUpdate, { workspace_id: workspace._id, brand: next }))
      if (next === null) {
        setName('')
        setLogo(null)
        setColor(workspace.color)
      }
      notify.done(next ? 'Branding saved' : 'Branding removed')
    })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy)
      void save({ name: name.trim() || null, logo, color: color === workspace.color && !saved.color ? null : color })
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid gap-6" noValidate>
      <p className="max-w-140 text-ink-2">
        Shown instead of Earshot’s on shared reports, their PDFs and the blog, here and on your custom domain.
      </p>
      <div className="grid max-w-120 gap-5">
        <Field label="Name" error={getFieldError(error, 'brand.name', domainErrorTexts)}>
          <Input
            value={name}
            placeholder={workspace.name}
            maxLength={80}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 font-[550] text-s">Logo</legend>
          <div className="flex flex-wrap items-center gap-3">
            {logo && (
              <img
                src={getPath(logo)}
                alt="The logo"
                className="block h-11 w-auto max-w-44 rounded-s border border-line bg-panel object-contain p-1"
              />
            )}
            <Button icon={<ImagePlus size={14} aria-hidden />} onClick={() => setPicking(true)}>
              {logo ? 'Change logo' : 'Choose logo'}
            </Button>
            {logo && (
              <Button variant="quiet" onClick={() => setLogo(null)}>
                Remove logo
              </Button>
            )}
          </div>
          {logoError && (
            <p className="text-bad text-xs" role="alert">
              {logoError}
            </p>
          )}
        </fieldset>
        <ColorField value={color} onChange={setColor} about="Used for links and highlights on these pages" />
      </div>
      <BrandPreview brand={{ name: name.trim() || workspace.name, logo: logo && getPath(logo), color }} />
      <CallError error={error} texts={domainErrorTexts} fields={['brand.name', 'brand.logo']} ownPlan={owner} />
      <div className="flex gap-2">
        <Button type="submit" variant="solid" busy={busy} disabled={!changed}>
          Save branding
        </Button>
        {brand && (
          <Button variant="quiet" disabled={busy} onClick={() => void save(null)}>
            Remove branding
          </Button>
        )}
      </div>
      {picking && (
        <ImagePicker
          title="Choose a logo"
          workspaceId={workspace._id}
          onPick={({ url }) => {
            setLogo(url)
            setPicking(false)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </form>
  )
}

/** The path alone, so that the image loads on a custom domain too. */
const getPath = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address)
