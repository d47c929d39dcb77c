import { useMemberWords } from '../../locales/features/members.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface PassOnDialogProps {
  /** Whom the link is for. */
  email: string
  link: string
  onClose: () => void
}

/** A link that goes from hand to hand, where Verso cannot send mail. */
export function PassOnDialog({ email, link, onClose }: PassOnDialogProps) {
  const { members, common } = useMemberWords()
  return (
    <Dialog title={members.passOn} isOpen onClose={onClose} isPersistent>
      <p>{members.passOnText(email)}</p>
      <CopyField label={members.link} value={link} copyLabel={common.copy} copiedLabel={common.copied} />
      <div className="dialog-actions">
        <Button look="primary" label={common.close} onPress={onClose} />
      </div>
    </Dialog>
  )
}
