/** A report and its tenant: every query names both. */
export type ReportRef = { workspaceId: string; id: string }
