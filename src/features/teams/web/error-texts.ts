import { planErrorTexts } from '#features/plans/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

export const teamErrorTexts: ErrorTexts = joinErrorTexts(planErrorTexts, {
  reasons: {
    already_member: ({ email }) => `${email} is already in this workspace.`,
    member_missing: 'This person is no longer in this workspace.',
    owner_cannot_leave: 'You own this workspace. Transfer ownership or delete it before you leave.',
    owner_cannot_be_removed: 'The owner can’t be removed. Transfer ownership first.',
    owner_role_fixed: 'The owner’s role can’t be changed. Transfer ownership first.',
    invitation_ended: 'This invitation was used, withdrawn or has expired. Ask for a new one.',
    invitation_for_another: ({ invited, email }) =>
      `This invitation is for ${invited}, but you’re signed in as ${email}. Sign in with the invited email to accept it.`,
    already_owner: 'This member already owns the workspace.',
    no_ownership_offer: 'This offer was withdrawn or has expired.',
    no_room_for_workspace: 'Your plan has no room for another workspace. Upgrade it to accept.',
    no_room_for_members: ({ allowance, members }) =>
      `Your plan has room for ${allowance} members in a workspace, and this one has ${members}. Upgrade it to accept.`,
    no_room_for_listeners: ({ listeners }) =>
      `Your plan has no room for this workspace’s ${listeners === 1 ? '1 active listener' : `${listeners} active listeners`}. Upgrade it, or ask to have some paused.`,
    key_not_allowed: 'API keys can’t do this. Sign in instead.',
  },
})
