import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { planReviewContract } from '../../src/features/review/contract-plans.ts'
import { storedXss } from './stored-xss.ts'
import { packed } from './stored-xss-texts.ts'
import type { Writer } from './stored-xss-writer.ts'

/** A content plan of a list, with comments of guests. */
export async function writePlanComments({ call, as, each, workspace_id }: Writer, list_id: string) {
  const clean = storedXss.filter((payload) => payload.isWellFormed() && !payload.includes('\0'))
  const name = packed('pl', 120, { payloads: clean })[0]!
  const { plan } = await call(contentPlanContract.new, { workspace_id, name, list_id })
  const { items } = await call(contentPlanContract.get, { _id: plan._id })
  const { share } = await call(planReviewContract.share, { _id: plan._id, may: 'comment' })
  const names = packed('pn', 100, { payloads: clean })
  const texts = packed('px', 900, { payloads: clean })
  await each(Array.from({ length: Math.max(names.length, texts.length) }), (_, at) =>
    as(share.token)(planReviewContract.addComment, {
      ...{ plan_id: plan._id, item_id: items[at % items.length]!._id },
      ...{ text: texts[at % texts.length]!, guest_name: names[at % names.length]! },
    }),
  )
  return share
}
