/** Called before a double carries out a write and after it, before it's answered, so that tests can kill what asks. */
export type WriteHook = (moment: 'before' | 'after', route: string) => Promise<void> | void
