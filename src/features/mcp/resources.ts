import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { readAnswer } from '#kit/client.ts'
import type { AskAs, Caller } from './service.ts'

/** Reports and documents as Markdown resources for assistants. */

const listed = 100
const markdown = 'text/markdown'

export async function listResources({ workspace, scopes }: Caller, askAs: AskAs) {
  const page = { workspace_id: workspace.workspaceId, page: 1, limit: listed }
  const reports = scopes.includes('reports:read')
    ? ((await readAnswer(await askAs(reportsContract.find, page))).items as ReportHead[])
    : []
  const documents = scopes.includes('content:read')
    ? ((await readAnswer(await askAs(aiContentContract.find, page))).items as { _id: string; title: string }[])
    : []
  return {
    resources: [
      ...reports.map(({ _id, query, type, country, language, status, created_at }) => ({
        uri: `earshot://reports/${_id}`,
        name: query,
        title: `${query} (${type})`,
        description: `${status}, ${country}, ${language}, ${created_at.slice(0, 10)}`,
        mimeType: markdown,
      })),
      ...documents.map(({ _id, title }) => ({
        uri: `earshot://documents/${_id}`,
        name: title || 'Untitled',
        mimeType: markdown,
      })),
    ],
  }
}

export function listTemplates({ scopes }: Caller) {
  return {
    resourceTemplates: [
      ...(scopes.includes('reports:read')
        ? [
            { uriTemplate: 'earshot://reports/{id}', name: 'Report', mimeType: markdown },
            { uriTemplate: 'earshot://reports/{id}/{section}', name: 'Report section', mimeType: markdown },
          ]
        : []),
      ...(scopes.includes('content:read')
        ? [{ uriTemplate: 'earshot://documents/{id}', name: 'Document', mimeType: markdown }]
        : []),
    ],
  }
}

export async function readResource(uri: string, askAs: AskAs) {
  const [, kind, id, section] = /^earshot:\/\/(reports|documents)\/([0-9a-f-]{36})(?:\/([a-z_]+))?$/.exec(uri) ?? []
  if (!id || (kind === 'documents' && section)) throw new ResourceNotFoundError(uri)
  const response =
    kind === 'reports'
      ? await askAs(reportsContract.export, { id, format: 'md', section })
      : await askAs(aiContentContract.export, { id, format: 'md' })
  if (!response.ok) {
    const refusal = await readAnswer(response).then(
      () => null,
      (error: Error) => error,
    )
    if (response.status === 404) throw new ResourceNotFoundError(uri)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusal?.message ?? 'This resource couldn’t be read.')
  }
  return { contents: [{ uri, mimeType: markdown, text: await response.text() }] }
}
