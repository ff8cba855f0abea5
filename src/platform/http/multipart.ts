import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { AppError } from '#kit/errors.ts'

/**
 * A form with a file, read as it arrives: each piece of the body costs the event loop a moment, where parsing 25 MB at the end
 * costs it half a second, and 25 MB of tiny parts three.
 */

const maxFields = 20
const maxFieldBytes = 10_000
const maxNameBytes = 100

type Limits = { maxBytes: number; tooLarge(): AppError }

/** Fields as text, the file as a File, by name. @throws AppError invalid_input, too_large, unsupported_type */
export function readMultipart(
  body: Readable,
  contentType: string,
  { maxBytes, tooLarge }: Limits,
): Promise<Record<string, unknown>> {
  const form = openForm(contentType)
  const values = new Map<string, string | File>()
  return new Promise((resolve, reject) => {
    let bytes = 0
    const fail = (error: AppError) => {
      body.off('data', receive)
      body.pause()
      form.removeAllListeners('finish')
      form.destroy()
      reject(error)
    }
    const receive = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) return fail(tooLarge())
      if (form.write(chunk)) return
      body.pause()
      form.once('drain', () => body.resume())
    }
    const addField = (name: string, value: string | File) => {
      if (values.has(name)) fail(refused(`${name} was sent twice. Send it once.`, 'sent_twice', { field: name }))
      else values.set(name, value)
    }

    form.on('field', (name, value, _nameCut, valueCut) => {
      if (name === undefined) fail(notAForm())
      else if (name.length > maxNameBytes || valueCut) fail(refused('A form field is too long.', 'form_field_too_long'))
      else addField(name, value)
    })
    form.on('file', (name, stream, fileName, _encoding, type) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('error', (cause) => fail(notAForm(cause)))
      stream.on('end', () =>
        addField(name, new File(parts as BlobPart[], (fileName ?? '').replaceAll('%22', '"'), { type })),
      )
    })
    form.on('filesLimit', () =>
      fail(refused('The upload has more than one file. Send one file at a time.', 'too_many_files', { field: 'file' })),
    )
    for (const event of ['fieldsLimit', 'partsLimit'] as const)
      form.on(event, () => fail(refused('The form has more fields than this call accepts.', 'too_many_fields')))
    form.on('error', (cause: unknown) => fail(notAForm(cause)))
    form.on('finish', () => resolve(Object.fromEntries(values)))
    body.on('data', receive)
    body.once('end', () => form.end())
    body.once('error', (cause) => fail(refused('The body was cut off.', 'incomplete_body', { cause })))
    body.once('close', () => {
      if (!body.readableEnded) fail(refused('The body was cut off.', 'incomplete_body'))
    })
  })
}

function openForm(contentType: string) {
  if (!/^multipart\/form-data/i.test(contentType))
    throw new AppError('unsupported_type', 'Send this call as multipart/form-data.', { reason: 'not_multipart' })
  try {
    return new Busboy({
      headers: { 'content-type': contentType.slice(0, 1000) },
      limits: {
        files: 1,
        fields: maxFields,
        parts: maxFields + 1,
        fieldNameSize: maxNameBytes,
        fieldSize: maxFieldBytes,
        headerPairs: 20,
        headerSize: 8000,
      },
    })
  } catch (cause) {
    throw notAForm(cause)
  }
}

const refused = (message: string, reason: string, options: { field?: string; cause?: unknown } = {}) =>
  new AppError('invalid_input', message, { reason, ...options })
const notAForm = (cause?: unknown) => refused('The body isn’t valid multipart/form-data.', 'invalid_form', { cause })
