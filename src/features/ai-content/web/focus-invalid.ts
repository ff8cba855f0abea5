/** Focuses the first invalid control inside `container`, after the error has been rendered. */
export function focusInvalid(container: Element | null) {
  requestAnimationFrame(() => container?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
