import { useSyncExternalStore } from 'react'
import { initialRecoveryState, sessionRecovery } from './session-recovery.ts'

export const useSessionRecovery = () =>
  useSyncExternalStore(sessionRecovery.subscribe, sessionRecovery.getState, () => initialRecoveryState)

/** How often somebody signed in again on this page: streams that ended with the session are opened anew when it grows. */
export const useSessionRenewals = () => useSessionRecovery().renewals
