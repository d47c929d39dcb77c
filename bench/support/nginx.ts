import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type Program, startProgram } from './process.ts'

const program = '/usr/sbin/nginx'
const command = 'apt-get install -y --no-install-recommends nginx-light'

/** Debian's nginx, installed where that can be done; nothing where it is not there. */
export function hasNginx(): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const script = `apt-get update && RUNLEVEL=1 ${command} -o DPkg::Lock::Timeout=300`
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('sh', ['-c', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (existsSync(program)) return true
  process.stderr.write(`bench: nginx is left out; to have it: ${command}\n`)
  return false
}

/** nginx with one worker, which sends these bytes from a file and logs nothing: the floor of all floors. */
export async function startNginx(bytes: Uint8Array, type: string, encoding: string): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'verso-bench-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'page'), bytes)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1;
user root;
daemon off;
pid ${folder}/pid;
error_log /dev/null crit;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location = / {
      types { }
      default_type "${type}";
      add_header content-encoding ${encoding};
      try_files /page =404;
    }
  }
}
`,
  )
  const nginx = await startProgram(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    port,
    env: {},
    ready: '/',
  })
  return {
    ...nginx,
    stop: async () => {
      await nginx.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
