export { LazySupportChat, VisitorSupport } from './lazy-support.tsx';
export { openSupport } from './open-support.ts';
export { SupportLink } from './support-link.tsx';
