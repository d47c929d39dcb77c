import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextField } from './field.tsx'

interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Stays until it is closed by one of its own buttons, because what it asks for must be answered. */
  isPersistent?: boolean
  width?: 'normal' | 'wide'
  children: ReactNode
}

/** A window over the page. The focus stays in it, Escape closes it, and the focus goes back to where it was. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isPersistent = false,
  width = 'normal',
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={!isPersistent}
      isKeyboardDismissDisabled={isPersistent}
    >
      <Modal className={classNames('float dialog', width === 'wide' && 'wide')}>
        <AriaDialog>
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

interface FormDialogProps extends Omit<DialogProps, 'children'> {
  children: ReactNode
  /** The verb on the button that sends the form. */
  action: string
  cancel: string
  onSubmit: () => void
  isBusy?: boolean
  isDangerous?: boolean
  isDisabled?: boolean
  /** What went wrong and belongs to no field. */
  error?: string | undefined
}

const DOUBLE_CLICK_MS = 500

/** A window with a form: Enter sends it, and it closes when its owner says so. */
export function FormDialog({
  children,
  action,
  cancel,
  onSubmit,
  isBusy = false,
  isDangerous = false,
  isDisabled = false,
  error,
  ...dialog
}: FormDialogProps) {
  const sentAt = useRef(-Infinity)
  const allowSending = (): void => {
    sentAt.current = -Infinity
  }
  useEffect(() => {
    if (!isBusy) allowSending()
  }, [isBusy])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A double click sends twice before the owner can say that it is busy. What was changed in between is meant to be sent.
    if (isBusy || isDisabled || event.timeStamp - sentAt.current < DOUBLE_CLICK_MS) return
    sentAt.current = event.timeStamp
    onSubmit()
  }
  return (
    <Dialog {...dialog}>
      <form onSubmit={submit} onInput={allowSending} noValidate>
        {children}
        {error !== undefined && (
          <p role="alert" className="form-error">
            {error}
          </p>
        )}
        <div className="dialog-actions">
          <Button look="quiet" label={cancel} onPress={dialog.onClose} />
          <Button
            type="submit"
            look={isDangerous ? 'danger-fill' : 'primary'}
            label={action}
            isBusy={isBusy}
            isDisabled={isDisabled}
          />
        </div>
      </form>
    </Dialog>
  )
}

interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'isDangerous' | 'isDisabled'> {
  /** What happens, in a sentence or two. */
  explanation: ReactNode
  /** The name that must be typed, because what happens cannot be undone. */
  name: string
  /** "Type Runbooks to go on" */
  nameLabel: string
}

/** For what cannot be undone: the name has to be typed. What can be undone is done at once, with "Undo" beside it. */
export function ConfirmDialog({ explanation, name, nameLabel, ...form }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('')
  return (
    <FormDialog {...form} isDangerous isDisabled={typed.trim() !== name.trim()}>
      <p>{explanation}</p>
      <TextField label={nameLabel} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
    </FormDialog>
  )
}
