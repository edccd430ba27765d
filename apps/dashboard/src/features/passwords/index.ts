export { PasswordRow } from './password-row.tsx';
