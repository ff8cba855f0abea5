import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { Workspace } from '#features/workspaces/contract.ts'
import { rememberWorkspace } from '../layout/app-state.ts'

/** Makes a workspace the active one and shows its side of the same screen; a single report gives way to the list. */
export function useSwitchWorkspace() {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (workspace: Pick<Workspace, '_id' | 'color'>) => {
    rememberWorkspace(workspace)
    if (/^\/app\/reports\/(?!new)/.test(pathname)) void navigate('/app/reports')
    else if (search) void navigate(pathname)
    void revalidate()
  }
}
