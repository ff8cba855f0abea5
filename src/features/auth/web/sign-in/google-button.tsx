import { buttonClass } from '#ui/button.tsx'

/** The other way in, under the form. A link: it works without scripts, and nothing of Google's is loaded. */
export const GoogleButton = ({ onward }: { onward: string }) => (
  <div className="mt-4">
    <p className="flex items-center gap-3 text-ink-3 text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
    <a href={`/login/google${onward}`} rel="nofollow" className={buttonClass('outline', 'm', 'mt-4 h-10 w-full')}>
      Continue with Google
    </a>
  </div>
)
