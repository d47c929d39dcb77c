import { backUp } from '../backup/backup.ts'
import { restoreFrom } from '../backup/restore.ts'
import { connect, stderrLog } from './connect.ts'

export async function backup(file: string): Promise<void> {
  const { database, close } = await connect({ share: true, log: stderrLog })
  try {
    await backUp(database, file, stderrLog.info)
    process.stdout.write(`Backed up to ${file}\n`)
  } finally {
    await close()
  }
}

export async function restore(file: string): Promise<void> {
  const { database, close } = await connect({ share: false, log: stderrLog })
  try {
    await restoreFrom(database, file, stderrLog.info)
    process.stdout.write(`Restored from ${file}\n`)
  } finally {
    await close()
  }
}
