const KEY = 'close-to-tray';

/** Whether closing the window leaves the app in the tray; it does unless somebody chose otherwise. */
export function closesToTray(): boolean {
  return localStorage.getItem(KEY) !== 'no';
}

export function setClosesToTray(on: boolean): void {
  localStorage.setItem(KEY, on ? 'yes' : 'no');
}
