import type { ExportPart } from '#kit/account-export-part.ts'
import type { EmailSample } from '#kit/email/email.ts'
import type { Route } from './http/route.ts'
import type { JobDefinition } from './jobs/queue.ts'

/** `alone`: this is the only process on its database, so nothing that looks abandoned belongs to another. */
export type StartOptions = { alone: boolean }

/** What `create<Name>Feature` of a feature's `feature.ts` returns. `features.ts` lists them, `app.ts` folds them. */
export type Feature<Service = unknown, Hooks = unknown> = {
  /** What other features call. */
  service: Service
  /** Events of this feature that others react to, in its transaction. */
  hooks?: Hooks
  routes?: Route[]
  jobs?: JobDefinition[]
  /** Retention: what to delete regularly. */
  cleanup?: (() => Promise<unknown>)[]
  /** Its part of an account's data export. */
  accountExport?: ExportPart[]
  /** Every email it sends, with sample data. */
  emails?: EmailSample[]
  /** Starts background work in the worker role. Returns what ends it. */
  start?(options: StartOptions): Promise<() => unknown>
  /** Ends what it holds open. */
  close?(): unknown
}
