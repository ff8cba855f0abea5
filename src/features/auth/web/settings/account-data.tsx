import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readAnswer, requestFor } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDecimal } from '#ui/format/format.ts'
import { Progress } from '#ui/progress.tsx'
import { apiUrl } from '#web/calls/api.ts'
import { getSentence } from '#web/calls/error-texts.ts'
import { withSession } from '#web/session/session-recovery.ts'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus } from '../use-form-save.tsx'
import { saveFile } from './save-file.ts'

/** Downloads the account's data as a ZIP. The total size is unknown, so progress shows the bytes received. */
export function AccountData() {
  const [received, setReceived] = useState<number | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [status, setStatus] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const get = async () => {
    const controller = new AbortController()
    stop.current = controller
    setReceived(0)
    setErrorText(null)
    setStatus(null)
    try {
      const { name, content } = await download(controller.signal, setReceived)
      saveFile(content, name)
      setStatus(`${name} was downloaded (${getSize(content.size)}).`)
    } catch (error) {
      if (controller.signal.aborted) setStatus('Download canceled. Nothing was saved.')
      else setErrorText(getSentence(error, authErrorTexts))
    } finally {
      setReceived(null)
    }
  }
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <p className="text-ink-2">
        A ZIP file with your account, the workspaces you own, and their reports and imports. Up to three downloads per
        hour.
      </p>
      <Button
        icon={received === null && <Download size={15} aria-hidden />}
        onClick={() => (received === null ? void get() : stop.current?.abort())}
      >
        {received === null ? 'Download my data' : 'Cancel download'}
      </Button>
      {received !== null && (
        <div className="grid w-full gap-1.5">
          <Progress value={null} label="Preparing your data" />
          <p className="text-ink-2 text-xs">{received === 0 ? 'Preparing…' : `${getSize(received)} so far`}</p>
        </div>
      )}
      <FormStatus>{status}</FormStatus>
      {errorText && <ErrorNote>{errorText}</ErrorNote>}
    </div>
  )
}

const download = (signal: AbortSignal, onBytes: (received: number) => void) =>
  withSession(() => downloadOnce(signal, onBytes), signal)

async function downloadOnce(signal: AbortSignal, onBytes: (received: number) => void) {
  const { path, body, headers } = requestFor(authContract.export, {})
  const response = await fetch(apiUrl(path), { method: authContract.export.method, body, headers, signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new AppError('unavailable', 'Couldn’t reach the server. Check your connection and try again.', {
        reason: 'server_unreachable',
        cause,
      })
    },
  )
  if (!response.ok || !response.body) {
    await readAnswer(response)
    throw new Error('An export without a file')
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      received += value.length
      onBytes(received)
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new AppError('unavailable', `The download was interrupted after ${getSize(received)}. Try again.`, {
      reason: 'download_interrupted',
      params: { received: getSize(received) },
      cause,
    })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'earshot.zip'
  return { name, content: new Blob(chunks, { type: 'application/zip' }) }
}

/** 1,234,567 → "1.2 MB" */
function getSize(bytes: number) {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${formatDecimal(bytes / 1_000_000)} MB`
}
