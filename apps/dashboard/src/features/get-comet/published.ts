/** Whether the operator has published packages of the app. */
export const isAppPublished = (): boolean => import.meta.env['VITE_LINUX_APP'] === 'yes';
