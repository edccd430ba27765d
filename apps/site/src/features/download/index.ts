export { ContactOutcome, ContactPage } from './contact-page.tsx';
export { DownloadPage } from './download-page.tsx';
export { packagesOf, sumsOf } from './packages.ts';
