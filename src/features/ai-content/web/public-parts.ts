/** Files below this folder that other features may import. */
export const publicParts = [
  'brand-voices/brand-voice-field.tsx',
  'content-labels.ts',
  'document/diff-text.tsx',
  'document/editor-layout.tsx',
  'document/first-paint.ts',
  'document/side-drawer.tsx',
  'document/static-markdown.tsx',
  'document/version-list.tsx',
  'document/word-diff.ts',
  'editor/saving/use-debounced-markdown.ts',
  'editor/toolbars/format-tools.tsx',
  'editor/use-text-editor.ts',
  'error-texts.ts',
  'generation/read-event-stream.ts',
]
