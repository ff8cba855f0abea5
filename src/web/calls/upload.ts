import type { z } from 'zod'
import { readAnswer, requestFor } from '#kit/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { withSession } from '../session/session-recovery.ts'
import { apiUrl } from './api.ts'

/**
 * A file as the whole body of a call, however long it is.
 * @param onProgress 0..1 of the bytes sent; at 1 the server is putting it away
 * @throws AppError as the server answered it, or `unavailable`
 */
export function uploadWhole<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  file: File,
  onProgress: (share: number) => void,
): Promise<OutputOf<E>> {
  const { path } = requestFor(endpoint, {})
  return withSession(() => send(endpoint, path, file, onProgress, { 'Content-Type': 'application/zip' }))
}

/**
 * A multipart call that tells how far the file is: fetch cannot.
 * @param onProgress 0..1 of the bytes sent; at 1 the server is reading
 * @throws AppError as the server answered it, or `unavailable`
 */
export function upload<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: (share: number) => void,
): Promise<OutputOf<E>> {
  const { path, body } = requestFor(endpoint, input)
  return withSession(() => send(endpoint, path, body as FormData, onProgress))
}

function send<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  path: string,
  body: XMLHttpRequestBodyInit,
  onProgress: (share: number) => void,
  headers: Record<string, string> = {},
): Promise<OutputOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, apiUrl(path))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.withCredentials = true
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () =>
      reject(
        new AppError('unavailable', 'The connection was lost during the upload. Try again.', {
          reason: 'upload_interrupted',
        }),
      )
    request.onload = () => {
      const answer = new Response(request.responseText, { status: request.status })
      resolve(readAnswer(answer) as Promise<OutputOf<E>>)
    }
    request.send(body)
  })
}
