export { SupportLater } from './support-later.tsx';
export { SupportLink } from './support-link.tsx';
export { VisitorSupport } from './visitor-support-later.tsx';
