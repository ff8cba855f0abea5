import type { OpenApiDocument } from '#kit/openapi-document.ts'

export type ListedTool = { name: string; about: string; scope: string; spends: boolean; deletes: boolean }
export type ToolGroup = { name: string; tools: ListedTool[] }

/** The tools of assistants, as pages list them: the calls with an API scope, by group. */
export function getToolGroups(document: OpenApiDocument): ToolGroup[] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return document.tags
    .map(({ name }) => ({
      name,
      tools: operations
        .filter((operation) => operation['x-required-scope'] && (operation.tags as string[])[0] === name)
        .map((operation) => ({
          name: operation.operationId as string,
          about: operation.summary as string,
          scope: operation['x-required-scope'] as string,
          spends: operation['x-spends'] === true,
          deletes: operation['x-effect'] === 'delete',
        })),
    }))
    .filter(({ tools }) => tools.length > 0)
}
