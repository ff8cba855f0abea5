import type { CallToolResult } from '@modelcontextprotocol/server'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { humanizerContract } from '#features/humanizer/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { readAnswer } from '#kit/client.ts'
import { AppError } from '#kit/errors.ts'
import type { CallApi } from './caller.ts'
import {
  followReport,
  type OnProgress,
  readEditing,
  readEvents,
  readHumanizing,
  readWriting,
} from './report-progress.ts'
import type { Tool } from './rules/tools.ts'
import { maxFileBytes } from './tool-schemas.ts'

type Answer = Record<string, unknown>
/** What a tool answers, and the file if the call answers one. */
export type ToolAnswer = { answer: Answer; file?: CallToolResult['content'][number] }

type Options = { callApi: CallApi; onProgress: OnProgress; signal: AbortSignal; waitSeconds: number }

/** Reads what a call answered: JSON, a file, or an event stream to its end. @throws AppError the API's error */
export async function readToolAnswer({ endpoint }: Tool, response: Response, options: Options): Promise<ToolAnswer> {
  const { callApi, onProgress } = options
  const location = response.headers.get('location')
  if (location && response.status < 400) return { answer: { location, note: 'Open this address in a browser.' } }
  if (!response.ok || endpoint.kind === 'json') {
    const answer = await readAnswer(response)
    return {
      answer: endpoint.path === reportsContract.new.path ? await followReport(answer, callApi, options) : answer,
    }
  }
  if (endpoint.kind === 'file') return readFile(response)
  if (endpoint.method === 'GET') return { answer: await readEvents(response, options) }
  if (endpoint.path === aiContentContract.stream.path)
    return { answer: await readWriting(response, callApi, onProgress) }
  if (endpoint.path === humanizerContract.humanize.path) return { answer: await readHumanizing(response, onProgress) }
  return { answer: await readEditing(response) }
}

const isText = (type: string) => /^text\/|\/(json|xml)|\+(json|xml)$/.test(type)

/** Text as text, images as images, and other files as a resource. */
async function readFile(response: Response): Promise<ToolAnswer> {
  const type = (response.headers.get('content-type') ?? 'application/octet-stream').split(';')[0]!
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  const bytes = await readBytes(response)
  const answer = { file: { name, mime_type: type, bytes: bytes.length } }
  if (isText(type)) return { answer, file: { type: 'text', text: bytes.toString('utf8') } }
  const data = bytes.toString('base64')
  if (type.startsWith('image/')) return { answer, file: { type: 'image', data, mimeType: type } }
  return {
    answer,
    file: { type: 'resource', resource: { uri: `earshot://files/${name}`, mimeType: type, blob: data } },
  }
}

async function readBytes(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxFileBytes) {
      throw new AppError(
        'too_large',
        'The file is too large for an assistant. Download it in the app or over HTTP, or ask for less.',
        { reason: 'file_too_large' },
      )
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}
