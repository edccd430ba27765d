export { followKeyboard } from './follow-keyboard.ts';
