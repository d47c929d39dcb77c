import { type ReactNode, useState } from 'react'
import { Button } from '../../src/ui/button.tsx'
import { Select } from '../../src/ui/choice.tsx'
import { ConfirmDialog, Dialog, FormDialog } from '../../src/ui/dialog.tsx'
import { TextField } from '../../src/ui/field.tsx'
import { Notice } from '../../src/ui/states.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { Keep } from '../keep.tsx'
import { longText, longWord, rtlText } from '../samples.ts'

interface Opened {
  isOpen: boolean
  onClose: () => void
}

export const Dialogs = (name: GroupName) => (
  <Group {...name} parts={['Dialog', 'FormDialog', 'ConfirmDialog']}>
    <Example title="To read">
      <Opener label="Dialog">
        {(opened) => (
          <Dialog {...opened} title="Keys">
            <p>Everything can be done with the keyboard.</p>
            <div className="dialog-actions">
              <Button look="primary" label="Close" onPress={opened.onClose} />
            </div>
          </Dialog>
        )}
      </Opener>
      <Opener label="Wide">
        {(opened) => (
          <Dialog {...opened} title="A wide dialog" width="wide">
            <p>{longText}</p>
          </Dialog>
        )}
      </Opener>
      <Opener label="Longer than the window">
        {(opened) => (
          <Dialog {...opened} title={longText}>
            {Array.from({ length: 30 }, (_, index) => (
              <p key={index}>{longText}</p>
            ))}
            <div className="dialog-actions">
              <Button label="Close" onPress={opened.onClose} />
            </div>
          </Dialog>
        )}
      </Opener>
      <Opener label="Must be answered">
        {(opened) => (
          <Dialog {...opened} title="Keep these codes" isPersistent>
            <p>Escape does not close it.</p>
            <div className="dialog-actions">
              <Button look="primary" label="I have kept them" onPress={opened.onClose} />
            </div>
          </Dialog>
        )}
      </Opener>
    </Example>
    <Example title="With a form">
      <Opener label="Form">{(opened) => <NameForm {...opened} />}</Opener>
      <Opener label="Form that is sent">{(opened) => <NameForm {...opened} isBusy />}</Opener>
      <Opener label="Form that cannot be sent">{(opened) => <NameForm {...opened} isDisabled />}</Opener>
      <Opener label="Form with errors">
        {(opened) => <NameForm {...opened} error="The server did not answer. Try again in a minute." />}
      </Opener>
      <Opener label="Form with right-to-left words">
        {(opened) => <NameForm {...opened} title={rtlText} action={rtlText} />}
      </Opener>
    </Example>
    <Example title="For what cannot be undone">
      <Opener label="Delete">{(opened) => <Confirm {...opened} name="Runbooks" />}</Opener>
      <Opener label="Delete 200 characters">{(opened) => <Confirm {...opened} name={longText} />}</Opener>
      <Opener label="Delete 200 letters">{(opened) => <Confirm {...opened} name={longWord} />}</Opener>
    </Example>
  </Group>
)

interface OpenerProps {
  label: string
  children: (opened: Opened) => ReactNode
}

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button label={label} onPress={() => setOpen(true)} />
      {children({ isOpen, onClose: () => setOpen(false) })}
    </>
  )
}

interface NameFormProps extends Opened {
  title?: string
  action?: string
  isBusy?: boolean
  isDisabled?: boolean
  error?: string
}

const NameForm = ({ title = 'New space', action = 'Create', error, ...form }: NameFormProps) => (
  <FormDialog {...form} title={title} action={action} cancel="Cancel" onSubmit={form.onClose} error={error}>
    {error !== undefined && <Notice title="Something is wrong" look="warning" />}
    <Keep initial="">
      {(value, onChange) => (
        <TextField
          label="Name"
          value={value}
          onChange={onChange}
          error={error === undefined ? undefined : 'Another space has this name.'}
          autoFocus
        />
      )}
    </Keep>
    <Keep initial="read">
      {(value, onChange) => (
        <Select
          label="Role"
          choices={[{ value: 'read', label: 'Reader' }]}
          value={value}
          onChange={onChange}
        />
      )}
    </Keep>
  </FormDialog>
)

const Confirm = ({ name, ...form }: Opened & { name: string }) => (
  <ConfirmDialog
    {...form}
    title={`Delete the space ${name}?`}
    explanation="Its 63 pages go to the bin and can be restored for 7 days."
    name={name}
    nameLabel={`Type ${name} to go on`}
    action={`Delete space ${name}`}
    cancel="Cancel"
    onSubmit={form.onClose}
  />
)
