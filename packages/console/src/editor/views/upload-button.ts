import type { MediaRef } from '@verso/editor'
import * as icons from '../../ui/icon-paths.ts'
import type { EditorContext } from '../context.ts'
import { createElement, createIcon, createIconButton } from '../dom.ts'

interface Progress {
  element: HTMLElement
  /** Shows which part is done, from 0 to 1. */
  show: (part: number) => void
}

/** A file on its way to the server, with a way to stop it. */
export function createProgress({ labels }: EditorContext, name: string, onStop: () => void): Progress {
  const bar = createElement('progress', { max: '1', value: '0', 'aria-label': `${labels.uploading} ${name}` })
  const element = createElement(
    'div',
    { class: 'editor-progress' },
    createIcon(icons.cloudArrowUp),
    createElement('span', { class: 'editor-progress-name' }, name),
    bar,
    createIconButton(icons.xmark, labels.stopUpload, onStop),
  )
  return { element, show: (part) => (bar.value = part) }
}

/** Says which file could not be stored, and why. */
export function reportUploadProblem({ options, labels }: EditorContext, file: File, error: unknown): void {
  const reason = options.describeProblem?.(error) ?? labels.uploadFailed
  options.onProblem?.(`${file.name}: ${reason}`)
}

interface UploadButtonOptions {
  label: string
  accept?: string
  onUpload: (ref: MediaRef, file: File) => void
}

/** A button that takes a file of this computer and stores it. It is absent where nothing can be stored. */
export function createUploadButton(
  context: EditorContext,
  { label, accept, onUpload }: UploadButtonOptions,
): HTMLElement | undefined {
  const { uploadFile } = context.options
  if (!uploadFile) return undefined
  const input = createElement('input', { type: 'file', hidden: true, ...(accept && { accept }) })
  const button = createElement('button', { type: 'button', class: 'btn' }, createIcon(icons.upload), label)
  const element = createElement('div', { class: 'editor-upload-button' }, button, input)
  button.addEventListener('click', () => input.click())
  const upload = async (file: File): Promise<void> => {
    const stop = new AbortController()
    const progress = createProgress(context, file.name, () => stop.abort())
    button.hidden = true
    element.append(progress.element)
    try {
      const { ref } = await uploadFile(file, { onProgress: progress.show, signal: stop.signal })
      onUpload(ref, file)
    } catch (error) {
      if (!stop.signal.aborted) reportUploadProblem(context, file, error)
    }
    progress.element.remove()
    button.hidden = false
  }
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    input.value = ''
    if (file) void upload(file)
  })
  return element
}
