import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Segmented } from '../src/ui/choice.tsx'
import { alignLeft, alignRight, display, moon, sun } from '../src/ui/icon-paths.ts'
import { ToastRegion } from '../src/ui/toast.tsx'
import { Badges } from './groups/badges.tsx'
import { Buttons } from './groups/buttons.tsx'
import { Choices } from './groups/choices.tsx'
import { Dialogs } from './groups/dialogs.tsx'
import { Fields } from './groups/fields.tsx'
import { Icons } from './groups/icons.tsx'
import { Menus } from './groups/menus.tsx'
import { States } from './groups/states.tsx'
import { TabsAndTables } from './groups/tabs-and-tables.tsx'
import { Toasts } from './groups/toasts.tsx'
import { Tokens } from './groups/tokens.tsx'
import { Trees } from './groups/trees.tsx'
import { type Look, readLook, showLook, writeLook } from './look.ts'

/** Every part of the console. */
export function DesignPage() {
  const [look, setLook] = useState(readLook)
  const change = (changes: Partial<Look>): void => {
    const next = { ...look, ...changes }
    showLook(next)
    writeLook(next)
    setLook(next)
  }
  return (
    // React Aria takes the direction from the language.
    <I18nProvider locale={look.dir === 'rtl' ? 'ar' : 'en-US'}>
      <a className="skip" href="#main">
        Skip to the parts
      </a>
      <header className="topbar design-bar">
        <h1>Parts</h1>
        <Segmented
          label="Theme"
          choices={[
            { value: 'system', label: 'System', icon: display },
            { value: 'light', label: 'Light', icon: sun },
            { value: 'dark', label: 'Dark', icon: moon },
          ]}
          value={look.theme}
          onChange={(theme) => change({ theme })}
        />
        <Segmented
          label="Direction"
          choices={[
            { value: 'ltr', label: 'Left to right', icon: alignLeft },
            { value: 'rtl', label: 'Right to left', icon: alignRight },
          ]}
          value={look.dir}
          onChange={(dir) => change({ dir })}
        />
      </header>
      <main className="wrap" id="main" tabIndex={-1}>
        <p className="soft">Every part of the console, in each of its states.</p>
        <nav className="design-contents" aria-label="Groups of parts">
          {groups.map(({ id, title }) => (
            <a key={id} className="link" href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {groups.map(({ id, title, Content }) => (
          <Content key={id} id={id} title={title} />
        ))}
      </main>
      <ToastRegion label="Notifications" closeLabel="Close" />
    </I18nProvider>
  )
}

const groups = [
  { id: 'tokens', title: 'Type, colour and space', Content: Tokens },
  { id: 'buttons', title: 'Buttons', Content: Buttons },
  { id: 'fields', title: 'Fields', Content: Fields },
  { id: 'choices', title: 'Choices', Content: Choices },
  { id: 'menus', title: 'Menus and tooltips', Content: Menus },
  { id: 'dialogs', title: 'Dialogs', Content: Dialogs },
  { id: 'toasts', title: 'Toasts', Content: Toasts },
  { id: 'tabs-and-tables', title: 'Tabs and tables', Content: TabsAndTables },
  { id: 'trees', title: 'Trees and long lists', Content: Trees },
  { id: 'badges', title: 'Badges and avatars', Content: Badges },
  { id: 'states', title: 'Empty, loading, failed', Content: States },
  { id: 'icons', title: 'Icons and keys', Content: Icons },
]
