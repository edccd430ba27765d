export { socialImage } from './social-image.ts';
export { pagesWithSocialImage } from './pages-with-social-image.ts';
