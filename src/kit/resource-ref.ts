/** Names one thing of a workspace. Queries take both ids, so that none reaches into another workspace. */
export type ResourceRef = { workspaceId: string; id: string }
