export const jobs = {
  title: 'Tarefas',
  emptyTitle: 'Nada foi executado ainda',
  emptyText:
    'Importações, sincronização com o Git, traduções e outros trabalhos longos aparecem aqui com o progresso.',
  noMatch: 'Nenhuma tarefa tem este estado.',
  any: 'Qualquer estado',
  status: {
    pending: 'Em espera',
    running: 'Em andamento',
    completed: 'Concluída',
    failed: 'Falhou',
    canceled: 'Cancelada',
  },
  filter: 'Estado',
  progress: (done: string, total: string) => `${done} de ${total}`,
  retry: 'Executar de novo',
  cancel: 'Cancelar',
  retryFor: (name: string) => `Executar de novo: ${name}`,
  cancelFor: (name: string) => `Cancelar ${name}`,
  retried: 'Está sendo executada de novo, como uma nova tarefa.',
  attempts: (count: number) => `Tentativa ${count}`,
} as const
