export { DedicatedPage, ResidentialPage } from './products-page.tsx';
