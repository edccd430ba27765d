export { NamedRow } from './named-row.tsx';
export { RenameForm } from './rename-form.tsx';
export { RowActions } from './row-actions.tsx';
