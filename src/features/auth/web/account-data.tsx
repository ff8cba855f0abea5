import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readAnswer, requestFor } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Progress } from '#ui/progress.tsx'
import { apiUrl } from '#web/api.ts'
import { sentenceOf } from '#web/page-calls.ts'
import { authContract } from '../contract.ts'
import { saveFile } from './account-save-file.ts'
import { Said } from './account-saving.tsx'

/** Everything of one's own as a file. How large it gets is known only when it is there, so what has come is told. */
export function AccountData() {
  const [received, setReceived] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const get = async () => {
    const asked = new AbortController()
    stop.current = asked
    setReceived(0)
    setRefusal(null)
    setSaid(null)
    try {
      const { name, content } = await download(asked.signal, setReceived)
      saveFile(content, name)
      setSaid(`${name} is saved: ${sizeOf(content.size)}.`)
    } catch (error) {
      if (asked.signal.aborted) setSaid('Stopped. Nothing was saved.')
      else setRefusal(sentenceOf(error))
    } finally {
      setReceived(null)
    }
  }
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <p className="text-ink-2">
        One ZIP file with your account, the workspaces you own, and their reports and imports. It can be had three times
        an hour.
      </p>
      <Button
        icon={received === null && <Download size={15} aria-hidden />}
        onClick={() => (received === null ? void get() : stop.current?.abort())}
      >
        {received === null ? 'Download everything of mine' : 'Stop the download'}
      </Button>
      {received !== null && (
        <div className="grid w-full gap-1.5">
          <Progress value={null} label="Putting your data together" />
          <p className="text-ink-2 text-xs">{received === 0 ? 'Putting it together…' : `${sizeOf(received)} so far`}</p>
        </div>
      )}
      <Said>{said}</Said>
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
    </div>
  )
}

async function download(signal: AbortSignal, onBytes: (received: number) => void) {
  const { path, body, headers } = requestFor(authContract.export, {})
  const response = await fetch(apiUrl(path), { method: authContract.export.method, body, headers, signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new AppError('unavailable', 'The server could not be reached. Check your connection and try again.', {
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
    throw new AppError('unavailable', `The download broke off after ${sizeOf(received)}. Try again.`, { cause })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'earshot.zip'
  return { name, content: new Blob(chunks, { type: 'application/zip' }) }
}

/** 1,234,567 → "1.2 MB" */
function sizeOf(bytes: number) {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
