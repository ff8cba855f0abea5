import { useRef, useState } from 'react'
import { workspacesContract } from '#features/workspaces/contract.ts'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { maxMentions } from '../contract-comments.ts'
import { pickMentioned } from '../rules/mentions.ts'

export type MentionableMember = { user_id: string; name: string }

/** The members of a workspace, loaded once the first @ is typed, and whom a text mentions. */
export function useMentions(workspaceId: string) {
  const [members, setMembers] = useState<MentionableMember[] | null>(null)
  const isLoading = useRef(false)
  const chosen = useRef(new Set<string>())

  return {
    members,

    load() {
      if (isLoading.current) return
      isLoading.current = true
      api(workspacesContract.data, { workspace_id: workspaceId }).then(
        (found) =>
          setMembers(
            found.members.flatMap(({ user_id, name, email }) => (user_id ? [{ user_id, name: name || email }] : [])),
          ),
        (error: unknown) => {
          // The comment can be sent without a list of members, and the next @ loads it again.
          isLoading.current = false
          if (!(error instanceof AppError)) throw error
        },
      )
    },

    choose: (member: MentionableMember) => void chosen.current.add(member.user_id),

    /** Ids of the members whose names are in the text. Of those with the same name, the ones that were chosen from the list. */
    getMentioned(text: string): string[] {
      const written = pickMentioned(text, members ?? [])
      const isChosen = ({ user_id }: MentionableMember) => chosen.current.has(user_id)
      const isMeant = (member: MentionableMember) =>
        isChosen(member) || !written.some((other) => other.name === member.name && isChosen(other))
      return written
        .filter(isMeant)
        .map(({ user_id }) => user_id)
        .slice(0, maxMentions)
    },
  }
}
