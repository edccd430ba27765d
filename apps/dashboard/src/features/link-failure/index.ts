export { LinkFailure } from './link-failure.tsx';
export { NewLinkForm } from './new-link-form.tsx';
