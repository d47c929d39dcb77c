import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { runAsRootOnDebian, installCommand, describeMissingPackages } from './debian.ts'
import { createTemporaryFolder } from './folders.ts'
import { findFreePort } from './ports.ts'
import type { Scope } from './scope.ts'
import { waitFor } from '../../packages/server/src/testing/wait-for.ts'
import { checkout } from './verso.ts'

const packages = ['php-cli', 'php-xml', 'php-mbstring']
// The package depends on a web server, so it is unpacked and not installed.
const packageFolder = join(checkout, 'node_modules/.cache/simplesamlphp')
const program = join(packageFolder, 'usr/share/simplesamlphp')

/** Installs the SimpleSAMLphp of Debian if possible. Returns why it is missing, or undefined. */
export async function describeMissingSimpleSaml(): Promise<string | undefined> {
  if (isComplete()) return undefined
  const script = `
    command -v php && php -m | grep -qx dom && php -m | grep -qx mbstring || { apt-get update; ${installCommand} ${packages.join(' ')}; }
    test -e '${program}' || {
      apt-get update; mkdir -p '${packageFolder}'; cd '${packageFolder}'
      apt-get download simplesamlphp; dpkg -x simplesamlphp_*.deb .; rm simplesamlphp_*.deb
    }`
  if ((await runAsRootOnDebian(script)) && isComplete()) return undefined
  return describeMissingPackages('SimpleSAMLphp', ...packages, 'simplesamlphp')
}

function isComplete(): boolean {
  if (!existsSync(program)) return false
  try {
    const modules = execFileSync('php', ['-m'], { encoding: 'utf8' }).split('\n')
    return ['dom', 'mbstring', 'openssl'].every((module) => modules.includes(module))
  } catch {
    return false
  }
}

/** A user of the provider. The `uid` never changes. */
export interface SamlUser {
  uid: string
  email: string
  displayName: string
}

export const password = 'correct horse'

/** SimpleSAMLphp, an independent identity provider, on its own host and port. */
export class SimpleSaml {
  readonly origin: string
  readonly #folder: string
  #certificate = ''

  private constructor(folder: string, origin: string) {
    this.#folder = folder
    this.origin = origin
  }

  static async start(scope: Scope): Promise<SimpleSaml> {
    const port = await findFreePort()
    const folder = createTemporaryFolder(scope)
    const provider = new SimpleSaml(folder, `http://127.0.0.1:${port}`)
    for (const each of ['config', 'cert', 'data', 'sessions', 'metadata']) mkdirSync(join(folder, each))
    await provider.renewCertificate()
    provider.#configure()
    provider.setUsers([])
    provider.setServices([])
    // The settings are PHP files that change while the server runs, so they must not be cached.
    const options = ['-d', 'opcache.enable=0', '-d', 'display_errors=0', '-d', 'log_errors=1']
    const server = spawn('php', [...options, '-S', `127.0.0.1:${port}`, '-t', join(program, 'www')], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') },
    })
    scope.defer(() => stopProcess(server))
    let output = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    await waitFor('SimpleSAMLphp to answer', async () => {
      if (server.exitCode !== null) throw new Error(`php ended:\n${output}`)
      const response = await fetch(provider.entityID).catch(() => undefined)
      const text = await response?.text()
      if (response && response.status !== 200)
        throw new Error(`SimpleSAMLphp answered ${response.status}:\n${output}${text}`)
      return response !== undefined
    })
    return provider
  }

  /** The URL of its metadata, which is also its name. */
  get entityID(): string {
    return `${this.origin}/saml2/idp/metadata.php`
  }

  get ssoURL(): string {
    return `${this.origin}/saml2/idp/SSOService.php`
  }

  get logoutURL(): string {
    return `${this.origin}/saml2/idp/SingleLogoutService.php`
  }

  get certificate(): string {
    return this.#certificate
  }

  /** The URL that starts a login at the provider. */
  getStartUrl(entityID: string, relayState: string): string {
    return `${this.ssoURL}?${new URLSearchParams({ spentityid: entityID, RelayState: relayState }).toString()}`
  }

  /** The URL that ends the session at the provider and at all services. */
  getLogoutUrl(url: string): string {
    return `${this.origin}/saml2/idp/initSLO.php?${new URLSearchParams({ RelayState: url }).toString()}`
  }

  /** Creates a new key and certificate, which sign all further messages. */
  async renewCertificate(): Promise<void> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'SimpleSAMLphp' }], {
      keySize: 2048,
      algorithm: 'sha256',
    })
    this.#write('cert/idp.crt', cert)
    this.#write('cert/idp.pem', key)
    this.#certificate = cert
  }

  /** Sets the users who can sign in. */
  setUsers(people: SamlUser[]): void {
    const users = people.map(
      ({ uid, ...attributes }) =>
        `${php(`${uid}:${password}`)} => [${Object.entries({ uid, ...attributes })
          .map(([name, value]) => `${php(name)} => [${php(value)}]`)
          .join(', ')}]`,
    )
    this.#write(
      'config/authsources.php',
      `<?php $config = ['people' => ['exampleauth:UserPass', ${users.join(', ')}]];`,
    )
  }

  /** Sets the metadata of the services that users can sign in to. */
  setServices(services: string[]): void {
    const sources = services.map((xml, index) => {
      const file = this.#write(`metadata/service-${index}.xml`, xml)
      return `['type' => 'xml', 'file' => ${php(file)}]`
    })
    this.#write(
      'config/metadata-sources.php',
      `<?php return [${[`['type' => 'flatfile']`, ...sources].join(', ')}];`,
    )
  }

  #configure(): void {
    const at = (path: string) => php(`${join(this.#folder, path)}/`)
    this.#write(
      'config/config.php',
      `<?php $config = [
        'baseurlpath' => ${php(`${this.origin}/`)},
        'certdir' => ${at('cert')}, 'datadir' => ${at('data')}, 'tempdir' => ${at('data')},
        'metadatadir' => ${at('metadata')}, 'loggingdir' => ${at('data')}, 'logging.handler' => 'errorlog',
        'secretsalt' => ${php(randomBytes(24).toString('hex'))},
        'auth.adminpassword' => ${php(randomBytes(24).toString('hex'))},
        'technicalcontact_email' => 'na@example.org', 'errorreporting' => false, 'timezone' => 'UTC',
        'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
        'store.type' => 'phpsession', 'session.phpsession.savepath' => ${at('sessions')},
        'session.cookie.secure' => false, 'session.phpsession.cookiename' => 'idp', 'language.default' => 'en',
        'trusted.url.domains' => null,
        'metadata.sources' => include ${php(join(this.#folder, 'config/metadata-sources.php'))},
      ];`,
    )
    this.#write(
      'metadata/saml20-idp-hosted.php',
      `<?php $metadata[${php(this.entityID)}] = [
        'host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'people',
        'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'sign.logout' => true,
        'authproc' => [3 => [
          'class' => 'saml:AttributeNameID', 'attribute' => 'uid',
          'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        ]],
      ];`,
    )
  }

  #write(path: string, text: string): string {
    const file = join(this.#folder, path)
    writeFileSync(file, text)
    return file
  }
}

const php = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'close')
}
