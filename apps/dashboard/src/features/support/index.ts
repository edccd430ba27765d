export { SupportLater } from './support-later.tsx';
