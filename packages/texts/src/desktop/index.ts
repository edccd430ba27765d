export { blockedTexts } from './blocked.ts';
export { homeTexts } from './home.ts';
export { failureText } from './failures.ts';
export { shellTexts } from './shell.ts';
export { noticeTexts, trayTexts } from './tray.ts';
export { leavingTexts } from './leaving.ts';
export { settingsTexts } from './settings.ts';
export { locationsTexts } from './locations.ts';
