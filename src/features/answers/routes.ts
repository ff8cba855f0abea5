import { locateWith, type Route, serve, toRef } from '#platform/http/route.ts'
import type { CitedPageReader } from './cited-pages.ts'
import { answersContract } from './contract.ts'
import type { Answers } from './service.ts'

export function answersRoutes(answers: Answers, cited: CitedPageReader): Route[] {
  const { byId } = locateWith(answers.locate)
  return [
    serve(answersContract.add, (call, input) => answers.add(call.actor.userId, input, call.storeResponse)),
    serve(answersContract.list, (_call, { workspace_id, ...paging }) => answers.list(workspace_id, paging)),
    serve(answersContract.single, (call, { _id, period }) => answers.single(toRef(call, _id), period), byId),
    serve(
      answersContract.answer,
      (call, { _id }) => answers.answer(toRef(call, _id)),
      locateWith(answers.locateAnswer).byId,
    ),
    serve(
      answersContract.citedPages,
      (call, { _id, prompt, period }) => cited.readCited(toRef(call, _id), prompt, period),
      byId,
    ),
    serve(answersContract.run, async (call, { _id }) => ({ watch: await answers.run(toRef(call, _id)) }), byId),
    serve(
      answersContract.status,
      async (call, { _id, status }) => ({ watch: await answers.setStatus(toRef(call, _id), status) }),
      byId,
    ),
    serve(
      answersContract.delete,
      async (call, { _id }) => {
        await answers.remove(toRef(call, _id))
        return {}
      },
      byId,
    ),
  ]
}
