export { emailAddress, newPassword, required, sameAs } from './checks.ts';
export { Form } from './form.tsx';
export { useForm } from './use-form.ts';
