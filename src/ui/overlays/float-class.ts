/** Classes of what floats above the page: menus, popovers. */
export const floatClass =
  'z-50 rounded-l border border-line-2 bg-panel text-s text-ink shadow-float outline-none animate-[ui-rise_0.12s]'
