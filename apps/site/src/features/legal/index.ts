export { LegalText } from './legal-page.tsx';
export { legalPages } from './legal-pages.ts';
