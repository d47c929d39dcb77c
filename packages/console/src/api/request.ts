import { useEffect, useRef, useState } from 'react'

// The pages before one is signed in have no cache of reads: there is little to read, and nothing of it is read twice.

interface Outcome<Result> {
  answer?: Result
  error?: Error
}

const readError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

interface RequestState<Result, Input> extends Outcome<Result> {
  isBusy: boolean
  /** Whether the last one succeeded. */
  isDone: boolean
  /** What the last one was given. */
  input?: Input
}

/** A request that is sent when somebody wants it, such as that of a form. */
export function useRequest<Result, Input = void>(
  request: (input: Input) => Promise<Result>,
  onSuccess?: (answer: Result) => void,
) {
  const [state, setState] = useState<RequestState<Result, Input>>({ isBusy: false, isDone: false })
  const send = async (input: Input): Promise<void> => {
    setState({ isBusy: true, isDone: false, input })
    try {
      const answer = await request(input)
      setState({ isBusy: false, isDone: true, input, answer })
      onSuccess?.(answer)
    } catch (error) {
      setState({ isBusy: false, isDone: false, input, error: readError(error) })
    }
  }
  return { ...state, send: (input: Input) => void send(input) }
}

/** What the server answers to a read that a page begins with. Without a read, there is no answer. */
export function useAnswer<Result>(read: (() => Promise<Result>) | undefined) {
  const [outcome, setOutcome] = useState<Outcome<Result>>({})
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    let isWanted = true
    latest.current?.().then(
      (answer) => isWanted && setOutcome({ answer }),
      (error: unknown) => isWanted && setOutcome({ error: readError(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [attempt])
  const retry = (): void => {
    setOutcome({})
    setAttempt(attempt + 1)
  }
  return { ...outcome, retry }
}
