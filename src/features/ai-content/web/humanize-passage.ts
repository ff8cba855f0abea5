/**
 * Humanizes a passage, telling the sentences as they come. Null while this installation has no humanizer: then the editor
 * does not offer it.
 */
export type HumanizePassage = (
  passage: { workspaceId: string; text: string; language: string; signal: AbortSignal },
  onText: (text: string) => void,
) => Promise<{ text: string; note: string | null }>

export const humanizePassage: HumanizePassage | null = null
