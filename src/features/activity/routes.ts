import { locateWith, type Route, serve } from '#platform/http/route.ts'
import { activityContract } from './contract.ts'
import type { Activity } from './service.ts'

export function activityRoutes(activity: Activity): Route[] {
  const { byId } = locateWith(activity.locateDocument)
  return [
    serve(activityContract.workspace, (_call, { workspace_id, ...page }) =>
      activity.find({ workspaceId: workspace_id, documentId: null }, page),
    ),
    serve(
      activityContract.document,
      (call, { _id, ...page }) => activity.find({ workspaceId: call.workspace.workspaceId, documentId: _id }, page),
      byId,
    ),
  ]
}
