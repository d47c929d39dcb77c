import { call, useWrite } from '../../api/index.ts'
import { createMemberPasswordReset, type User } from '../../api/operations.ts'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useMemberWords } from '../../locales/features/members.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PassOnDialog } from './pass-on-dialog.tsx'

interface ResetPasswordButtonProps {
  organizationId: string
  user: Pick<User, 'id' | 'email' | 'displayName'>
}

/** Lets a member choose a new password, by mail or by a link to pass on. */
export function ResetPasswordButton({ organizationId, user }: ResetPasswordButtonProps) {
  const { members } = useMemberWords()
  const showFailure = useFailureToast()
  const email = user.email ?? user.displayName
  const reset = useWrite(() => call(createMemberPasswordReset, { organizationId, userId: user.id }), {
    stale: [],
    onSuccess: ({ sent }) => {
      if (sent) showToast({ message: members.sentTo(email) })
    },
  })
  return (
    <>
      <Button
        label={members.resetPassword}
        isBusy={reset.isPending}
        onPress={() => reset.mutate(undefined, { onError: showFailure })}
      />
      {reset.data?.link !== undefined && (
        <PassOnDialog email={email} link={reset.data.link} onClose={reset.reset} />
      )}
    </>
  )
}
