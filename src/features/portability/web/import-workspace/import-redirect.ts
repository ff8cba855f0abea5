import { redirect } from 'react-router'

/** The old URL of the import page, kept for bookmarks. */
export const loader = () => redirect('/app/workspaces/import', 301)
