import { useWords } from '../locales/index.ts'
import { showToast } from '../ui/toast.tsx'
import { describeError } from './load-failure.tsx'

/** Says in a toast why a write failed, for writes that have no form to say it in. */
export function useFailureToast(): (error: unknown) => void {
  const words = useWords()
  return (error) => showToast({ message: describeError(error, words), isError: true })
}
