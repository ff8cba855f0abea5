import { useEffect, useState } from 'react'
import { getSentence } from '#web/calls/error-texts.ts'
import { paymentErrorTexts } from '../error-texts.ts'
import { savePendingOrder } from './pending-checkout.ts'

/** Creates a payment link and opens it. One checkout at a time; the error is shown beside the button that started it. */
export function useCheckout() {
  const [busyButton, setBusyButton] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<{ button: string; message: string } | null>(null)
  // The back button may restore this page from the bfcache with the button still busy.
  useEffect(() => {
    const shown = () => setBusyButton(null)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  return {
    isBusy: (button: string) => busyButton === button,
    refusalAt: (button: string) => (refusal?.button === button ? refusal.message : null),
    async go(button: string, createLink: () => Promise<{ url: string; reference?: string | null }>) {
      if (busyButton !== null) return
      setBusyButton(button)
      setRefusal(null)
      try {
        const { url, reference } = await createLink()
        if (reference) savePendingOrder(reference)
        location.assign(url)
      } catch (error) {
        setRefusal({ button, message: getSentence(error, paymentErrorTexts) })
        setBusyButton(null)
      }
    },
  }
}

export type Checkout = ReturnType<typeof useCheckout>
