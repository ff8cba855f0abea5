import { redirect } from 'react-router'

/** The reference is all the documentation there is on the site. */
export const loader = () => redirect('/docs/api')
