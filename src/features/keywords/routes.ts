import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { type ImportChoices, importsContract, listsContract } from './contract.ts'
import type { Lists } from './lists.ts'
import type { ImportOptions } from './rules/import/import-file.ts'
import type { Keywords } from './service.ts'

export function importsRoutes(keywords: Keywords): Route[] {
  const { byId } = locateWith(keywords.locate)
  return [
    serve(importsContract.add, async (call, { file, kind, choices, dry_run: dryRun, site_id: siteId }) => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { actor, workspace, storeResponse } = call
      const upload = { name: file.name, bytes, kind, options: choices && toOptions(choices), dryRun, siteId }
      return keywords.add(workspace.workspaceId, actor.userId, upload, storeResponse)
    }),
    serve(
      importsContract.read,
      (call, { _id, kind, dry_run: dryRun, ...choices }) =>
        keywords.read(toRef(call, _id), call.actor.userId, { kind, options: toOptions(choices), dryRun }),
      byId,
    ),
    serve(
      importsContract.rows,
      (call, { _id, page, limit }) => keywords.rows(call.workspace.workspaceId, _id, { page, limit }),
      byId,
    ),
    serve(importsContract.list, (call, { page, limit }) => keywords.list(call.workspace.workspaceId, { page, limit })),
    serve(
      importsContract.delete,
      async (call, { _id }) => {
        await keywords.delete(call.workspace.workspaceId, _id)
        return {}
      },
      byId,
    ),
  ]
}

const toOptions = ({
  date_order,
  header_line,
  table_index,
  columns,
  as_of,
  ...choices
}: ImportChoices): ImportOptions => ({
  ...choices,
  dateOrder: date_order,
  headerLine: header_line,
  table: table_index,
  columns: columns && Object.fromEntries(columns.map(({ index, field }) => [index, field])),
  asOf: as_of,
})

export function listsRoutes(lists: Lists): Route[] {
  const { byId, byPath } = locateWith(lists.locate)
  return [
    serve(listsContract.add, (call, input) => lists.add(call.actor.userId, input, call.storeResponse)),
    serve(listsContract.list, (call, query) => lists.list(call.workspace.workspaceId, query)),
    serve(listsContract.get, (call, { _id, ...query }) => lists.get(toRef(call, _id), query), byId),
    serve(listsContract.rows, (call, { _id, ...query }) => lists.rows(toRef(call, _id), query), byId),
    serve(listsContract.texts, (call, { _id, item_ids }) => lists.texts(toRef(call, _id), item_ids), byId),
    serve(listsContract.rename, (call, { _id, name }) => lists.rename(toRef(call, _id), name), byId),
    serve(
      listsContract.remove,
      async (call, { _id }) => {
        await lists.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(listsContract.restore, (call, { _id }) => lists.restore(toRef(call, _id)), byId),
    serve(
      listsContract.addItems,
      (call, { _id, ...input }) => lists.addItems(call.actor.userId, toRef(call, _id), input, call.storeResponse),
      byId,
    ),
    serve(
      listsContract.paste,
      (call, { _id, ...input }) => lists.paste(call.actor.userId, toRef(call, _id), input, call.storeResponse),
      byId,
    ),
    serve(listsContract.removeItems, (call, { _id, item_ids }) => lists.removeItems(toRef(call, _id), item_ids), byId),
    serveFile(
      listsContract.export,
      (call, { id, format, ...query }) => lists.file(toRef(call, id), format, query),
      byPath,
    ),
  ]
}
