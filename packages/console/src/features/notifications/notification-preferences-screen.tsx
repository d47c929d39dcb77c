import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, read, useWrite } from '../../api/index.ts'
import { getPreferences, getSignInOptions, updatePreferences } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useNotificationWords } from '../../locales/features/notifications.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { Notice, SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

type NotificationMail = 'immediate' | 'daily' | 'never'

const preferencesRead = read(getPreferences)

/** When one gets mails about notifications. */
export function NotificationPreferencesScreen() {
  const { notifications, common, shell } = useNotificationWords()
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const { data, error, refetch } = useQuery(preferencesRead)
  const { data: options } = useQuery(read(getSignInOptions))
  const save = useWrite(
    (notificationMail: NotificationMail) => call(updatePreferences, { body: { notificationMail } }),
    { stale: [] },
  )
  const choose = (notificationMail: NotificationMail): void => {
    const before = client.getQueryData(preferencesRead.queryKey)
    client.setQueryData(preferencesRead.queryKey, (old) => old && { ...old, notificationMail })
    save.mutate(notificationMail, {
      onSuccess: () => showToast({ message: notifications.mailSaved }),
      onError: (failure) => {
        client.setQueryData(preferencesRead.queryKey, before)
        showFailure(failure)
      },
    })
  }
  return (
    <Screen title={shell.notifications}>
      <h1 className="sr">{shell.notifications}</h1>
      <div className="stack">
        <p className="soft">{notifications.preferencesText}</p>
        {options?.mail === false && (
          <Notice title={notifications.noMailTitle}>{notifications.noMailText}</Notice>
        )}
        {error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows label={common.loading} />
        ) : (
          <div className="form">
            <RadioGroup
              label={notifications.mail}
              choices={(['immediate', 'daily', 'never'] as const).map((value) => ({
                value,
                label: notifications.mails[value].label,
                help: notifications.mails[value].help,
              }))}
              value={data.notificationMail ?? 'immediate'}
              onChange={choose}
            />
          </div>
        )}
      </div>
    </Screen>
  )
}
