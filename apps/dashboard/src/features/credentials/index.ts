export { type Credentials, CredentialsForm } from './credentials-form.tsx';
export { serverFieldErrors } from './server-field-errors.ts';
