import type { z } from 'zod'
import { adminJob, adminUser, auditEntry, healthItem } from '#features/admin/contract.ts'
import { session, user } from '#features/auth/contract.ts'
import { blog, post, postHead, publicPost } from '#features/cms/contract.ts'
import { keywordImport } from '#features/keywords/contract.ts'
import { cataloguePlan, plan, redeemedCode, usage } from '#features/plans/contract.ts'
import {
  cluster,
  discussion,
  overview,
  progress,
  report,
  reportHead,
  row,
  sections,
  serpFeature,
  serpPage,
  sourceState,
  term,
  trend,
  volume,
} from '#features/reports/contract.ts'
import { share } from '#features/sharing/contract.ts'
import { component, incident, statusDay, updown } from '#features/status/contract.ts'
import { member } from '#features/teams/contract.ts'
import { workspace } from '#features/workspaces/contract.ts'
import { apiKey } from './contract.ts'

/** Schemas that several calls return, by their name in the OpenAPI document. */
export const apiShapes: Record<string, z.ZodType> = {
  ReportHead: reportHead,
  Updown: updown,
  Component: component,
  Incident: incident,
  StatusDay: statusDay,
  Report: report,
  Sections: sections,
  Overview: overview,
  Row: row,
  Volume: volume,
  SourceState: sourceState,
  Progress: progress,
  Discussion: discussion,
  SerpPage: serpPage,
  SerpFeature: serpFeature,
  Cluster: cluster,
  Term: term,
  Trend: trend,
  Share: share,
  Import: keywordImport,
  PostHead: postHead,
  Post: post,
  PublicPost: publicPost,
  Blog: blog,
  User: user,
  Session: session,
  Workspace: workspace,
  Member: member,
  ApiKey: apiKey,
  Plan: plan,
  Usage: usage,
  RedeemedCode: redeemedCode,
  CataloguePlan: cataloguePlan,
  AdminUser: adminUser,
  AuditEntry: auditEntry,
  Job: adminJob,
  HealthItem: healthItem,
}
