import { useSignInWords } from '../../locales/features/sign-in.ts'
import { Icon } from '../../ui/icon.tsx'
import { github, gitlab, google, type IconPath, idBadge, microsoft } from '../../ui/icon-paths.ts'

interface SignInProvider {
  id: string
  label: string
  startURL: string
}

const icons: readonly (readonly [RegExp, IconPath])[] = [
  [/google/i, google],
  [/microsoft|entra|azure/i, microsoft],
  [/github/i, github],
  [/gitlab/i, gitlab],
]

const findIcon = (label: string): IconPath => icons.find(([name]) => name.test(label))?.[1] ?? idBadge

interface ProviderButtonsProps {
  providers: readonly SignInProvider[]
  /** The address of the console to open afterwards. */
  to: string
}

/** The ways in through identity providers. They are pages of the server, which lead to the provider and back. */
export function ProviderButtons({ providers, to }: ProviderButtonsProps) {
  const { signIn } = useSignInWords()
  return providers.map(({ id, label, startURL }) => (
    <a key={id} className="btn outline wide" href={`${startURL}?redirect=${encodeURIComponent(`/app${to}`)}`}>
      <Icon of={findIcon(label)} />
      <span className="cut">{signIn.with(label)}</span>
    </a>
  ))
}
