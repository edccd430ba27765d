export { DownloadPage } from './download-page.tsx';
export { isAppPublished, packagesOf, sumsOf } from './packages.ts';
