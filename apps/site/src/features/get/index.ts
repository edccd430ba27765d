export { ContactOutcome, ContactPage } from './contact-page.tsx';
export { DownloadPage, packagesOf, sumsOf } from './download-page.tsx';
