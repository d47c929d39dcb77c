export const errors = {
  network: 'No se puede acceder al servidor. Compruebe su conexión e inténtelo de nuevo.',
  loadFailed: 'No se pudo cargar.',
  request: (id: string) => `Petición ${id}`,
  notFoundTitle: 'Aquí no hay nada, o usted no puede verlo',
  notFoundText:
    'Puede que la dirección sea incorrecta, que el contenido se haya eliminado o que usted necesite acceso. Un administrador puede dárselo.',
  toHome: 'Ir a la página de inicio',
  crashedTitle: 'Esta pantalla falló',
  crashedText: 'Su trabajo está a salvo en el servidor. Recargue la página para continuar.',
  reload: 'Recargar',
  offline: 'No tiene conexión. Lo que haga ahora se enviará cuando vuelva la conexión.',
  notAllowed: 'No tiene el rol necesario para esto.',
} as const
