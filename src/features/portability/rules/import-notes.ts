export function getNotes(what: {
  webhooks: number
  listening: number
  addresses: number
  known: number
  others: number
}): string[] {
  const notes: string[] = []
  const many = (count: number, one: string, more: string) =>
    count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${more}`
  if (what.others > 0)
    notes.push(
      `${many(what.others, 'member of the workspace is', 'members of the workspace are')} not in any of your workspaces here. Their work is shown as yours. Invite them under Team.`,
    )
  if (what.known > 0)
    notes.push(
      `${many(what.known, 'member was', 'members were')} matched by email, and their work keeps their name. They aren’t members here yet. Invite them under Team.`,
    )
  if (what.listening > 0)
    notes.push(
      `${many(what.listening, 'listener that was active is', 'listeners that were active are')} paused. Resume them here once they’re paused there. Each has a new webhook secret and new feed URLs.`,
    )
  if (what.webhooks > 0)
    notes.push(
      `${many(what.webhooks, 'webhook address', 'webhook addresses')} can’t be reached from here and were left out.`,
    )
  if (what.addresses > 0)
    notes.push(`${many(what.addresses, 'image URL', 'image URLs')} in texts now point to this server.`)
  return notes
}
