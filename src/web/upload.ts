import type { z } from 'zod'
import { readAnswer, requestFor } from '#kit/client.ts'
import type { Endpoint, InputOf, OutputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { apiUrl } from './api.ts'

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
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, apiUrl(path))
    request.withCredentials = true
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onerror = () =>
      reject(new AppError('unavailable', 'The connection broke while the file was on its way. Try again.'))
    request.onload = () => {
      const answer = new Response(request.responseText, { status: request.status })
      resolve(readAnswer(answer) as Promise<OutputOf<E>>)
    }
    request.send(body as FormData)
  })
}
