import { aiContentContract } from '#features/ai-content/contract.ts'
import { contentPlanContract } from '#features/content-plan/contract.ts'
import { type ReportHead, reportsContract } from '#features/reports/contract.ts'
import { readAnswer } from '#kit/client.ts'
import type { CallApi, Caller } from './caller.ts'

/** Reports, documents and plans as Markdown resources for assistants. */

const listed = 100
const exports = {
  reports: reportsContract.export,
  documents: aiContentContract.export,
  plans: contentPlanContract.export,
}
const markdown = 'text/markdown'

export async function listResources({ workspace, scopes }: Caller, callApi: CallApi) {
  const page = { workspace_id: workspace.workspaceId, page: 1, limit: listed }
  const reports = scopes.includes('reports:read')
    ? ((await readAnswer(await callApi(reportsContract.find, page))).items as ReportHead[])
    : []
  const documents = scopes.includes('content:read')
    ? ((await readAnswer(await callApi(aiContentContract.find, page))).items as { _id: string; title: string }[])
    : []
  const plans = scopes.includes('plan:read')
    ? ((await readAnswer(await callApi(contentPlanContract.find, page))).items as { _id: string; name: string }[])
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
      ...plans.map(({ _id, name }) => ({
        uri: `earshot://plans/${_id}`,
        name,
        title: `${name} (content plan)`,
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
      ...(scopes.includes('plan:read')
        ? [{ uriTemplate: 'earshot://plans/{id}', name: 'Content plan', mimeType: markdown }]
        : []),
    ],
  }
}

export async function readResource(uri: string, callApi: CallApi) {
  const { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } = await import('@modelcontextprotocol/server')
  const [, kind, id, section] =
    /^earshot:\/\/(reports|documents|plans)\/([0-9a-f-]{36})(?:\/([a-z_]+))?$/.exec(uri) ?? []
  if (!kind || !id || (kind !== 'reports' && section)) throw new ResourceNotFoundError(uri)
  const response = await callApi(exports[kind as keyof typeof exports], { id, format: 'md', section })
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
