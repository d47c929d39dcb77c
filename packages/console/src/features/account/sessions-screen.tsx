import { useInfiniteQuery } from '@tanstack/react-query'
import { call, readList, useWrite } from '../../api/index.ts'
import { deleteOtherSessions, deleteSession, listSessions, type Session } from '../../api/operations.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { LoadMore } from '../../app/load-more.tsx'
import { Screen } from '../../app/screen.tsx'
import { useFailureToast } from '../../app/use-failure-toast.ts'
import { useFormats } from '../../locales/index.ts'
import { type AccountWords, useAccountWords } from '../../locales/features/account.ts'
import { State } from '../../ui/badges.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { circleCheck, display } from '../../ui/icon-paths.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Where one is signed in. */
export function SessionsScreen() {
  const { account, common } = useAccountWords()
  const list = useInfiniteQuery(readList(listSessions, {}))
  const showFailure = useFailureToast()
  const endOthers = useWrite(() => call(deleteOtherSessions), { stale: [listSessions] })
  return (
    <Screen
      title={account.sessions}
      actions={
        (list.data?.length ?? 0) > 1 && (
          <Button
            look="danger"
            label={account.endOthers}
            isBusy={endOthers.isPending}
            onPress={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => showToast({ message: account.othersEnded }),
                onError: showFailure,
              })
            }
          />
        )
      }
    >
      <h1 className="sr">{account.sessions}</h1>
      <p className="soft">{account.sessionsText}</p>
      {list.error ? (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <SkeletonRows label={common.loading} />
      ) : (
        <ul className="list">
          {list.data.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
      <LoadMore list={list} />
    </Screen>
  )
}

function SessionItem({ session }: { session: Session }) {
  const { account } = useAccountWords()
  const { relativeTime } = useFormats()
  const showFailure = useFailureToast()
  const { id, current, lastUsedAt, lastAddress, signedInAt, name: userAgent } = session
  const name = describeDevice(session, account)
  const end = useWrite(() => call(deleteSession, { sessionId: id }), { stale: [listSessions] })
  return (
    <li className="item plain-item line-item">
      <Icon of={display} />
      <span className="grow">
        <span className="title cut" title={userAgent}>
          {name}
        </span>
        <span className="meta">
          {[
            lastUsedAt === undefined
              ? account.signedIn(relativeTime(signedInAt))
              : account.lastUsed(relativeTime(lastUsedAt)),
            lastAddress === undefined ? '' : account.from(lastAddress),
          ].join(' ')}
        </span>
      </span>
      {current ? (
        <State label={account.thisSession} icon={circleCheck} look="success" />
      ) : (
        <Button
          label={account.endSession}
          aria-label={account.endSessionOf(name)}
          isBusy={end.isPending}
          onPress={() =>
            end.mutate(undefined, {
              onSuccess: () => showToast({ message: account.sessionEnded(name) }),
              onError: showFailure,
            })
          }
        />
      )}
    </li>
  )
}

/** The browser and its system in words. Those that nobody knows are shown as they call themselves. */
function describeDevice({ device, name }: Session, words: AccountWords['account']): string {
  const { browser, system } = device ?? {}
  if (browser !== undefined && system !== undefined) return words.onDevice(browser, system)
  return browser ?? system ?? name
}
