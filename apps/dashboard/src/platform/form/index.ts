export { emailAddress, newPassword, required, sameAs } from './checks.ts';
export { Form } from './form.tsx';
export { formFailure } from './form-failure.ts';
export { useForm } from './use-form.ts';
