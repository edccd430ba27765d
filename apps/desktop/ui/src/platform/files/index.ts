export { saveText } from './save-text.ts';
