/** The keys and the runs of a space's repository. */
export const gitSync = {
  keys: 'Claves SSH',
  keysHelp:
    'Para un repositorio por SSH, cree aquí una clave y añada su mitad pública al repositorio: en GitHub y GitLab como clave de despliegue, con permiso de escritura si exporta.',
  keysNone: 'Este espacio no tiene ninguna clave.',
  keysFull: 'Un espacio tiene como máximo tres claves. Elimine una para crear otra.',
  createKey: 'Crear una clave',
  publicKey: 'Mitad pública',
  keyMade: (when: string) => `Creada ${when}`,
  deleteKey: 'Eliminar clave',
  deleteKeyFor: (fingerprint: string) => `Eliminar clave ${fingerprint}`,
  deleteKeyTitle: '¿Eliminar esta clave?',
  deleteKeyText: 'Verso ya no podrá abrir repositorios con ella. No se puede recuperar.',
  keyDeleted: 'La clave se ha eliminado.',
  runs: 'Últimas ejecuciones',
  runsNone: 'No se ha ejecutado nada en los últimos 30 días.',
  conflict: 'Git y el espacio han cambiado las mismas líneas',
  conflictText:
    'No se ha reemplazado nada del espacio. Ambos lados están en una solicitud de cambios: fusiónela o archívela para resolver el conflicto. Los commits que lleguen mientras tanto se añaden a ella.',
  openConflict: 'Abrir la solicitud de cambios',
  skipped: 'Lo que se ha dejado aparte',
} as const
