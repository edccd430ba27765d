export { createAdmissionDesk } from './admission-desk.ts';
