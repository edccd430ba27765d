export { AppPicture } from './app-picture.tsx';
