import { Screen } from '../../app/screen.tsx'
import { useAccountWords } from '../../locales/features/account.ts'
import { IdentitySection, PasskeySection, SecondFactorSection } from '../sign-in/index.ts'

/** The ways in besides the password, and what is asked for besides it. */
export function SecurityScreen() {
  const { accountSecurity } = useAccountWords()
  return (
    <Screen title={accountSecurity.title}>
      <h1 className="sr">{accountSecurity.title}</h1>
      <div className="stack">
        <PasskeySection />
        <SecondFactorSection />
        <IdentitySection />
      </div>
    </Screen>
  )
}
