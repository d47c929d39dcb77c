import { read } from '../../api/index.ts'
import { getSignInOptions, listSignInProviders } from '../../api/operations.ts'

/** How people can sign in here. It changes with the settings of the server only. */
export const signInOptionsRead = { ...read(getSignInOptions), staleTime: Infinity }

export const signInProvidersRead = { ...read(listSignInProviders), staleTime: Infinity }
