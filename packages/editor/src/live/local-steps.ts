import type { Node } from 'prosemirror-model'
import type { Step, Transform } from 'prosemirror-transform'

/** A step that was made here and is not confirmed, with the step that takes it back. */
export interface LocalStep {
  step: Step
  inverse: Step
}

/** Steps that everybody has, in the one order that the server gave them. */
export interface LiveCommit {
  version: number
  /** By which the sender knows it again. */
  ref: string
  steps: readonly Step[]
}

/** What a client has of a live page besides its document. */
export interface LocalState {
  /** The last commit that is in the document. */
  version: number
  steps: readonly LocalStep[]
  /** What is on its way: the first of the steps. */
  sent: { ref: string; count: number } | undefined
  /** The number of steps that were dropped here because what they changed is not there any more. */
  lostCount: number
}

export const createLocalState = (version: number): LocalState => ({
  version,
  steps: [],
  sent: undefined,
  lostCount: 0,
})

/** Adds steps that were made here. `docs` are the documents before each of them. */
export const addLocalSteps = (
  state: LocalState,
  { steps, docs }: { steps: readonly Step[]; docs: readonly Node[] },
): LocalState => ({
  ...state,
  steps: [
    ...state.steps,
    ...steps.flatMap((step, index) => {
      const before = docs[index]
      return before ? [{ step, inverse: step.invert(before) }] : []
    }),
  ],
})

/** Marks all steps as being on their way. Nothing changes while others are. */
export const markSent = (state: LocalState, ref: string): LocalState =>
  state.sent || state.steps.length === 0 ? state : { ...state, sent: { ref, count: state.steps.length } }

/** What was on its way did not arrive, or was refused: it is waiting again. */
export const markUnsent = (state: LocalState): LocalState => ({ ...state, sent: undefined })

/**
 * Puts the next commit below the local steps: these are taken back, the commit is applied, and they are done again at
 * their new places. The own commit, if it is what was sent, needs no change of the document at all.
 *
 * @param transform on the document with all local steps; gets the changes.
 */
export function receiveCommit(transform: Transform, state: LocalState, commit: LiveCommit): LocalState {
  if (commit.version !== state.version + 1) throw new RangeError('commits come one after another')
  const { steps: local, sent } = state
  const isOwn = sent !== undefined && commit.ref === sent.ref
  const ownCount = isOwn ? sent.count : 0
  const nextState = { ...state, version: commit.version, sent: isOwn ? undefined : sent }
  if (isOwn && isEqualToSent(local.slice(0, ownCount), commit.steps))
    return { ...nextState, steps: local.slice(ownCount) }
  const firstMap = transform.steps.length
  for (const { inverse } of local.toReversed()) transform.step(inverse)
  for (const [index, step] of commit.steps.entries()) {
    transform.step(step)
    if (ownCount === commit.steps.length)
      setMirror(transform, firstMap + local.length - 1 - index, transform.steps.length - 1)
  }
  return { ...nextState, ...redoSteps(transform, nextState, { local, ownCount, firstMap }) }
}

function redoSteps(
  transform: Transform,
  { sent, lostCount }: LocalState,
  { local, ownCount, firstMap }: { local: readonly LocalStep[]; ownCount: number; firstMap: number },
): Pick<LocalState, 'steps' | 'sent' | 'lostCount'> {
  const steps: LocalStep[] = []
  let sentCount = sent?.count ?? 0
  for (const [index, { step }] of local.entries()) {
    if (index < ownCount) continue
    // The map of the step that took this one back: what came after it is what this one moves over.
    const inverseMap = firstMap + local.length - 1 - index
    const moved = step.map(transform.mapping.slice(inverseMap + 1))
    const before = transform.doc
    if (moved && transform.maybeStep(moved).failed === null) {
      setMirror(transform, inverseMap, transform.steps.length - 1)
      steps.push({ step: moved, inverse: moved.invert(before) })
    } else if (sent && index < sent.count) sentCount -= 1
  }
  return {
    steps,
    sent: sent && { ...sent, count: sentCount },
    lostCount: lostCount + local.length - ownCount - steps.length,
  }
}

/**
 * Says that one step redoes what another took back, so that positions between them survive. ProseMirror has the method for
 * this purpose, and leaves it out of its types.
 */
function setMirror({ mapping }: Transform, inverseIndex: number, redoneIndex: number): void {
  ;(mapping as typeof mapping & { setMirror(first: number, second: number): void }).setMirror(
    inverseIndex,
    redoneIndex,
  )
}

const isEqualToSent = (sent: readonly LocalStep[], steps: readonly Step[]): boolean =>
  sent.length === steps.length &&
  sent.every(({ step }, index) => JSON.stringify(step.toJSON()) === JSON.stringify(steps[index]?.toJSON()))
