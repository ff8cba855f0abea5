/** How much finished work the home lists, the latest first. */
export const maxFinished = 8
