/**
 * Saves a guest's text while they type, so that it isn't lost with the page or the link. Serialized into the page, so it can't use
 * anything from outside itself. Without it, the form is sent by its button.
 */
export function autosaveText() {
  const form = document.querySelector<HTMLFormElement>('form[data-autosave]')
  const text = form?.querySelector('textarea')
  const name = form?.querySelector<HTMLInputElement>('input[name=guest_name]')
  const status = form?.querySelector<HTMLElement>('[data-autosave-status]')
  if (form && text && name && status) {
    let saved = text.value
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSaving = false
    const show = (key: 'saved' | 'unnamed' | 'closed' | 'failed') => {
      status.textContent = status.dataset[key] ?? ''
    }
    const save = async () => {
      if (isSaving || form.dataset.sent !== undefined || text.value === saved) return
      if (name.value.trim() === '') return show('unnamed')
      const sending = text.value
      isSaving = true
      try {
        // A saved text is answered with a redirect, which isn't followed.
        const answer = await fetch(form.action, { method: 'POST', body: new FormData(form), redirect: 'manual' })
        if (answer.type === 'opaqueredirect') saved = sending
        show(
          answer.type === 'opaqueredirect'
            ? 'saved'
            : answer.status === 404 || answer.status === 403
              ? 'closed'
              : 'failed',
        )
      } catch {
        show('failed')
      }
      isSaving = false
    }
    form.addEventListener('input', () => {
      clearTimeout(timer)
      timer = setTimeout(save, 5000)
    })
  }
}
