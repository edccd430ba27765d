export { DedicatedPage } from './dedicated-page.tsx';
export { ResidentialPage } from './residential-page.tsx';
