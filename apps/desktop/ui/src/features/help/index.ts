export { HelpRow } from './help-row.tsx';
