import { Toaster as Sonner } from 'sonner'

/** Loaded by toast.tsx when the page is up. */
export default function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-2.5 rounded-l border border-line-2 bg-panel p-3 text-s text-ink shadow-float font-sans sm:w-(--width)',
          title: 'font-[550]',
          description: 'text-ink-2',
          icon: 'mt-0.5 text-ink-3',
          content: 'min-w-0 flex-1',
          success: '[&_[data-icon]]:text-good',
          error: '[&_[data-icon]]:text-bad',
          actionButton: 'h-6 shrink-0 rounded-s border border-line-2 px-2 text-xs hover:bg-well',
        },
      }}
    />
  )
}
