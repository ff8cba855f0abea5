import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type Site, sitesContract } from '../../contract.ts'
import { sitesErrorTexts } from '../error-texts.ts'

type Props = {
  site: Site
  manages: boolean
  onChanged: () => void /** Null for viewers. */
  onUpload: (() => void) | null
}

/** Connects Search Console: by signing in with Google, or with a service account’s key. */
export function ConnectPanel({ site, manages, onChanged, onUpload }: Props) {
  const { busy, error, run } = useCall()
  const [isInvalid, setIsInvalid] = useState(false)
  const isAgain = site.search_console.state === 'error'
  const uploadButton = onUpload && <Button onClick={onUpload}>Upload an export</Button>
  if (!manages)
    return isAgain ? null : (
      <EmptyState title="Search Console isn’t connected." action={uploadButton}>
        An admin of this workspace can connect it.
        {onUpload && ' Without a connection, upload what Search Console’s Export button gives.'}
      </EmptyState>
    )
  const signIn = () =>
    run(async () => {
      const { url } = await api(sitesContract.connect, { _id: site._id })
      if (url) window.location.assign(url)
      else onChanged()
    })
  const sendKey = (file: File | undefined) =>
    run(async () => {
      setIsInvalid(false)
      const key = file && file.size < 20_000 ? parse(await file.text()) : null
      if (!key) return setIsInvalid(true)
      await api(sitesContract.connect, { _id: site._id, service_account: key })
      onChanged()
    })
  return (
    <EmptyState
      className="mb-6"
      title={isAgain ? 'Connect Search Console again.' : 'Connect Search Console.'}
      action={
        <>
          <Button variant="solid" onClick={() => void signIn()} busy={busy}>
            Connect Search Console
          </Button>
          <label className="inline-flex min-h-9 cursor-pointer items-center rounded-m border border-line-2 px-3 text-s focus-within:outline-2">
            Use service account
            <input
              type="file"
              accept="application/json,.json"
              className="sr-only"
              onChange={(event) => void sendKey(event.target.files?.[0])}
            />
          </label>
          {uploadButton}
        </>
      }
    >
      See which queries bring people to your site, at which position, and which ones are close to the first page.
      Earshot can only read. Without a connection, upload what Search Console’s Export button gives.
      {isInvalid && (
        <p role="alert" className="mt-2 text-bad">
          This isn’t the key file of a service account. Upload the JSON file from Google Cloud.
        </p>
      )}
      <CallError error={error} texts={sitesErrorTexts} className="mt-3" />
    </EmptyState>
  )
}

function parse(text: string): { client_email: string; private_key: string } | null {
  try {
    const { client_email, private_key } = JSON.parse(text)
    return typeof client_email === 'string' && typeof private_key === 'string' ? { client_email, private_key } : null
  } catch {
    return null
  }
}
