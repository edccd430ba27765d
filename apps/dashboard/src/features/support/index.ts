export { SupportLater } from './support-later.tsx';
export { openSupport } from './open-support.ts';
export { SupportLink } from './support-link.tsx';
export { VisitorSupport } from './visitor-support-later.tsx';
