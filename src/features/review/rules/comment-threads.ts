/** Comments by thread, both oldest first. Replies whose thread isn't among them are left out. */
export function toThreads<C extends { _id: string; parent_id: string | null }>(comments: readonly C[]) {
  const threads = new Map<string, { first: C; replies: C[] }>()
  for (const comment of comments)
    if (comment.parent_id === null) threads.set(comment._id, { first: comment, replies: [] })
  for (const comment of comments) if (comment.parent_id !== null) threads.get(comment.parent_id)?.replies.push(comment)
  return [...threads.values()]
}
