/** Prints a link that signs in, for whoever can run commands on the server. */
export const LOGIN_LINK_COMMAND = 'verso login-link you@example.com'

/** The same for the first administrator, whose address is this one unless `VERSO_ADMIN_EMAIL` names another. */
export const FIRST_LOGIN_COMMAND = 'verso login-link admin@localhost'

/** A command for the terminal, written so that it is copied whole. */
export function Command({ text }: { text: string }) {
  return <code className="sign-in-command">{text}</code>
}
