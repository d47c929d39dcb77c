import { Command, Option } from 'commander'
import type { ProcessRole } from './app.ts'
import { DomainError } from './common/errors.ts'
import { InvalidSetting } from './config.ts'
import { version } from './common/version.ts'

// Each command loads what it needs when it runs: whoever asks for help does not wait for a server.
const accounts = () => import('./cli/accounts.ts')
const backups = () => import('./cli/backup.ts')

const program = new Command('verso')
  .description('The documentation platform a team can run itself.')
  .version(version)
  .addHelpText('after', '\nSettings are environment variables; the README lists them.')
  .showHelpAfterError()

program
  .command('serve')
  .description('Start Verso, and PostgreSQL with it unless DATABASE_URL names one.')
  .addOption(
    new Option('--role <role>', 'answer requests, work on jobs, or both')
      .choices(['api', 'worker', 'all'])
      .default('all'),
  )
  .action(async (options: { role: ProcessRole }) => (await import('./cli/serve.ts')).serve(options))

program
  .command('migrate')
  .description('Bring the database schema up to date.')
  .action(async () => (await import('./cli/migrate.ts')).runMigrations())

const user = program.command('user').description('Manage accounts.')
user
  .command('create')
  .description('Create an account; prints its id.')
  .argument('<email>')
  .action(async (email: string) => (await accounts()).createUser(email))

user
  .command('recover')
  .description(
    'Delete the passkeys and recovery codes of an account, end its sessions, and print a link that signs in.',
  )
  .argument('<email>')
  .action(async (email: string) => (await accounts()).recoverAccount(email))

user
  .command('change-email')
  .description('Give an account another e-mail address.')
  .argument('<email>', 'the address that it has')
  .argument('<new-email>', 'the address that it gets')
  .action(async (email: string, newEmail: string) => (await accounts()).changeEmail(email, newEmail))

const org = program.command('org').description('Manage organizations.')
org
  .command('create')
  .description('Create an organization; prints its id.')
  .argument('<title>')
  .requiredOption('--admin <email>', 'the account that becomes its first admin')
  .action(async (title: string, options: { admin: string }) =>
    (await accounts()).createOrganization(title, options),
  )

const token = program.command('token').description('Manage access tokens.')
token
  .command('create')
  .description('Create an access token for an account; prints the secret, once.')
  .argument('<email>')
  .option('--name <name>', 'what it is for', 'Command line')
  .option('--expires <date>', 'when it stops working, such as 2030-01-31')
  .action(async (email: string, options: { name: string; expires?: string }) =>
    (await accounts()).createToken(email, options),
  )
token
  .command('list')
  .description('List the tokens of an account.')
  .argument('<email>')
  .action(async (email: string) => (await accounts()).listTokens(email))
token
  .command('revoke')
  .description('Revoke a token of an account.')
  .argument('<email>')
  .argument('<tokenId>')
  .action(async (email: string, tokenId: string) => (await accounts()).revokeToken(email, tokenId))

program
  .command('login-link')
  .description('Print a link that signs in to an account, once, within 24 hours.')
  .argument('<email>')
  .action(async (email: string) => (await accounts()).createLoginLink(email))

program
  .command('backup')
  .description('Write everything Verso holds into one file. Works beside a running server.')
  .argument('<file>')
  .action(async (file: string) => (await backups()).backup(file))

program
  .command('restore')
  .description('Fill an empty database from a backup, also one of an earlier version.')
  .argument('<file>')
  .action(async (file: string) => (await backups()).restore(file))

try {
  await program.parseAsync()
} catch (error) {
  // An error that the user can correct is one line; any other is shown with its stack.
  const isExpected = error instanceof DomainError || error instanceof InvalidSetting
  process.stderr.write(
    `verso: ${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
}
