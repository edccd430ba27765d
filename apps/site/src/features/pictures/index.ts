export { picture } from './picture.ts';
export { pictured } from './pictured.ts';
