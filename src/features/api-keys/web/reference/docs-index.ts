import { redirect } from 'react-router'

/** The API reference is the only documentation on the site. */
export const loader = () => redirect('/docs/api')
