import { sectionNames } from '#features/reports/contract.ts'
import type { Reports } from '#features/reports/service.ts'
import type { UserCall } from '#platform/http/context.ts'
import { locateWith, type Route, serve, serveFile, toRef } from '#platform/http/route.ts'
import { sharingContract } from './contract.ts'
import type { Mailings } from './mailings.ts'
import type { ReportPrinting } from './print-report.ts'
import type { ReportExtras } from './report-extras.ts'
import { periodDays } from './rules/mailing-email.ts'
import type { Sharing } from './service.ts'

const toRequester = ({ actor, clientAddress }: UserCall) => ({
  userId: actor.userId,
  email: actor.email,
  address: clientAddress,
})

export function sharingRoutes({
  sharing,
  printing,
  mailings,
  extras,
  reports,
  countPdf,
}: {
  sharing: Sharing
  printing: ReportPrinting
  mailings: Mailings
  extras: ReportExtras
  reports: Reports
  /** @throws AppError rate_limited */
  countPdf(address: string): Promise<unknown>
}): Route[] {
  const { byId, byPath } = locateWith(reports.locate)
  return [
    serve(
      sharingContract.share,
      async (call, { _id, ...input }) => ({ share: await sharing.share(call.actor.userId, toRef(call, _id), input) }),
      byId,
    ),
    serve(
      sharingContract.unshare,
      async (call, { _id }) => {
        await sharing.unshare(toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(sharingContract.sharing, async (call, { _id }) => ({ share: await sharing.find(toRef(call, _id)) }), byId),
    serve(
      sharingContract.getMailing,
      async (call, { _id }) => ({ mailing: await mailings.find(toRef(call, _id)) }),
      byId,
    ),
    serve(
      sharingContract.saveMailing,
      async (call, { _id, ...input }) => ({ mailing: await mailings.save(toRequester(call), toRef(call, _id), input) }),
      byId,
    ),
    serve(
      sharingContract.previewMailing,
      async (call, { _id, frequency, sections = [...sectionNames], title, extras: chosen }) => {
        const ref = toRef(call, _id)
        await extras.check(ref.workspaceId, chosen)
        const more = { extras: chosen, days: periodDays[frequency] }
        return { url: await printing.preview(ref, sections, title || null, more) }
      },
      byId,
    ),
    serve(
      sharingContract.removeMailing,
      async (call, { _id }) => {
        await mailings.remove(toRequester(call), toRef(call, _id))
        return {}
      },
      byId,
    ),
    serve(
      sharingContract.sendMailing,
      async (call, { _id }) => ({ mailing: await mailings.send(toRequester(call), toRef(call, _id)) }),
      byId,
    ),
    serve(sharingContract.unsubscribeMailing, (_call, { token, resume }) => mailings.unsubscribe(token, resume)),
    serveFile(sharingContract.pdf, (call, { id }) => printing.file(toRef(call, id)), byPath),
    serveFile(sharingContract.sharedPdf, async (call, input) => {
      await countPdf(call.clientAddress)
      return printing.sharedFile(input)
    }),
    serve(sharingContract.printable, (_call, input) => printing.open(input.pass, input.workspace_id)),
    serve(sharingContract.open, (_call, input) => sharing.open(input)),
  ]
}
