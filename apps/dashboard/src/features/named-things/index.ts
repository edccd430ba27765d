export { NamedRow } from './named-row.tsx';
export { RenameForm } from './rename-form.tsx';
