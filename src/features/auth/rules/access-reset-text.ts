import type { AccessReset } from '../contract.ts'

/** "2 sessions, your password and 1 API key": what was revoked. */
export function describeRevokedAccess({ sessions, password, two_factor, api_keys }: AccessReset) {
  const count = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`
  const parts = [
    ...(sessions > 0 ? [count(sessions, 'session')] : []),
    ...(password ? ['the password'] : []),
    ...(two_factor ? ['two-factor sign-in'] : []),
    ...(api_keys > 0 ? [count(api_keys, 'API key')] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? 'all earlier access')
}
