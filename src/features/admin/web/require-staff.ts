import { data } from 'react-router'
import { requireUser } from '#web/session/session.ts'

/** For the staff's pages: to everyone else there is nothing at this address. */
export async function requireStaff(args: Parameters<typeof requireUser>[0]) {
  const user = await requireUser(args)
  if (!user.staff) throw data({ message: 'This page doesn’t exist.' }, { status: 404 })
  return user
}

/** What a list's address asks for: words and a page. */
export function getListParams(request: Request) {
  const params = new URL(request.url).searchParams
  return {
    q: params.get('q')?.trim().slice(0, 200) || undefined,
    page: Math.min(1_000_000, Math.max(1, Math.floor(Number(params.get('page'))) || 1)),
  }
}
