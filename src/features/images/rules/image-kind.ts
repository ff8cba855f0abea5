/** Detects a file's format from its content. Name and declared type aren't trusted. */

export type ImageKind = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'
