import { redirect } from 'react-router'

/** Where password managers lead people who change a password (W3C, a well-known URL for changing passwords). */
export const loader = () => redirect('/app/settings/security')
