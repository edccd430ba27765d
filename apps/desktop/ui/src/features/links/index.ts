export { LinkDialog } from './link-dialog.tsx';
export { type Link, useLink } from './use-link.ts';
