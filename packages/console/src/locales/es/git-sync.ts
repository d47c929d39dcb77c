/** The repository of a space or a site: keys, runs, previews, pushes. */
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
  urlHelp:
    'Por ejemplo https://github.com/fernwall/docs.git. Si es privado, añada un nombre y un token de acceso: https://nombre:token@github.com/…',
  urlWrong: 'La dirección debe empezar por https://, http:// o ssh://.',
  preview: 'Vista previa',
  previewTitles: { import: 'Qué cambiaría la importación', export: 'Qué cambiaría la exportación' },
  previewRunning: 'Se está leyendo el repositorio. No se escribe nada.',
  previewFailed: 'No hay vista previa',
  previewCanceled: 'Entretanto se inició otra vista previa de este espacio.',
  previewNothing: 'No cambiaría nada. El espacio y el repositorio solo se conectan.',
  previewCounts: (added: string, changed: string, removed: string) =>
    `Añadidos: ${added}, cambiados: ${changed}, eliminados: ${removed}`,
  previewChanges: { remove: 'Eliminado', change: 'Cambiado', add: 'Añadido' },
  previewKinds: {
    page: 'Página',
    file: 'Archivo',
    'reusable-content': 'Contenido reutilizable',
    variable: 'Variable',
  },
  previewMore: (count: string) => `y ${count} más`,
  previewSkipped: (count: string) => `Qué se dejaría de lado (${count})`,
  previewNewBranch: 'La rama aún no existe. La exportación la crea.',
  previewHistory: 'Lo que el espacio tiene ahora queda en su historial.',
  webhookRenew: 'Nuevo secreto',
  webhookSecretOnce: 'Copie el secreto ahora. No se vuelve a mostrar.',
  webhookWhere:
    'En GitHub: Settings → Webhooks, con el tipo de contenido application/json. En GitLab: Settings → Webhooks, con el secreto como token secreto. Solo hace falta el evento push.',
  webhookUrlHelp:
    'Si el repositorio es privado, con un nombre y un token de acceso: https://nombre:token@… Verso los guarda cifrados hasta que se desactive el webhook.',
  siteNone: 'Este sitio no está conectado a un repositorio',
  siteNoneText:
    'Guarde la estructura del sitio y las páginas de todos sus espacios en un repositorio: un archivo gitbook-docs.yaml dice de qué se compone el sitio, y cada espacio tiene una carpeta.',
  siteImportHelp:
    'El sitio pasa a ser lo que dice gitbook-docs.yaml (o docs.yaml) del repositorio. Los espacios que aún no tiene se crean.',
  siteExportHelp:
    'La estructura del sitio y las páginas de todos sus espacios se escriben en la rama, en un solo commit. Los demás archivos se quedan.',
  siteText:
    'La estructura de este sitio y las páginas de todos sus espacios se sincronizan con él. Por SSH se usan las claves de sus espacios.',
  siteEnd: 'Terminar la sincronización',
  siteEndTitle: '¿Terminar la sincronización?',
  siteEndText:
    'El sitio, sus espacios y el repositorio quedan como están. Si se conectan de nuevo, empiezan desde cero, sin saber qué tenían en común.',
  siteEnded: 'El sitio ya no se sincroniza.',
} as const
