export { Fetched } from './fetched.tsx';
