/** Result of bringing a subject in line with its provider. `overtaken`: a later read was applied already. */
export type Outcome = 'done' | 'not ours' | 'gone' | 'overtaken'
