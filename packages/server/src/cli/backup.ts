import { writeBackup } from '../backup/backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { createFileStore } from '../storage/location.ts'
import { connect, stderrLog } from './connect.ts'

export async function backup(file: string): Promise<void> {
  const { config, database, close } = await connect({ share: true, log: stderrLog })
  try {
    const store = createFileStore(config.files)
    await store.check()
    await writeBackup({ database, store }, file, stderrLog.info)
    process.stdout.write(`Backed up to ${file}\n`)
  } finally {
    await close()
  }
}

export async function restore(file: string): Promise<void> {
  const { config, database, close } = await connect({ share: false, log: stderrLog })
  try {
    const store = createFileStore(config.files)
    await store.check()
    await restoreBackup({ database, store }, file, stderrLog.info)
    process.stdout.write(`Restored from ${file}\n`)
  } finally {
    await close()
  }
}
