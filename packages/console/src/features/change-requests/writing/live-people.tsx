import { useWritingWords } from '../../../locales/features/writing.ts'
import { Avatar } from '../../../ui/badges.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { PresentPerson } from './live-presence.ts'
import { chooseColour } from './person-colour.ts'

/** So many faces fit beside the tabs. */
const MAX_FACES = 4

/** Who else is in the page. Somebody with two windows is one person. */
export function LivePeople({ people }: { people: readonly PresentPerson[] }) {
  const { writing } = useWritingWords()
  const users = [...new Map(people.map(({ user }) => [user.id, user])).values()]
  if (users.length === 0) return null
  const others = users.slice(MAX_FACES)
  return (
    <ul className="avatars live-people" aria-label={writing.alsoHere}>
      {users.slice(0, MAX_FACES).map(({ id, displayName, photoURL }) => (
        <li key={id} className={classNames('live-person', `peer-${chooseColour(id)}`)} title={displayName}>
          <Avatar name={displayName} imageUrl={photoURL} />
        </li>
      ))}
      {others.length > 0 && (
        <li title={others.map(({ displayName }) => displayName).join(', ')}>
          {writing.moreHere(others.length)}
        </li>
      )}
    </ul>
  )
}
