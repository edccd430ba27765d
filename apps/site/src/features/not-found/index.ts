export { LostPage } from './lost-page.tsx';
