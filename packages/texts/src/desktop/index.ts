export { blockedTexts } from './blocked.ts';
export { homeTexts } from './home.ts';
export { failureText } from './failures.ts';
export { shellTexts } from './shell.ts';
