/** The view box and the path of an icon. */
export type IconPath = readonly [viewBox: string, path: string]
