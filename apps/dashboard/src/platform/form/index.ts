export { type Check, emailAddress, newPassword, required, sameAs } from './checks.ts';
export { DialogForm } from './dialog-form.tsx';
export { Form } from './form.tsx';
export type { FieldCodes } from './form-failure.ts';
export { type FormState, useForm } from './use-form.ts';
