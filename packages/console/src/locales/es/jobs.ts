export const jobs = {
  title: 'Tareas',
  emptyTitle: 'Aún no se ha ejecutado nada',
  emptyText:
    'Aquí aparecen, con su progreso, las importaciones, la sincronización con Git, las traducciones y otros trabajos largos.',
  noMatch: 'Ninguna tarea tiene este estado.',
  any: 'Cualquier estado',
  status: {
    pending: 'En espera',
    running: 'En curso',
    completed: 'Terminada',
    failed: 'Fallida',
    canceled: 'Cancelada',
  },
  filter: 'Estado',
  progress: (done: string, total: string) => `${done} de ${total}`,
  retry: 'Ejecutar de nuevo',
  cancel: 'Cancelar',
  retryFor: (name: string) => `Ejecutar de nuevo: ${name}`,
  cancelFor: (name: string) => `Cancelar ${name}`,
  retried: 'Se ejecuta de nuevo, como una tarea nueva.',
  attempts: (count: number) => `Intento ${count}`,
} as const
