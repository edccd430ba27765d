export { SupportLater } from './support-later.tsx';
export { askSupport } from './support-request.ts';
export { SupportLink } from './support-link.tsx';
export { VisitorSupport } from './visitor-support-later.tsx';
