import type { EmailSample } from '#kit/email/email.ts'
import type { UserCall } from '#platform/http/context.ts'
import { type Route, serve } from '#platform/http/route.ts'
import { adminContract } from './contract.ts'
import type { ModelEditing } from './edit-models.ts'
import type { Admin, Staff } from './service.ts'

const getStaff = (call: UserCall): Staff => ({
  userId: call.actor.userId,
  email: call.actor.email,
  address: call.clientAddress,
})

export function adminRoutes(admin: Admin, models: ModelEditing, emails: EmailSample[]): Route[] {
  return [
    serve(adminContract.usersList, (_call, input) => admin.listUsers(input)),
    serve(adminContract.usersPlan, async (call, input) => ({ user: await admin.grantPlan(getStaff(call), input) })),
    serve(adminContract.usersDisable, async (call, { user_id, disabled }) => ({
      user: await admin.setDisabled(getStaff(call), user_id, disabled),
    })),
    serve(adminContract.plansList, async () => ({ items: await admin.listPlans() })),
    serve(adminContract.plansUpdate, async (call, input) => ({ plan: await admin.updatePlan(getStaff(call), input) })),
    serve(adminContract.codesCreate, (call, { interval, count }) =>
      admin.createCodes(getStaff(call), interval, count, call.storeResponse),
    ),
    serve(adminContract.auditList, (_call, input) => admin.listAudit(input)),
    serve(adminContract.jobsList, (_call, input) => admin.listJobs(input)),
    serve(adminContract.jobsRetry, async (call, { _id }) => {
      await admin.retryJob(getStaff(call), _id)
      return {}
    }),
    serve(adminContract.emailsList, async () => ({
      items: emails.map(({ name, sentTo, email }) => ({ name, sent_to: sentTo, ...email })),
    })),
    serve(adminContract.modelsList, async () => ({ items: await models.list() })),
    serve(adminContract.modelsSave, async (call, input) => ({ model: await models.save(getStaff(call), input) })),
    serve(adminContract.modelsRestore, async (call, input) => ({ model: await models.restore(getStaff(call), input) })),
    serve(adminContract.healthCheck, (_call, { ids }) => admin.checkHealth(ids)),
  ]
}
