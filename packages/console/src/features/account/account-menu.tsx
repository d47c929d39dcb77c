import { endSession } from '../../api/index.ts'
import { useGo } from '../../app/navigation.ts'
import { useSession } from '../../app/session.ts'
import { usePreferences } from '../../app/preferences.ts'
import { isLanguage, languages, useLocale, useWords } from '../../locales/index.ts'
import { Avatar } from '../../ui/badges.tsx'
import { Icon } from '../../ui/icon.tsx'
import { arrowRightFromBracket, circleUser, code, display, ellipsis, moon, sun } from '../../ui/icon-paths.ts'
import { Menu } from '../../ui/menu.tsx'
import { PressButton } from '../../ui/press-button.tsx'

/** The person who is signed in, at the foot of the side bar. */
export function AccountMenu() {
  const { shell } = useWords()
  const { language } = useLocale()
  const user = useSession()
  const go = useGo()
  const { theme, chooseTheme, chooseLanguage } = usePreferences()
  return (
    <Menu
      label={shell.account}
      placement="top start"
      items={[
        {
          id: 'theme',
          title: shell.theme,
          items: [
            {
              id: 'system',
              label: shell.themeSystem,
              icon: display,
              isChecked: theme === 'system',
              onAction: () => chooseTheme('system'),
            },
            {
              id: 'light',
              label: shell.themeLight,
              icon: sun,
              isChecked: theme === 'light',
              onAction: () => chooseTheme('light'),
            },
            {
              id: 'dark',
              label: shell.themeDark,
              icon: moon,
              isChecked: theme === 'dark',
              onAction: () => chooseTheme('dark'),
            },
          ],
        },
        {
          id: 'language',
          title: shell.language,
          items: Object.entries(languages).map(([id, label]) => ({
            id,
            label,
            isChecked: id === language,
            onAction: () => {
              if (isLanguage(id)) chooseLanguage(id)
            },
          })),
        },
        { id: 'line', isLine: true },
        { id: 'account', label: shell.account, icon: circleUser, onAction: () => go({ to: '/account' }) },
        { id: 'api', label: shell.apiReference, icon: code, href: '/docs' },
        { id: 'sign-out', label: shell.signOut, icon: arrowRightFromBracket, onAction: () => void signOut() },
      ]}
    >
      <PressButton className="nav-row">
        <Avatar name={user.displayName} imageUrl={user.photoURL} isDecorative />
        <span className="sr">{shell.account}</span>
        <span className="grow cut">{user.displayName}</span>
        <Icon of={ellipsis} />
      </PressButton>
    </Menu>
  )
}

async function signOut(): Promise<void> {
  // A new page: everything that was shown belonged to the session.
  location.assign(await endSession())
}
