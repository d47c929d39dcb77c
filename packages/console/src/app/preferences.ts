import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, read, useWrite } from '../api/index.ts'
import { getPreferences, updatePreferences } from '../api/operations.ts'
import { isLanguage, type Language, useLocale } from '../locales/index.ts'
import { useSession } from './session.ts'
import { storeChoices } from './stored-choice.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'
import { useFailureToast } from './use-failure-toast.ts'

const KEY = 'verso-preferences-read'

/** A choice on another device shows here within this time, or at once in a browser that has not asked yet. */
const ASK_AGAIN_AFTER_MS = 3_600_000

/** Whether this browser has asked for the preferences of this account lately, or of any, so that not every page asks again. */
function hasReadLately(userId?: string): boolean {
  try {
    const [id, time] = (localStorage.getItem(KEY) ?? '').split(' ')
    return (userId === undefined || id === userId) && Date.now() - Number(time) < ASK_AGAIN_AFTER_MS
  } catch {
    return false
  }
}

function storeRead(userId: string): void {
  try {
    localStorage.setItem(KEY, `${userId} ${Date.now()}`)
  } catch {
    // A browser that stores nothing asks on every page.
  }
}

const preferencesRead = { ...read(getPreferences), staleTime: Infinity }

/** Begins to read the preferences before it is known whose they are, where this browser has not asked lately. */
export const beginPreferencesRead = (client: QueryClient): Promise<unknown>[] =>
  hasReadLately() ? [] : [client.ensureQueryData(preferencesRead)]

/** Takes over the language and the theme that the person has chosen, here or on another device. */
export function useStoredPreferences(): void {
  const { id } = useSession()
  const { language, setLanguage } = useLocale()
  const { data } = useQuery({ ...preferencesRead, enabled: () => !hasReadLately(id) })
  useEffect(() => {
    if (!data || hasReadLately(id)) return
    storeRead(id)
    if (data.theme !== undefined) setTheme(data.theme)
    storeChoices(data.console)
    if (data.language !== undefined && isLanguage(data.language) && data.language !== language) {
      setLanguage(data.language)
    }
  }, [data, id, language, setLanguage])
}

/** Ends a question that is under way: its answer is older than the choice. */
function discardAnswer(client: QueryClient, userId: string): void {
  storeRead(userId)
  void client.cancelQueries({ queryKey: preferencesRead.queryKey })
}

/** The theme, and what changes it and the language, at once here and for the account. */
export function usePreferences() {
  const client = useQueryClient()
  const { id } = useSession()
  const theme = useTheme()
  const { setLanguage } = useLocale()
  const showFailure = useFailureToast()
  const { mutate } = useWrite(
    (body: { language?: Language; theme?: Theme }) => call(updatePreferences, { body }),
    { stale: [] },
  )
  return {
    theme,
    chooseTheme: (next: Theme): void => {
      discardAnswer(client, id)
      setTheme(next)
      mutate({ theme: next }, { onError: showFailure })
    },
    chooseLanguage: (next: Language): void => {
      discardAnswer(client, id)
      setLanguage(next)
      mutate({ language: next }, { onError: showFailure })
    },
  }
}
